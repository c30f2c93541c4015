# The reproduction of the paper: an application on top of the library, and the only part that needs
# SQLite. A library of its own so that the command and the tests can call it; like the command's
# parts it names no build of Holdfast.

find_package(SQLite3 REQUIRED)
find_package(Boost 1.74 REQUIRED) # headers: quantiles of Student's t

file(GLOB paper_sources CONFIGURE_DEPENDS paper/*.cpp)
add_library(holdfast_paper STATIC ${paper_sources})
target_link_libraries(
  holdfast_paper PUBLIC holdfast_flags holdfast_quick_build ${holdfast_fmt} nlohmann_json::nlohmann_json
                        SQLite::SQLite3 Boost::headers Threads::Threads)
holdfast_compile_together(holdfast_paper)
