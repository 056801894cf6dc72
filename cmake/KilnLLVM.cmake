# LLVM, Clang and lld as static archives.
#
# kiln_llvm_components() names the components for every compiler library, and kiln_target() the ones
# for a target. A driver's compiler library links the union for its targets. Debian's CMake exports
# of Clang lead to libLLVM.so, so the archives are named here instead.

set(KILN_LLVM_VERSION 22)
find_program(KILN_LLVM_CONFIG NAMES llvm-config-${KILN_LLVM_VERSION} REQUIRED)

function(kiln_llvm_config out)
  execute_process(COMMAND ${KILN_LLVM_CONFIG} ${ARGN}
    OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(output UNIX_COMMAND "${output}")
  set(${out} ${output} PARENT_SCOPE)
endfunction()

kiln_llvm_config(KILN_LLVM_INCLUDE_DIR --includedir)
kiln_llvm_config(KILN_LLVM_LIB_DIR --libdir)
kiln_llvm_config(KILN_LLVM_BIN_DIR --bindir)

# Compile flags for all code with an LLVM header.
if(NOT TARGET kiln-llvm-headers)
  add_library(kiln-llvm-headers INTERFACE)
  target_include_directories(kiln-llvm-headers SYSTEM INTERFACE ${KILN_LLVM_INCLUDE_DIR})
  target_compile_definitions(kiln-llvm-headers INTERFACE
    __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
endif()

# kiln_llvm_components(<component>...): the needs of every compiler library.
function(kiln_llvm_components)
  set_property(GLOBAL APPEND PROPERTY KILN_LLVM_COMPONENTS ${ARGN})
endfunction()

kiln_llvm_components(
  bitreader bitwriter codegen core coverage dtlto frontenddriver frontendhlsl frontendopenmp
  ipo irreader linker lto option passes spirv support targetparser windowsdriver)

set(KILN_CLANG_LIBRARIES
  clangFrontend clangDriver clangOptions clangParse clangSerialization clangCodeGen
  clangSema clangAPINotes clangAnalysis clangAnalysisLifetimeSafety clangEdit
  clangAST clangASTMatchers clangLex clangSupport clangBasic)
set(KILN_LLD_LIBRARIES lldELF lldCommon)

# lld initialises every target known to LLVM. A target unused by Kiln gets an empty initialiser, so
# its code stays out of the library.
function(kiln_write_target_stubs file)
  string(TOLOWER "${ARGN}" components)
  file(STRINGS ${KILN_LLVM_INCLUDE_DIR}/llvm/Config/Targets.def lines REGEX "^LLVM_TARGET\\(")
  file(STRINGS ${KILN_LLVM_INCLUDE_DIR}/llvm/Config/AsmParsers.def parsers REGEX "^LLVM_ASM_PARSER\\(")
  set(text "/* Generated: initialisers of the LLVM targets that are not linked. */\n")
  foreach(line IN LISTS lines parsers)
    string(REGEX REPLACE ".*\\((.*)\\)" "\\1" name "${line}")
    string(TOLOWER ${name} component)
    if(component IN_LIST components)
      continue()
    endif()
    if(line MATCHES "ASM_PARSER")
      string(APPEND text "extern \"C\" void LLVMInitialize${name}AsmParser(void) {}\n")
    else()
      foreach(part IN ITEMS TargetInfo Target TargetMC AsmPrinter)
        string(APPEND text "extern \"C\" void LLVMInitialize${name}${part}(void) {}\n")
      endforeach()
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# kiln_native_llvm_component(<out>): the component with code generation for this machine, or nothing
# if kiln-compiler-native does not know its architecture.
function(kiln_native_llvm_component out)
  set(component "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(component x86)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(component aarch64)
  endif()
  set(${out} "${component}" PARENT_SCOPE)
endfunction()

# kiln_link_llvm(<target> <component>...): links Clang, lld, their dependencies and the components.
function(kiln_link_llvm target)
  get_property(components GLOBAL PROPERTY KILN_LLVM_COMPONENTS)
  list(APPEND components ${ARGN})
  list(REMOVE_DUPLICATES components)
  kiln_llvm_config(llvm_files --link-static --libfiles ${components})
  set(archives ${llvm_files})
  foreach(library IN LISTS KILN_CLANG_LIBRARIES KILN_LLD_LIBRARIES)
    list(APPEND archives ${KILN_LLVM_LIB_DIR}/lib${library}.a)
  endforeach()
  set(stubs ${CMAKE_CURRENT_BINARY_DIR}/${target}-llvm-stubs.cpp)
  kiln_write_target_stubs(${stubs} ${components})
  target_sources(${target} PRIVATE ${stubs})
  target_link_libraries(${target} PRIVATE
    -Wl,--start-group ${archives} -Wl,--end-group z zstd rt dl m)
endfunction()
