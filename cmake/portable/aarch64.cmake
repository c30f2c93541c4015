# Toolchain for aarch64 on a machine of another kind, with Debian's cross compiler. What is compiled
# runs on this machine under qemu.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HOLDFAST_SYSROOT)
set(triple aarch64-linux-gnu)
find_program(CMAKE_CXX_COMPILER ${triple}-g++ REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${HOLDFAST_SYSROOT})

# The compiler would look into its own installation first, which has a newer C library.
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -E -v -x c++ /dev/null
  ERROR_VARIABLE searched
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n [^\n]+(/c\\+\\+/[^\n]+|/gcc[^\n]*/[0-9]+/include(-fixed)?)" gcc_folders
             "${searched}")
set(header_flags "-nostdinc")
foreach(folder IN LISTS gcc_folders)
  string(STRIP "${folder}" folder)
  string(APPEND header_flags " -isystem ${folder}")
endforeach()
foreach(folder /usr/include/${triple} /usr/include)
  string(APPEND header_flags " -isystem ${HOLDFAST_SYSROOT}${folder}")
endforeach()
set(CMAKE_SYSROOT ${HOLDFAST_SYSROOT})
set(CMAKE_CXX_FLAGS_INIT "${header_flags}")
# cmake/portable/old_glibc.cmake says the same to all that is linked after the compiler's check.
set(old_libraries ${HOLDFAST_SYSROOT}/usr/lib/${triple})
set(CMAKE_EXE_LINKER_FLAGS_INIT "-B${old_libraries} -L${old_libraries}")

# The packages of the Python index lie outside the sysroot.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
