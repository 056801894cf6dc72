# The choices of a user of the build.

option(KILN_TESTS "Build the tests" ON)
option(KILN_EXAMPLES "Build the examples" ON)
option(KILN_PRECOMPILE "Precompile the headers that many files include" ON)
set(KILN_SANITIZE "" CACHE STRING "Sanitizers for all of Kiln's own code, as for -fsanitize=")
set(KILN_COMPILER_FROM "" CACHE PATH
  "Build folder whose compiler the OpenCL tests use, so that one with a sanitizer needs no LLVM")
set(KILN_TARGETS "host;riscv" CACHE STRING "The targets in targets/ to build, separated by semicolons")
set(KILN_EXTERNAL_TARGETS "" CACHE STRING "Folders of targets outside the tree, separated by semicolons")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Dev, Debug" FORCE)
endif()

include(GNUInstallDirs)
set(KILN_LIBDIR "${CMAKE_INSTALL_LIBDIR}" CACHE STRING
  "Folder of the installed driver below the prefix; distributions have one of its own for what no program links")
get_filename_component(KILN_INSTALL_FULL_LIBDIR ${KILN_LIBDIR} ABSOLUTE BASE_DIR ${CMAKE_INSTALL_PREFIX})

# Where functions of cmake/ find sources: here, or in an installation (KilnKit.cmake).
set(KILN_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(KILN_KIT_DIR ${CMAKE_INSTALL_DATADIR}/kiln)
find_program(KILN_CCACHE ccache)
if(KILN_CCACHE)
  # Paths below the source folder are relative in the cache, so checkouts share it. Dependencies
  # come from the compiler: a file missing in the cache is not preprocessed once more.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${KILN_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
