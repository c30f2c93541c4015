# Installation and the package for find_package(holdfast). Public headers show neither Eigen nor fmt
# nor zlib, so users of the package need none of them.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)

install(TARGETS holdfast EXPORT holdfastTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(level IN LISTS holdfast_loader_levels)
  install(TARGETS holdfast-${level}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/${level} NAMELINK_SKIP)
endforeach()

# Headers that include a private one are private themselves and stay behind.
set(private "Eigen/|fmt/|nlohmann/|holdfast/linalg/")
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
