# Everything comes from the system; nothing is vendored or downloaded.

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
if(HOLDFAST_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
if(HOLDFAST_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()

# What the library is made with; its users need none of it.
add_library(holdfast_dependencies INTERFACE)
target_link_libraries(
  holdfast_dependencies INTERFACE Eigen3::Eigen fmt::fmt ZLIB::ZLIB nlohmann_json::nlohmann_json
                                  Threads::Threads)
