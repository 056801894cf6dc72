// Events, images and samplers of old writers of SPIR.
//
// SPIR 1.2 has pointers to opaque structures for them (%opencl.image2d_t addrspace(1)*), of which
// the upgrade to pointers without types leaves no more than pointers; samplers were i32 before
// Clang 4. What they are is still said in two places: in the names of the builtins that take them,
// and for the parameters of kernels in kernel_arg_base_type. Only there they get their types of the
// common form (target("spirv.Image", …)); in between they stay what the writer made them, and
// become one or the other through memory or, samplers, as words. Finalize and the kernel pipeline,
// which lower these types to pointers and words, leave nothing of that.
#pragma once

#include <string>

namespace llvm {
class Module;
class TargetExtType;
}  // namespace llvm

namespace compiler::il {

/// Whether it is a type of images, samplers or events that OpenCL C's front end makes.
bool isOpaqueOfOpenCL(const llvm::TargetExtType &type);

/// False, with an error in `log`, if something is declared or used as it cannot be. The
/// metadata of kernels has to be at the functions.
bool modernizeOpaqueTypes(llvm::Module &module, std::string &log);

}  // namespace compiler::il
