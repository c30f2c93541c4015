# The library: one shared object per level, all with one soname. The plain one lies in lib/, the
# others in lib/glibc-hwcaps/<level>/, where glibc (2.33 and later) looks first if the machine can
# run them. Each has its own copy of Eigen's templates, compiled for its level. Two copies must never
# meet in one process, therefore no Eigen symbol is exported (visibility hidden plus the export map;
# tests/architecture/loading_test.py checks it) and executables cannot replace the library's copies.

file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS holdfast/*.cpp)
set(export_map ${PROJECT_SOURCE_DIR}/cmake/exports.map)

function(holdfast_add_library name level)
  add_library(${name}_objects OBJECT ${library_sources})
  target_compile_options(${name}_objects PRIVATE ${holdfast_flags_${level}})
  target_link_libraries(
    ${name}_objects PRIVATE holdfast_flags Eigen3::Eigen fmt::fmt ZLIB::ZLIB SQLite::SQLite3
                            Boost::headers nlohmann_json::nlohmann_json Threads::Threads)
  set_target_properties(
    ${name}_objects PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                               VISIBILITY_INLINES_HIDDEN ON)

  add_library(${name} SHARED $<TARGET_OBJECTS:${name}_objects>)
  target_link_libraries(${name} PRIVATE fmt::fmt ZLIB::ZLIB SQLite::SQLite3 Threads::Threads)
  target_link_options(${name} PRIVATE -Wl,--version-script=${export_map})
  set_target_properties(
    ${name}
    PROPERTIES OUTPUT_NAME holdfast
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               LINK_DEPENDS ${export_map}
               LINKER_LANGUAGE CXX)
endfunction()

holdfast_add_library(holdfast baseline)
add_library(holdfast::holdfast ALIAS holdfast)
target_compile_features(holdfast PUBLIC cxx_std_20)
target_include_directories(holdfast PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

foreach(level IN LISTS holdfast_levels)
  if(level STREQUAL "baseline")
    continue()
  endif()
  holdfast_add_library(holdfast-${level} ${level})
  set_target_properties(
    holdfast-${level} PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                                 ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/glibc-hwcaps/${level})
  add_dependencies(holdfast holdfast-${level})
endforeach()

# Tests and benchmarks reach behind the exported interface. They link the objects themselves and are
# compiled for the same level: an Eigen matrix must not cross from one level to another, because its
# alignment and even its way to allocate differ.
set(host_library holdfast)
if(NOT holdfast_host_level STREQUAL "baseline")
  set(host_library holdfast-${holdfast_host_level})
endif()
add_library(holdfast_internal STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${host_library}_objects>)
set_target_properties(holdfast_internal PROPERTIES LINKER_LANGUAGE CXX)
target_compile_options(holdfast_internal INTERFACE ${holdfast_flags_${holdfast_host_level}})
target_link_libraries(
  holdfast_internal INTERFACE holdfast_flags Eigen3::Eigen fmt::fmt ZLIB::ZLIB SQLite::SQLite3
                              nlohmann_json::nlohmann_json Threads::Threads)
