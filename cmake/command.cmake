# The command `holdfast`. Its parts are a library of their own so that tests can call them; that
# library names no build of Holdfast, because the command links the shared one and tests the objects.

file(GLOB_RECURSE command_sources CONFIGURE_DEPENDS cli/*.cpp)
list(REMOVE_ITEM command_sources ${PROJECT_SOURCE_DIR}/cli/main.cpp)

if(command_sources)
  add_library(holdfast_cli STATIC ${command_sources})
  target_link_libraries(holdfast_cli PUBLIC holdfast_paper CLI11::CLI11)
endif()

if(EXISTS ${PROJECT_SOURCE_DIR}/cli/main.cpp)
  add_executable(holdfast_command cli/main.cpp)
  set_target_properties(holdfast_command PROPERTIES OUTPUT_NAME holdfast)
  target_link_libraries(holdfast_command PRIVATE holdfast_flags $<TARGET_NAME_IF_EXISTS:holdfast_cli>
                                                 CLI11::CLI11 holdfast)
endif()
