# One executable per folder of tests (linking is the slow part), one ctest entry per test.

enable_testing()
include(GoogleTest)

file(GLOB_RECURSE support_sources CONFIGURE_DEPENDS tests/support/*.cpp)
if(support_sources)
  add_library(holdfast_test_support STATIC ${support_sources})
  target_link_libraries(holdfast_test_support PUBLIC holdfast_internal GTest::gtest)
endif()

# What a test may need to know about this build.
set(test_definitions HOLDFAST_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                     HOLDFAST_COMMAND="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/holdfast")

add_custom_target(tests)
file(GLOB test_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true tests/*)
foreach(folder IN LISTS test_folders)
  file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER test_sources EXCLUDE REGEX "/campaign/fuzzer/") # has a main() of libFuzzer's
  cmake_path(GET folder FILENAME name)
  if(NOT test_sources OR name MATCHES "^(support|consumer)$")
    continue()
  endif()
  add_executable(${name}_tests ${test_sources})
  set_target_properties(${name}_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                 ${PROJECT_BINARY_DIR}/tests)
  target_compile_definitions(${name}_tests PRIVATE ${test_definitions})
  target_link_libraries(
    ${name}_tests
    PRIVATE $<TARGET_NAME_IF_EXISTS:holdfast_test_support> holdfast_internal holdfast_quick_build
            GTest::gmock_main)
  if(name MATCHES "^(cli|paper)$")
    target_link_libraries(${name}_tests PRIVATE holdfast_${name} holdfast_internal)
  elseif(name STREQUAL "campaign")
    target_link_libraries(${name}_tests PRIVATE holdfast_cli holdfast_internal)
  endif()
  gtest_discover_tests(
    ${name}_tests
    DISCOVERY_MODE PRE_TEST
    TEST_PREFIX ${name}.
    PROPERTIES TIMEOUT 300 LABELS ${name})
  add_dependencies(tests ${name}_tests)
endforeach()

# Tests written in Python need only the standard library. They learn about the build from variables.
set(test_environment "HOLDFAST_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
                     "HOLDFAST_BUILD_DIR=${PROJECT_BINARY_DIR}"
                     "HOLDFAST_COMMAND=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/holdfast"
                     "HOLDFAST_CXX=${CMAKE_CXX_COMPILER}"
                     "HOLDFAST_CXX_FLAGS=${CMAKE_CXX_FLAGS}")
file(GLOB_RECURSE python_tests CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/tests tests/*_test.py)
foreach(script IN LISTS python_tests)
  string(REGEX REPLACE "/.*" "" folder_name ${script})
  cmake_path(GET script STEM stem)
  string(REGEX REPLACE "_test$" "" stem ${stem})
  add_test(NAME ${folder_name}.${stem} COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/${script})
  set_tests_properties(${folder_name}.${stem} PROPERTIES ENVIRONMENT "${test_environment}" LABELS
                                                         ${folder_name} TIMEOUT 600)
endforeach()
if(TARGET holdfast_command)
  add_dependencies(tests holdfast_command)
endif()
add_dependencies(tests holdfast)
