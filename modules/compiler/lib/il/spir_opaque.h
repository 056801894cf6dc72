// Converts images, samplers and events of old SPIR writers to LLVM's target extension types.
//
// SPIR 1.2 has pointers to opaque structures for them (%opencl.image2d_t addrspace(1)*). LLVM's
// upgrade to opaque pointers leaves plain pointers. Before Clang 4 samplers were i32.
// spir_opaque.cpp explains how the lost types are found again.
//
// The kernel passes would otherwise take an image for a pointer to memory.
#pragma once

#include <string>

namespace llvm {
class Module;
class TargetExtType;
}  // namespace llvm

namespace compiler::il {

/// Returns true for the types of images, samplers and events made by the OpenCL C front end. The
/// subset check allows these and refuses all other target extension types.
bool isOpaqueOfOpenCL(const llvm::TargetExtType &type);

/// Converts the builtins and kernels of a module. The kernels' metadata has to be at the functions
/// (attachKernelMetadata in spir.cpp). Modules of today's Clang are not changed. Returns false,
/// with an error in `log`, if a declaration or use contradicts the builtin's or kernel's meaning;
/// the module is then of no use.
bool modernizeOpaqueTypes(llvm::Module &module, std::string &log);

}  // namespace compiler::il
