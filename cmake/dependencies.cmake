# Everything comes from the system or from the Python index; nothing is vendored or downloaded.

if(HOLDFAST_PYTHON_HEADERS)
  include(cmake/portable/python_headers.cmake)
elseif(HOLDFAST_PYTHON)
  find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module
                                    OPTIONAL_COMPONENTS Development.SABIModule)
endif()
include(cmake/index_packages.cmake)
find_package(Eigen3 REQUIRED NO_MODULE)
if(Eigen3_VERSION VERSION_LESS 3.4)
  message(FATAL_ERROR "Eigen is ${Eigen3_VERSION}, Holdfast needs 3.4 or newer")
endif()
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
if(NOT TARGET nlohmann_json::nlohmann_json)
  find_package(nlohmann_json REQUIRED)
endif()
if(HOLDFAST_TESTS)
  if(CMAKE_CROSSCOMPILING)
    include(cmake/portable/googletest.cmake)
  else()
    find_package(GTest REQUIRED)
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
if(HOLDFAST_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()

# Without a second library, a package runs where no fmt is installed, or another version of it.
set(holdfast_fmt fmt::fmt)
if(HOLDFAST_FMT_INSIDE)
  set(holdfast_fmt fmt::fmt-header-only)
endif()
if(HOLDFAST_SYSROOT)
  include(cmake/portable/old_glibc.cmake)
endif()

# What the library is made with; its users need none of it.
add_library(holdfast_dependencies INTERFACE)
target_link_libraries(
  holdfast_dependencies INTERFACE Eigen3::Eigen ${holdfast_fmt} ZLIB::ZLIB nlohmann_json::nlohmann_json
                                  Threads::Threads)
