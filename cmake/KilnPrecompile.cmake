# Precompiled headers: what many files of a library include from elsewhere is parsed once.
#
# Only headers of LLVM, GoogleTest and the standard library, which do not change between builds, and
# every file still includes what it uses: KILN_PRECOMPILE=OFF builds the same. It is for those who share
# a compiler cache between several checkouts, as precompiled headers differ from folder to folder.

# kiln_precompile(<target> LLVM|GTEST)
function(kiln_precompile target kind)
  if(NOT KILN_PRECOMPILE)
    return()
  endif()
  set(LLVM
    <llvm/ADT/SetVector.h> <llvm/ADT/SmallPtrSet.h>
    <llvm/Analysis/LoopInfo.h> <llvm/Analysis/TargetTransformInfo.h> <llvm/Analysis/ValueTracking.h>
    <llvm/IR/Dominators.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h>
    <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/PassManager.h>)
  set(GTEST <chrono> <map> <thread> <gtest/gtest.h>)
  set(headers <algorithm> <array> <cstdint> <cstring> <functional> <memory> <optional> <string>
    <string_view> <utility> <vector> ${${kind}})
  # Some targets have a file in C, too.
  list(TRANSFORM headers REPLACE "<(.*)>" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${headers})
  # Nothing in a file that depends on when it was made: ccache compares contents.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()
