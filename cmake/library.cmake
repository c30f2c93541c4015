# The library: one shared object per level, all with one soname. The plain one lies in lib/, the
# others in lib/glibc-hwcaps/<level>/, where glibc (2.33 and later) looks first if the machine can
# run them. Each has its own copy of Eigen's templates, compiled for its level. Two copies must
# never meet in one process. So no Eigen symbol is exported (visibility hidden plus the export map;
# tests/architecture/loading_test.py checks it) and executables cannot replace the library's copies.

function(holdfast_add_objects name)
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PRIVATE holdfast_flags holdfast_dependencies)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                           VISIBILITY_INLINES_HIDDEN ON)
  holdfast_compile_together(${name})
endfunction()

file(GLOB_RECURSE sources CONFIGURE_DEPENDS holdfast/*.cpp)
set(numeric_rooms "/holdfast/(linalg|objectives|attacks)/")
set(upper_rooms "/holdfast/(registry|tasks|documents)/")

# Only these use Eigen (tests/architecture/arrows_test.py checks it) and gain from wider vectors.
# They are compiled once per level, all other rooms once.
set(numeric_sources ${sources})
list(FILTER numeric_sources INCLUDE REGEX ${numeric_rooms})
foreach(level IN LISTS holdfast_plain_level holdfast_loader_levels)
  holdfast_add_objects(holdfast_numeric_${level} ${numeric_sources})
  target_compile_options(holdfast_numeric_${level} PRIVATE ${holdfast_flags_${level}})
endforeach()

# These read names and write documents; they wait for the others.
set(upper_sources ${sources})
list(FILTER upper_sources INCLUDE REGEX ${upper_rooms})
holdfast_add_objects(holdfast_upper ${upper_sources})
target_link_libraries(holdfast_upper PRIVATE holdfast_quick_build)

list(FILTER sources EXCLUDE REGEX "${numeric_rooms}|${upper_rooms}")
holdfast_add_objects(holdfast_common ${sources})

# The order matters: of inline functions that several objects hold, the linker keeps the first, and
# the first are optimized best.
function(holdfast_objects_of level result)
  set(${result} $<TARGET_OBJECTS:holdfast_numeric_${level}> $<TARGET_OBJECTS:holdfast_common>
                $<TARGET_OBJECTS:holdfast_upper> PARENT_SCOPE)
endfunction()

function(holdfast_add_library name level)
  holdfast_objects_of(${level} objects)
  add_library(${name} SHARED ${objects})
  target_link_libraries(${name} PRIVATE holdfast_dependencies)
  target_link_options(${name} PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
  set_target_properties(
    ${name}
    PROPERTIES OUTPUT_NAME holdfast
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map
               LINKER_LANGUAGE CXX)
endfunction()

holdfast_add_library(holdfast ${holdfast_plain_level})
add_library(holdfast::holdfast ALIAS holdfast)
target_compile_features(holdfast PUBLIC cxx_std_20)
# The umbrella header is made by install.cmake, which knows what is public.
target_include_directories(holdfast PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                           $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
foreach(level IN LISTS holdfast_loader_levels)
  holdfast_add_library(holdfast-${level} ${level})
  set_target_properties(
    holdfast-${level} PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                                 ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/glibc-hwcaps/${level})
  add_dependencies(holdfast holdfast-${level})
endforeach()

# Tests and benchmarks reach behind the exported interface. They link the objects themselves and are
# compiled for the same level: an Eigen matrix must not cross from one level to another, because its
# alignment and even its way to allocate differ.
holdfast_objects_of(${holdfast_host_level} objects)
add_library(holdfast_internal STATIC EXCLUDE_FROM_ALL ${objects})
set_target_properties(holdfast_internal PROPERTIES LINKER_LANGUAGE CXX)
target_compile_options(holdfast_internal INTERFACE ${holdfast_flags_${holdfast_host_level}})
# The umbrella header, for programs that use it as users do.
target_include_directories(holdfast_internal INTERFACE ${PROJECT_BINARY_DIR}/include)
target_link_libraries(holdfast_internal INTERFACE holdfast_flags holdfast_dependencies)
