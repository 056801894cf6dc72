# Precompiled headers: one parse of the headers of LLVM, Clang, GoogleTest and the standard library serves
# all libraries.
#
# Every file still includes the headers of its own use: KILN_PRECOMPILE=OFF builds the same. Turn it off to
# share a compiler cache between several checkouts, as precompiled headers differ from folder to folder.

set(KILN_PRECOMPILED_STANDARD <algorithm> <array> <chrono> <condition_variable> <cstdint> <cstring>
  <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread>
  <unordered_map> <utility> <vector>)
set(KILN_PRECOMPILED_LLVM
  <llvm/ADT/SetVector.h> <llvm/ADT/SmallPtrSet.h>
  <llvm/Analysis/LoopInfo.h> <llvm/Analysis/TargetTransformInfo.h> <llvm/Analysis/ValueTracking.h>
  <llvm/IR/Dominators.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h>
  <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/PassManager.h>
  <llvm/Passes/PassBuilder.h> <llvm/Passes/StandardInstrumentations.h>)
set(KILN_PRECOMPILED_CLANG
  <clang/AST/ASTContext.h> <clang/AST/Attr.h> <clang/Frontend/CompilerInstance.h>
  <clang/Lex/Preprocessor.h> <clang/Sema/Sema.h> <llvm/IR/Module.h>)
# Headers that four of five files of the OpenCL driver see.
set(KILN_PRECOMPILED_CL <CL/cl.h> <CL/cl_ext.h> <CL/cl_icd.h> <filesystem> <mux/mux.h> <compiler/library.h>
  <core/base/info_writer.h> <core/context/context.h>)
set(KILN_PRECOMPILED_GTEST <gmock/gmock.h> <gtest/gtest.h>)
set(KILN_PRECOMPILED_GTEST_LLVM ${KILN_PRECOMPILED_LLVM} ${KILN_PRECOMPILED_GTEST})
set(KILN_PRECOMPILED_LLVM_USES kiln-llvm-headers kiln-no-exceptions)
set(KILN_PRECOMPILED_CL_USES kiln-cl-headers)
set(KILN_PRECOMPILED_CLANG_USES kiln-llvm-headers kiln-no-exceptions)
set(KILN_PRECOMPILED_GTEST_USES GTest::gmock GTest::gtest)
set(KILN_PRECOMPILED_GTEST_LLVM_USES kiln-llvm-headers kiln-no-exceptions ${KILN_PRECOMPILED_GTEST_USES})

# kiln_precompile(<target> STANDARD|CL|LLVM|CLANG|GTEST|GTEST_LLVM): all have the first's headers too.
# LLVM, CLANG and GTEST_LLVM need kiln-llvm-headers and kiln-no-exceptions in the target, CL kiln-cl-headers, GTEST and
# GTEST_LLVM kiln_quick_to_compile() (KilnTest.cmake).
function(kiln_precompile target kind)
  if(NOT KILN_PRECOMPILE)
    return()
  endif()
  string(TOLOWER kiln-precompiled-${kind} headers)
  if(NOT TARGET ${headers})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${headers}/empty.cpp CONTENT "")
    add_library(${headers} OBJECT ${PROJECT_BINARY_DIR}/${headers}/empty.cpp)
    target_link_libraries(${headers} PRIVATE ${KILN_PRECOMPILED_${kind}_USES})
    target_precompile_headers(${headers} PRIVATE ${KILN_PRECOMPILED_STANDARD} ${KILN_PRECOMPILED_${kind}})
    if(kind MATCHES GTEST)
      kiln_quick_to_compile(${headers})
    endif()
    # No time stamp in the file: ccache compares contents.
    target_compile_options(${headers} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()
