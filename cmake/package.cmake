# The Debian package: command, library of each level, headers, manual pages and completions. Made by
# `make package` from a build that is linked against old libraries, so it suits many releases.

set(maintainer "The Holdfast developers <holdfast@localhost>")

# Written by the command itself, from the tables that its help shows.
if(TARGET holdfast_command)
  set(written ${PROJECT_BINARY_DIR}/written)
  set(pages holdfast)
  foreach(source IN LISTS command_sources)
    file(STRINGS ${source} names REGEX "^  command\\.name = ")
    file(STRINGS ${source} hidden REGEX "^  command\\.hidden = true;$")
    if(NOT hidden)
      foreach(name IN LISTS names)
        string(REGEX MATCH "\"([a-z]+)\"" name "${name}")
        list(APPEND pages holdfast-${CMAKE_MATCH_1})
      endforeach()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES pages)
  foreach(page IN LISTS pages)
    string(REGEX REPLACE "^holdfast-?" "" name ${page})
    list(APPEND write_pages COMMAND holdfast_command manual ${name} --output
         ${written}/man/${page}.1)
    list(APPEND manual_files ${written}/man/${page}.1)
  endforeach()
  add_custom_command(
    OUTPUT ${written}/done
    COMMAND ${CMAKE_COMMAND} -E make_directory ${written}/man
    ${write_pages}
    COMMAND gzip -9nf ${manual_files}
    COMMAND holdfast_command completions bash --output ${written}/holdfast
    COMMAND holdfast_command completions zsh --output ${written}/_holdfast
    COMMAND holdfast_command completions fish --output ${written}/holdfast.fish
    COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${written}/NEWS.gz
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/debian_changelog "${maintainer}" > ${written}/changelog
    COMMAND gzip -9nf ${written}/changelog
    COMMAND ${CMAKE_COMMAND} -E touch ${written}/done
    DEPENDS holdfast_command CHANGELOG.md scripts/debian_changelog
    COMMENT "Writing manual pages and completions"
    VERBATIM)
  add_custom_target(holdfast_written DEPENDS ${written}/done)
  install(DIRECTORY ${written}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT package
          EXCLUDE_FROM_ALL)
  foreach(place holdfast=bash-completion/completions _holdfast=zsh/vendor-completions
                holdfast.fish=fish/vendor_completions.d NEWS.gz=doc/holdfast
                changelog.gz=doc/holdfast)
    string(REPLACE "=" ";" place ${place})
    list(GET place 0 file)
    list(GET place 1 folder)
    install(FILES ${written}/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder}
            COMPONENT package EXCLUDE_FROM_ALL)
  endforeach()
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/holdfast RENAME copyright
          COMPONENT package EXCLUDE_FROM_ALL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME holdfast)
set(CPACK_PACKAGE_VENDOR "The Holdfast developers")
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "choose k things so that losing any tau of them hurts least")
set(CPACK_PACKAGE_DESCRIPTION
    "Holdfast chooses columns that predict, sites for sensors, or examples that
represent all others, so that they still serve when the worst of them are
lost, and says how much is certain to remain.
This package has the command, the C++ library for each x86-64 level, its
headers, and what CMake needs to find it.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL Unspecified package)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
else()
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
endif()
# Not asked of dpkg-shlibdeps, which knows the libraries of this machine and not those linked with.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libc6 (>= 2.31), libgcc-s1, libsqlite3-0 (>= 3.34), libstdc++6 (>= 10), zlib1g (>= 1:1.2.11)")
# What packages that link with the library depend on. CPack would write a line for each level.
file(WRITE ${PROJECT_BINARY_DIR}/shlibs
     "libholdfast ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} holdfast (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
                                       ${PROJECT_BINARY_DIR}/shlibs)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
