# Programs for `make campaign` that need Clang: what libFuzzer drives, see tests/campaign/. The
# readers are compiled once more for them, with optimization and counters at every branch; the rest
# of the library is that of the sanitizers, with counters in the rooms that read what people write.

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "HOLDFAST_FUZZERS needs Clang and its libFuzzer")
endif()

function(holdfast_add_fuzzer name)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/campaign/fuzzer/entry.cpp ${ARGN})
  target_link_libraries(${name} PRIVATE holdfast_flags holdfast_dependencies)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()

file(GLOB reader_sources CONFIGURE_DEPENDS holdfast/data/*.cpp)
list(FILTER reader_sources EXCLUDE REGEX "/generators")
holdfast_add_fuzzer(
  fuzz_readers tests/campaign/reader_targets.cpp ${reader_sources} holdfast/core/errors.cpp
  holdfast/core/matrix.cpp)
target_compile_definitions(fuzz_readers PRIVATE HOLDFAST_READER_TARGETS)
target_compile_options(fuzz_readers PRIVATE -O2)

foreach(room holdfast_upper holdfast_cli)
  target_compile_options(${room} PRIVATE -fsanitize=fuzzer-no-link)
endforeach()
holdfast_add_fuzzer(fuzz_program tests/campaign/program_targets.cpp)
target_link_libraries(fuzz_program PRIVATE holdfast_cli holdfast_internal)

add_custom_target(fuzzers DEPENDS fuzz_readers fuzz_program)
