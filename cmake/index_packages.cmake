# Packages of the Python index that hold Eigen, fmt, zlib and nlohmann-json (pyproject.toml asks for
# them). They are taken where they are: in the folder that HOLDFAST_INDEX_PACKAGES names, or beside
# the build tools of the Python package.

set(index_folders ${HOLDFAST_INDEX_PACKAGES})
if(HOLDFAST_PYTHON AND NOT index_folders)
  execute_process(
    COMMAND ${Python_EXECUTABLE} -c "import sys; print(*filter(None, sys.path), sep=';')"
    OUTPUT_VARIABLE index_folders OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

foreach(folder IN LISTS index_folders)
  set(prefix ${folder}/cmeel.prefix)
  if(EXISTS ${prefix}/include/eigen3)
    set(Eigen3_ROOT ${prefix})
  endif()
  if(EXISTS ${prefix}/include/fmt)
    set(fmt_ROOT ${prefix})
  endif()
  # The system's zlib, if it is there, is what everything else in the process uses.
  find_library(system_zlib z)
  if(NOT system_zlib AND EXISTS ${prefix}/include/zlib.h)
    set(ZLIB_INCLUDE_DIR ${prefix}/include)
    find_library(ZLIB_LIBRARY z HINTS ${prefix}/lib64 ${prefix}/lib NO_DEFAULT_PATH)
  endif()
  set(json ${folder}/nlohmann_json/include)
  if(EXISTS ${json}/nlohmann/json.hpp AND NOT TARGET nlohmann_json::nlohmann_json)
    add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
    target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${json})
  endif()
endforeach()
