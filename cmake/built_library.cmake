# The library as another build has left it, for the Python package beside that build: compiling it
# again would take longer than everything else in the package.

set(soname libholdfast.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(built_library ${HOLDFAST_BUILT_IN}/lib/libholdfast.so.${PROJECT_VERSION})
if(NOT EXISTS ${built_library})
  message(FATAL_ERROR "HOLDFAST_BUILT_IN has no ${built_library}; build the target holdfast there")
endif()

add_library(holdfast SHARED IMPORTED)
set_target_properties(holdfast PROPERTIES IMPORTED_LOCATION ${built_library}
                                          IMPORTED_SONAME ${soname})
target_include_directories(holdfast INTERFACE ${PROJECT_SOURCE_DIR})
file(GLOB level_folders ${HOLDFAST_BUILT_IN}/lib/glibc-hwcaps/*)
foreach(folder IN LISTS level_folders)
  cmake_path(GET folder FILENAME level)
  install(FILES ${folder}/libholdfast.so.${PROJECT_VERSION}
          DESTINATION holdfast/lib/glibc-hwcaps/${level} RENAME ${soname} COMPONENT python)
endforeach()
install(FILES ${built_library} DESTINATION holdfast/lib RENAME ${soname} COMPONENT python)
