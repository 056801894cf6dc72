# Tests are found, not listed: every test/**/*_test.cpp is a gtest source of the
# folder that calls kiln_gtest(), every lit test is found by lit.

enable_testing()
if(KILN_TESTS)
  find_package(GTest REQUIRED)
endif()

# kiln_gtest(<name> [SOURCES ...] [LIBRARIES ...] [ENVIRONMENT ...] [LABELS ...])
# builds all *_test.cpp of the folder (and SOURCES) into one program and adds it to CTest.
function(kiln_gtest name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES;ENVIRONMENT;LABELS" ${ARGN})
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  add_executable(${name} ${found} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "${arg_ENVIRONMENT}" LABELS "gtest;${arg_LABELS}")
endfunction()

# kiln_lit(<name>) adds the folder's lit tests, configured by its lit.site.cfg.py.in.
function(kiln_lit name)
  configure_file(lit.site.cfg.py.in lit.site.cfg.py @ONLY)
  add_test(NAME ${name}
    COMMAND ${KILN_LLVM_BIN_DIR}/lit -v ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200 LABELS lit)
endfunction()
