# The command `holdfast`. Its parts are a library of their own so that tests can call them. That
# library names no build of Holdfast: the command links the shared one, tests link the objects.

find_package(CLI11 REQUIRED)
file(GLOB_RECURSE command_sources CONFIGURE_DEPENDS cli/*.cpp)
list(REMOVE_ITEM command_sources ${PROJECT_SOURCE_DIR}/cli/main.cpp)
add_library(holdfast_cli STATIC ${command_sources})
target_link_libraries(holdfast_cli PUBLIC holdfast_paper CLI11::CLI11)
holdfast_compile_together(holdfast_cli)

add_executable(holdfast_command cli/main.cpp)
target_link_libraries(holdfast_command PRIVATE holdfast_cli holdfast)

# Relative, so that a build or an installation can be moved as a whole. The same in both: what CMake
# would write for the build has an empty part at its end, which means the current folder.
file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set(library_places $ORIGIN/../lib $ORIGIN/${lib_from_bin})
list(REMOVE_DUPLICATES library_places)
set_target_properties(holdfast_command PROPERTIES OUTPUT_NAME holdfast
                                                  INSTALL_RPATH "${library_places}"
                                                  BUILD_WITH_INSTALL_RPATH ON)
install(TARGETS holdfast_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
