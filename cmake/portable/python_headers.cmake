# Stands in for find_package(Python) when a module is built for a CPython that is not installed:
# its headers (HOLDFAST_PYTHON_HEADERS) are all that a module needs. Python_EXECUTABLE is any
# interpreter that has nanobind.

file(STRINGS ${HOLDFAST_PYTHON_HEADERS}/patchlevel.h version REGEX "define PY_VERSION ")
string(REGEX MATCH "([0-9]+)\\.([0-9]+)" Python_VERSION "${version}")
set(Python_VERSION_MAJOR ${CMAKE_MATCH_1})
set(Python_VERSION_MINOR ${CMAKE_MATCH_2})
set(Python_INTERPRETER_ID Python)
set(Python_SOABI
    cpython-${CMAKE_MATCH_1}${CMAKE_MATCH_2}-${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
# Debian's pyconfig.h includes that of the machine, from a folder beside this one.
cmake_path(GET HOLDFAST_PYTHON_HEADERS PARENT_PATH parent)
set(Python_INCLUDE_DIRS ${HOLDFAST_PYTHON_HEADERS} ${parent})

add_executable(Python::Interpreter IMPORTED)
set_target_properties(Python::Interpreter PROPERTIES IMPORTED_LOCATION ${Python_EXECUTABLE})
foreach(target Python::Module Python::SABIModule)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} INTERFACE ${Python_INCLUDE_DIRS})
endforeach()
