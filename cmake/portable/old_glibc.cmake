# Links against the C and C++ libraries of an old Debian (HOLDFAST_SYSROOT, made by
# scripts/make_sysroot), so that what is built runs wherever those or newer ones are. The linker
# refuses what the old libraries lack.
#
# Of GCC's own library, all that the old shared libstdc++ has is taken from there, and only what is
# newer from the static one. The compilers with which most manylinux wheels are made do the same.
#
# On the same kind of machine the objects are those of any other build: only the links differ.

if(NOT IS_DIRECTORY ${HOLDFAST_SYSROOT})
  message(FATAL_ERROR "There is no ${HOLDFAST_SYSROOT}; scripts/make_sysroot makes it")
endif()
set(triple ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(old_libraries ${HOLDFAST_SYSROOT}/usr/lib/${triple})

# Not inside the sysroot: the linker would take every path of the script for one in there.
set(link_folder ${PROJECT_BINARY_DIR}/link)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.a
                OUTPUT_VARIABLE static_library OUTPUT_STRIP_TRAILING_WHITESPACE)
file(CONFIGURE OUTPUT ${link_folder}/libstdc++.so
     CONTENT "INPUT(${old_libraries}/libstdc++.so.6 ${static_library})\n" @ONLY)

add_link_options(--sysroot=${HOLDFAST_SYSROOT} -L${link_folder} -B${old_libraries}
                 -L${old_libraries} -L${HOLDFAST_SYSROOT}/lib/${triple} -Wl,--exclude-libs,ALL)
# Part of the C library since glibc 2.34 only.
set(CMAKE_CXX_STANDARD_LIBRARIES "-lpthread ${CMAKE_CXX_STANDARD_LIBRARIES}")

# This machine's own was linked against a newer C library.
set(SQLite3_LIBRARY ${old_libraries}/libsqlite3.so)

add_library(holdfast_portable STATIC cmake/portable/single_threaded.cpp)
set_target_properties(holdfast_portable PROPERTIES POSITION_INDEPENDENT_CODE ON)
if(NOT HOLDFAST_FMT_INSIDE)
  target_sources(holdfast_portable PRIVATE cmake/portable/fmt.cpp)
  target_compile_features(holdfast_portable PRIVATE cxx_std_20)
  add_library(holdfast_fmt_headers INTERFACE)
  foreach(property INTERFACE_COMPILE_DEFINITIONS INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)
    get_target_property(value fmt::fmt ${property})
    if(value)
      set_target_properties(holdfast_fmt_headers PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  set(holdfast_fmt holdfast_fmt_headers)
endif()
list(APPEND holdfast_fmt holdfast_portable)
