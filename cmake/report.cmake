# The page of reports: one HTML file that the command fills with data. It lies at the same place
# seen from bin/ in a build and in an installation: ../share/holdfast/report.html.

option(HOLDFAST_REPORT "Build the page of reports (needs Node.js and npm)" ${PROJECT_IS_TOP_LEVEL})

if(NOT HOLDFAST_REPORT)
  message(STATUS "Holdfast: without the page of reports (HOLDFAST_REPORT is OFF)")
  return()
endif()

find_program(HOLDFAST_NPM npm)
mark_as_advanced(HOLDFAST_NPM)
if(NOT HOLDFAST_NPM)
  message(FATAL_ERROR "The page of reports is built with npm, which is not here: install Node.js 18 "
                      "or newer with npm, or configure with -DHOLDFAST_REPORT=OFF")
endif()

set(report_page ${PROJECT_BINARY_DIR}/share/holdfast/report.html)
file(GLOB_RECURSE report_sources CONFIGURE_DEPENDS report/src/*)
add_custom_command(
  OUTPUT ${report_page}
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/build_report ${report_page}
  DEPENDS ${report_sources}
          report/index.html
          report/package.json
          report/package-lock.json
          report/report.schema.json
          report/vite.config.ts
          scripts/build_report
          scripts/report_packages
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Building the page of reports"
  VERBATIM)
add_custom_target(holdfast_report ALL DEPENDS ${report_page})
if(TARGET holdfast_command)
  add_dependencies(holdfast_command holdfast_report)
endif()
install(FILES ${report_page} DESTINATION ${CMAKE_INSTALL_DATADIR}/holdfast)
