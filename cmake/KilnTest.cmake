# Tests are found, not listed: every test/**/*_test.cpp is a gtest source of the nearest folder with
# a call of kiln_gtest(), and lit finds its tests itself.

enable_testing()
if(KILN_TESTS)
  find_package(GTest REQUIRED)
endif()

# kiln_add_test(NAME <name> [DEEP] [SHARE <n>] COMMAND <program> <argument>... [WORKING_DIRECTORY <folder>])
# is add_test through scripts/testing/launch.py, for reports and shares. scripts/run_tests.py without
# --deep leaves out tests with DEEP, and runs one n-th of the cases of a test with SHARE. ctest runs DEEP
# tests with -C deep; the target deep-tests builds their programs.
add_custom_target(deep-tests)
function(kiln_add_test)
  cmake_parse_arguments(arg "DEEP" "NAME;SHARE;WORKING_DIRECTORY" "COMMAND" ${ARGN})
  list(POP_FRONT arg_COMMAND program)
  set(file ${program})
  if(NOT program MATCHES "/|<")  # a target, perhaps of a later folder
    set(file $<TARGET_FILE:${program}>)
  endif()
  set(options --name ${arg_NAME})
  if(arg_SHARE)
    list(APPEND options --share ${arg_SHARE})
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR})
  if(arg_WORKING_DIRECTORY)
    set(folder ${arg_WORKING_DIRECTORY})
  endif()
  set(deep "")
  if(arg_DEEP)
    set(deep CONFIGURATIONS deep)
    if(TARGET ${program})
      add_dependencies(deep-tests ${program})
    endif()
  endif()
  add_test(NAME ${arg_NAME} ${deep} WORKING_DIRECTORY ${folder}
    COMMAND /usr/bin/python3 -B ${KILN_SOURCE_DIR}/scripts/testing/launch.py ${options}
      -- ${file} ${arg_COMMAND})
endfunction()

# kiln_quick_to_compile(<target>): tests are compiled oftener than their speed matters.
function(kiln_quick_to_compile target)
  target_compile_options(${target} PRIVATE -O0)
endfunction()

# kiln_gtest(<name> [LLVM] [OBJECTS] [SHARE <n>] [ARGUMENTS ...] [SOURCES ...] [LIBRARIES ...] [ENVIRONMENT ...]
#   [LABELS ...])
#
# Builds all *_test.cpp of the folder (and SOURCES) into one program and adds it to CTest. With LLVM,
# its libraries are linked and the files are compiled as Kiln's compiler is. With OBJECTS, the
# *_test.cpp are in the LIBRARIES.
function(kiln_gtest name)
  cmake_parse_arguments(arg "LLVM;OBJECTS" "SHARE" "ARGUMENTS;SOURCES;LIBRARIES;ENVIRONMENT;LABELS" ${ARGN})
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  if(arg_OBJECTS)
    set(found "")
  endif()
  add_executable(${name} ${found} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/test/common)
  kiln_quick_to_compile(${name})
  if(arg_LLVM)
    kiln_link_llvm(${name})
    kiln_precompile(${name} GTEST_LLVM)
  else()
    kiln_precompile(${name} GTEST)
  endif()
  set(share 1)
  if(arg_SHARE)
    set(share ${arg_SHARE})
  endif()
  kiln_add_test(NAME ${name} SHARE ${share} COMMAND ${name} ${arg_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "${arg_ENVIRONMENT}" LABELS "gtest;${arg_LABELS}")
endfunction()

# Tests without a compiler: the target runtime-tests builds all of them, the label runs them.
add_custom_target(runtime-tests)

# kiln_runtime_tests(<CTest test>... [PROGRAMS <program>...]), in the folder with the tests'
# definitions
function(kiln_runtime_tests)
  cmake_parse_arguments(arg "" "" "PROGRAMS" ${ARGN})
  add_dependencies(runtime-tests ${arg_PROGRAMS})
  set_property(TEST ${arg_UNPARSED_ARGUMENTS} APPEND PROPERTY LABELS runtime)
endfunction()

# The driver under test (kiln_driver), the loader's folder for it, and the share of the compiler's suite.
# A folder may set others.
set(KILN_TEST_VENDORS ${PROJECT_BINARY_DIR}/etc/OpenCL/vendors)
set(KILN_CTS_DRIVER kiln)
set(KILN_CTS_SHARE 1)

# The driver for OpenCL tests, and the clc for their programs compiled beforehand: this build's, or
# with KILN_COMPILER_FROM the other one's compiler.
if(KILN_COMPILER_FROM)
  set(KILN_TEST_DRIVER kiln-cl)
  set(KILN_TEST_CLC ${KILN_COMPILER_FROM}/bin/clc)
  set(KILN_TEST_COMPILER KILN_COMPILER_LIBRARY=${KILN_COMPILER_FROM}/lib/libkiln-compiler.so)
else()
  set(KILN_TEST_DRIVER kiln-cl kiln-compiler kiln-compile)
  set(KILN_TEST_CLC clc)
  set(KILN_TEST_COMPILER "")
endif()

# kiln_lit(<name>) adds the folder's lit tests, configured by its lit.site.cfg.py.in.
function(kiln_lit name)
  configure_file(lit.site.cfg.py.in lit.site.cfg.py @ONLY)
  kiln_add_test(NAME ${name}
    COMMAND ${KILN_LLVM_BIN_DIR}/lit -v ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200 LABELS lit)
endfunction()
