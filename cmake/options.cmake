# What a builder may choose, and the defaults of a plain `cmake -S . -B build`.

set(HOLDFAST_LEVELS all CACHE STRING
    "x86-64 levels: all (the loader picks one), native (this machine's best) or baseline")
set_property(CACHE HOLDFAST_LEVELS PROPERTY STRINGS all native baseline)
if(NOT HOLDFAST_LEVELS MATCHES "^(all|native|baseline)$")
  message(FATAL_ERROR "HOLDFAST_LEVELS is '${HOLDFAST_LEVELS}', valid are: all, native, baseline")
endif()
option(HOLDFAST_CHECKED "Assertions of the standard library, matrices that start as NaN" OFF)
option(HOLDFAST_WERROR "Treat warnings in our own code as errors" ${PROJECT_IS_TOP_LEVEL})
option(HOLDFAST_UNITY "Compile several files at a time, which is faster" ON)
option(HOLDFAST_COMMAND "Build the command" ${PROJECT_IS_TOP_LEVEL})
option(HOLDFAST_PYTHON "Build the module of the Python package" OFF)
set(HOLDFAST_BUILT_IN "" CACHE PATH "Folder of another build: take the library from there")
option(HOLDFAST_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(HOLDFAST_FUZZERS "Build what libFuzzer drives (Clang only)" OFF)
option(HOLDFAST_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(HOLDFAST_CCACHE ccache)
mark_as_advanced(HOLDFAST_CCACHE)
if(HOLDFAST_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${HOLDFAST_CCACHE})
endif()

include(GNUInstallDirs)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
