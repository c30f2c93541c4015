# What every target of ours is compiled with. Never -ffast-math: results must not depend on how the
# compiler felt about the order of a sum.

add_library(holdfast_flags INTERFACE)
target_compile_features(holdfast_flags INTERFACE cxx_std_20)
target_include_directories(holdfast_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(
  holdfast_flags
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion
            # Names of two files that are compiled together would meet.
            $<$<NOT:$<BOOL:${HOLDFAST_UNITY}>>:-Wshadow>
            -Wno-sign-conversion # Eigen's indices are signed, those of the standard library are not
            # At -O3 GCC 12 reports these in std::optional, Eigen and "literal" + string without
            # reason. NaN-filled matrices and the sanitizers find the real ones.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            # Clang reports what libstdc++ 12 deprecates and its own stable_sort still calls.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
            $<$<BOOL:${HOLDFAST_WERROR}>:-Werror>)
target_compile_definitions(
  holdfast_flags
  INTERFACE
    EIGEN_DONT_PARALLELIZE # threads belong to a Run, see holdfast/core/workers.hpp
    EIGEN_MPL2_ONLY
    HOLDFAST_VERSION="${PROJECT_VERSION}"
    $<$<BOOL:${HOLDFAST_CHECKED}>:EIGEN_INITIALIZE_MATRICES_BY_NAN>
    $<$<BOOL:${HOLDFAST_CHECKED}>:_GLIBCXX_ASSERTIONS>)

# For code that reads, prints and waits, and for tests: -O3 would double the time to compile it.
add_library(holdfast_quick_build INTERFACE)
target_compile_options(holdfast_quick_build INTERFACE $<$<CONFIG:Release>:-O1>)

# Most of the time goes into templates that every file would instantiate again: Eigen's kernels,
# JSON, formatting. Files compiled together share them.
function(holdfast_compile_together target)
  if(HOLDFAST_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# These ask each library for its version, which takes many headers and shares no code.
set_source_files_properties(
  holdfast/linalg/instruction_set.cpp holdfast/registry/build_facts.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# A seed gives the same stream on every machine, so these files must not fuse a*b+c where the
# instruction set happens to allow it.
file(GLOB reproducible_sources CONFIGURE_DEPENDS holdfast/core/random.cpp
     holdfast/data/generators*.cpp holdfast/data/generators/*.cpp)
set_source_files_properties(${reproducible_sources} PROPERTIES COMPILE_OPTIONS -ffp-contract=off)
