# Tests are found, not listed: every test/**/*_test.cpp is a gtest source of the
# folder that calls kiln_gtest(), every lit test is found by lit.

enable_testing()
if(KILN_TESTS)
  find_package(GTest REQUIRED)
endif()

# kiln_gtest(<name> [LLVM] [SOURCES ...] [LIBRARIES ...] [ENVIRONMENT ...] [LABELS ...])
# builds all *_test.cpp of the folder (and SOURCES) into one program and adds it to CTest; with LLVM,
# its libraries are linked and the files are compiled as Kiln's compiler is.
function(kiln_gtest name)
  cmake_parse_arguments(arg "LLVM" "" "SOURCES;LIBRARIES;ENVIRONMENT;LABELS" ${ARGN})
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  add_executable(${name} ${found} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest GTest::gtest_main)
  if(arg_LLVM)
    kiln_link_llvm(${name})
    kiln_precompile(${name} GTEST_LLVM)
  else()
    kiln_precompile(${name} GTEST)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "${arg_ENVIRONMENT}" LABELS "gtest;${arg_LABELS}")
endfunction()

# What loads no compiler: the target runtime-tests builds all of it, the label runs it.
add_custom_target(runtime-tests)

# kiln_runtime_tests(<CTest test>... [PROGRAMS <program>...]), in the folder that adds the tests
function(kiln_runtime_tests)
  cmake_parse_arguments(arg "" "" "PROGRAMS" ${ARGN})
  add_dependencies(runtime-tests ${arg_PROGRAMS})
  set_property(TEST ${arg_UNPARSED_ARGUMENTS} APPEND PROPERTY LABELS runtime)
endfunction()

# The driver that OpenCL tests load and the clc that compiles for them beforehand: this build's,
# or with KILN_COMPILER_FROM the other one's compiler.
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
  add_test(NAME ${name}
    COMMAND ${KILN_LLVM_BIN_DIR}/lit -v ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200 LABELS lit)
endfunction()
