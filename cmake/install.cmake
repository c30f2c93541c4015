# Installation and the package for find_package(holdfast). Public headers show neither Eigen nor fmt
# nor zlib, so users of the package need none of them.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)

install(TARGETS holdfast EXPORT holdfastTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(level IN LISTS holdfast_levels)
  if(NOT level STREQUAL "baseline")
    install(TARGETS holdfast-${level}
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/${level} NAMELINK_SKIP)
  endif()
endforeach()
if(TARGET holdfast_command)
  # Relative, so that a build or an installation can be moved as a whole. The same in both: what CMake
  # would write for the build has an empty part at its end, which means the current folder.
  file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(library_places $ORIGIN/../lib $ORIGIN/${lib_from_bin})
  list(REMOVE_DUPLICATES library_places)
  set_target_properties(holdfast_command PROPERTIES INSTALL_RPATH "${library_places}"
                                                    BUILD_WITH_INSTALL_RPATH ON)
  install(TARGETS holdfast_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# Headers that include a private one are private themselves and stay behind.
set(private "Eigen/|fmt/|nlohmann/|sqlite3.h|holdfast/linalg/")
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} holdfast/*.hpp)
list(FILTER headers EXCLUDE REGEX "^holdfast/linalg/")
set(found_private TRUE)
while(found_private)
  set(found_private FALSE)
  foreach(header IN LISTS headers)
    file(STRINGS ${header} reason REGEX "#include .(${private})")
    if(reason)
      list(REMOVE_ITEM headers ${header})
      string(APPEND private "|${header}")
      set(found_private TRUE)
    endif()
  endforeach()
endwhile()
set(umbrella "#pragma once\n\n/// Every public header; each can also be included by itself.\n")
foreach(header IN LISTS headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
  string(APPEND umbrella "#include \"${header}\"\n")
endforeach()
file(CONFIGURE OUTPUT include/holdfast/holdfast.hpp CONTENT "${umbrella}" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/include/holdfast/holdfast.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/holdfast)

install(EXPORT holdfastTargets NAMESPACE holdfast:: DESTINATION ${package_dir})
configure_package_config_file(cmake/holdfastConfig.cmake.in holdfastConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(holdfastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/holdfastConfig.cmake
              ${PROJECT_BINARY_DIR}/holdfastConfigVersion.cmake DESTINATION ${package_dir})
