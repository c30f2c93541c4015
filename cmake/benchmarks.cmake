# One executable with all benchmarks; `benchmarks/run` decides what to run and prints the ratios.

file(GLOB benchmark_sources CONFIGURE_DEPENDS benchmarks/*.cpp)
if(benchmark_sources)
  add_executable(holdfast_benchmarks EXCLUDE_FROM_ALL ${benchmark_sources})
  target_link_libraries(holdfast_benchmarks PRIVATE holdfast_internal benchmark::benchmark_main)
endif()

# Attacks and robust search, measured by a program of its own: it prints tables, not times.
add_executable(holdfast_robust EXCLUDE_FROM_ALL benchmarks/robust/measure.cpp)
target_link_libraries(holdfast_robust PRIVATE holdfast_paper holdfast_internal)
