# The x86-64 levels for which the library is built, as HOLDFAST_LEVELS asks.
#
# holdfast_plain_level: the level of the library in lib/.
# holdfast_loader_levels: further ones, from which the loader chooses.
# holdfast_host_level: the best of all that this machine can run. Tests and benchmarks use it.
# holdfast_flags_<level>: compiler options of a level.
#
# Never -march=native: a level gives the same code on every machine, and to every compiler cache.

set(holdfast_plain_level baseline)
set(holdfast_loader_levels "")
set(holdfast_flags_baseline "")
set(holdfast_flags_x86-64-v3 -march=x86-64-v3)
# Without the preference GCC keeps to 256-bit vectors even where it has 512-bit ones.
# GCC 12 takes the deliberately undefined operands of its own AVX-512 intrinsics for mistakes.
set(holdfast_flags_x86-64-v4 -march=x86-64-v4 -mprefer-vector-width=512 -Wno-uninitialized)
set(holdfast_host_level baseline)

if(NOT HOLDFAST_LEVELS STREQUAL "baseline"
   AND CMAKE_SYSTEM_NAME STREQUAL "Linux"
   AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  include(CheckCXXCompilerFlag)
  include(CheckCXXSourceRuns)
  foreach(level x86-64-v3 x86-64-v4)
    check_cxx_compiler_flag(-march=${level} HOLDFAST_COMPILES_${level})
    if(NOT HOLDFAST_COMPILES_${level})
      continue()
    endif()
    list(APPEND holdfast_loader_levels ${level})
    if(NOT CMAKE_CROSSCOMPILING)
      check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"${level}\") ? 0 : 1; }"
                            HOLDFAST_RUNS_${level})
      if(HOLDFAST_RUNS_${level})
        set(holdfast_host_level ${level})
      endif()
    endif()
  endforeach()
endif()
if(HOLDFAST_LEVELS STREQUAL "native")
  set(holdfast_plain_level ${holdfast_host_level})
  set(holdfast_loader_levels "")
endif()
