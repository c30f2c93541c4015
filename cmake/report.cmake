# The pages: HTML files that the command fills with data. They lie at the same place seen from bin/
# in a build and in an installation: ../share/holdfast/report.html shows the reproduction, page.html
# one result of a user.

option(HOLDFAST_REPORT "Build the pages (needs Node.js and npm)" ${PROJECT_IS_TOP_LEVEL})

if(NOT HOLDFAST_REPORT)
  message(STATUS "Holdfast: without pages (HOLDFAST_REPORT is OFF)")
  return()
endif()

find_program(HOLDFAST_NPM npm)
mark_as_advanced(HOLDFAST_NPM)
if(NOT HOLDFAST_NPM)
  message(FATAL_ERROR "The pages are built with npm, which is not here: install Node.js 18 or newer "
                      "with npm, or configure with -DHOLDFAST_REPORT=OFF")
endif()

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS report/src/*)
foreach(page IN ITEMS report page)
  set(page_file ${PROJECT_BINARY_DIR}/share/holdfast/${page}.html)
  add_custom_command(
    OUTPUT ${page_file}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/build_report ${page_file} ${page}
    DEPENDS ${page_sources}
            report/index.html
            report/page.html
            report/package.json
            report/package-lock.json
            report/${page}.schema.json
            report/vite.config.ts
            scripts/build_report
            scripts/report_packages
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Building the page ${page}.html"
    VERBATIM)
  list(APPEND page_files ${page_file})
endforeach()
add_custom_target(holdfast_report ALL DEPENDS ${page_files})
if(TARGET holdfast_command)
  add_dependencies(holdfast_command holdfast_report)
endif()
install(FILES ${page_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/holdfast)
