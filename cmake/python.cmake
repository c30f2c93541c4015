# The Python package: the module _core beside the library, which brings its levels along (see
# library.cmake). Built by scikit-build-core (pyproject.toml), which passes the folder of the wheel.

execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
                OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT)
find_package(nanobind CONFIG REQUIRED)

file(GLOB binding_sources CONFIGURE_DEPENDS python/bindings/*.cpp)
# The stable ABI lets one wheel serve CPython 3.12 and everything after it.
nanobind_add_module(_core STABLE_ABI NB_STATIC NB_DOMAIN holdfast ${binding_sources})
target_include_directories(_core PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(_core PRIVATE holdfast nlohmann_json::nlohmann_json
                                    $<TARGET_NAME_IF_EXISTS:holdfast_portable>)
target_compile_features(_core PRIVATE cxx_std_20)
set_target_properties(_core PROPERTIES INSTALL_RPATH $ORIGIN/lib BUILD_WITH_INSTALL_RPATH OFF)

# Types for editors and checkers, from the bindings' own signatures. This interpreter cannot ask a
# module for another one; scripts/make_wheels has the types from elsewhere.
if(NOT HOLDFAST_PYTHON_HEADERS)
  nanobind_add_stub(_core_stub MODULE _core OUTPUT ${PROJECT_BINARY_DIR}/stub/_core.pyi
                    PYTHON_PATH $<TARGET_FILE_DIR:_core> DEPENDS _core)
  install(FILES ${PROJECT_BINARY_DIR}/stub/_core.pyi DESTINATION holdfast COMPONENT python)
endif()

install(TARGETS _core LIBRARY DESTINATION holdfast COMPONENT python)
if(HOLDFAST_BUILT_IN)
  # OPTIONAL: that build may be one without pages. built_library.cmake installs the library.
  install(FILES ${HOLDFAST_BUILT_IN}/share/holdfast/page.html DESTINATION holdfast COMPONENT python
          OPTIONAL)
  return()
endif()

# The page of to_html, where npm can build it; without it, everything else works.
find_program(HOLDFAST_NPM npm)
if(NOT TARGET holdfast_report AND HOLDFAST_NPM AND EXISTS ${PROJECT_SOURCE_DIR}/report)
  include(cmake/report.cmake)
endif()
if(TARGET holdfast_report)
  add_dependencies(_core holdfast_report)
  install(FILES ${PROJECT_BINARY_DIR}/share/holdfast/page.html DESTINATION holdfast
          COMPONENT python)
endif()
install(TARGETS holdfast LIBRARY DESTINATION holdfast/lib COMPONENT python NAMELINK_SKIP)
foreach(level IN LISTS holdfast_loader_levels)
  install(TARGETS holdfast-${level} LIBRARY DESTINATION holdfast/lib/glibc-hwcaps/${level}
                                            COMPONENT python NAMELINK_SKIP)
endforeach()
