# What a builder may choose, and the defaults of a plain `cmake -S . -B build`.

option(HOLDFAST_LEVELS "Build the library once per x86-64 level; the loader picks one" ON)
option(HOLDFAST_CHECKED "Assertions of the standard library, matrices that start as NaN" OFF)
option(HOLDFAST_WERROR "Treat warnings in our own code as errors" ${PROJECT_IS_TOP_LEVEL})
option(HOLDFAST_PYTHON "Build the module of the Python package" OFF)
option(HOLDFAST_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
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
