// Blocks (OpenCL C 2.0, 6.12).
#pragma once

namespace llvm {
class Module;
}

namespace compiler::frontend {

/// Clang calls blocks directly, for their variables are constant, and still stores the address of
/// the function in each block's literal. Where nothing is called through a pointer, that is, where
/// no block is a parameter, nothing reads it: null takes its place, since later stages have no
/// pointers to functions.
void dropBlockPointers(llvm::Module &module);

}  // namespace compiler::frontend
