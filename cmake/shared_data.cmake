# Data that come with the command. It looks for them from bin/, in a build and in an installation:
# ../share/holdfast/mnist.

set(shipped_images ${PROJECT_SOURCE_DIR}/data/mnist)
if(EXISTS ${shipped_images})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/holdfast)
  file(CREATE_LINK ${shipped_images} ${PROJECT_BINARY_DIR}/share/holdfast/mnist SYMBOLIC)
  install(
    DIRECTORY ${shipped_images}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/holdfast
    FILES_MATCHING
    PATTERN "*-ubyte.gz")
endif()
