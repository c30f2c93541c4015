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
  # Relative, so that an installation can be moved as a whole.
  file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(holdfast_command PROPERTIES INSTALL_RPATH $ORIGIN/${lib_from_bin})
  install(TARGETS holdfast_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# Headers that speak Eigen, or reach one that does, stay behind.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} holdfast/*.hpp)
list(FILTER headers EXCLUDE REGEX "^holdfast/linalg/")
foreach(header IN LISTS headers)
  file(STRINGS ${header} private
       REGEX "#include .(Eigen/|fmt/|nlohmann/|sqlite3.h|holdfast/linalg/)")
  if(NOT private)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
  endif()
endforeach()

install(EXPORT holdfastTargets NAMESPACE holdfast:: DESTINATION ${package_dir})
configure_package_config_file(cmake/holdfastConfig.cmake.in holdfastConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(holdfastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/holdfastConfig.cmake
              ${PROJECT_BINARY_DIR}/holdfastConfigVersion.cmake DESTINATION ${package_dir})
