# GoogleTest for another machine, from the sources that Debian's package brings. Their own project
# would need a C compiler for that machine too.

set(googletest /usr/src/googletest)
add_library(
  holdfast_googletest STATIC EXCLUDE_FROM_ALL
  ${googletest}/googletest/src/gtest-all.cc ${googletest}/googlemock/src/gmock-all.cc
  ${googletest}/googlemock/src/gmock_main.cc)
foreach(part googletest googlemock)
  target_include_directories(holdfast_googletest PRIVATE ${googletest}/${part})
  target_include_directories(holdfast_googletest SYSTEM PUBLIC ${googletest}/${part}/include)
endforeach()
target_compile_features(holdfast_googletest PUBLIC cxx_std_20)
target_link_libraries(holdfast_googletest PUBLIC Threads::Threads)
add_library(GTest::gtest ALIAS holdfast_googletest)
add_library(GTest::gmock_main ALIAS holdfast_googletest)
