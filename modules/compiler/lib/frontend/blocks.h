// Removes the function pointers of OpenCL C blocks (OpenCL C 3.0 §6.14) from a module.
//
// Clang calls blocks directly, because their variables are constant. It still stores the function's
// address in each block's literal:
//
//   @__block_literal_global = { i32 16, i32 8, ptr addrspace(4) @f_block_invoke }
//
// Later stages have no pointers to functions, and would refuse such a module.
#pragma once

namespace llvm {
class Module;
}

namespace compiler::frontend {

/// Replaces these addresses by null. Does nothing if a function is called through a pointer, which
/// happens only if a block is passed as a parameter: then something reads the address.
void dropBlockPointers(llvm::Module &module);

}  // namespace compiler::frontend
