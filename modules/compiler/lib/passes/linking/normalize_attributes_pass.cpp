// A module comes from three compilers: Clang, spirv-ll, and the library's build. Their functions
// differ in calling convention and attributes. A call with another convention than its callee's is
// undefined behaviour, and optnone forbids inlining. Kernels are entry points without callers from
// here on:
//
//   spir_kernel @k                          =>  @k, external, "no-builtins";
//   spir_func @g, a call of @k              =>  @g, internal, a call of @k.called;
//                                               @k.called, internal, a copy of @k

#include "passes/linking/normalize_attributes_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Normalises one function and the calling convention at its calls.
void normalize(Function &function) {
  function.setDSOLocal(true);
  if (function.hasFnAttribute(Attribute::OptimizeNone)) {
    function.removeFnAttr(Attribute::OptimizeNone);
    function.removeFnAttr(Attribute::NoInline);
  }
  function.addFnAttr("no-builtins");
  for (Instruction &instruction : instructions(function)) {
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      call->setCallingConv(CallingConv::C);
    }
  }
}

// Removes subprograms. LLVM's verifier accepts locations of any subprogram in a function without
// one.
void releaseLocations(Module &module) {
  for (Function &function : module) {
    function.setSubprogram(nullptr);
  }
  for (GlobalVariable &variable : module.globals()) {
    variable.eraseMetadata(LLVMContext::MD_dbg);
  }
}

// Gives definitions internal linkage, so that GlobalDCE removes them once they are inlined.
void makeInternal(Module &module) {
  for (GlobalValue &value : module.global_values()) {
    auto *function = dyn_cast<Function>(&value);
    if (value.isDeclaration() || value.getName().starts_with("llvm.") ||
        (function && isKernel(*function))) {
      continue;
    }
    value.setVisibility(GlobalValue::DefaultVisibility);
    value.setLinkage(GlobalValue::InternalLinkage);
    if (auto *object = dyn_cast<GlobalObject>(&value)) {
      object->setComdat(nullptr);
    }
  }
}

// Separates the two roles of a kernel that is also called: the copy runs in the caller's work-item,
// while the kernel becomes a loop over work-groups.
void separateCalledKernel(Function &kernel) {
  if (kernel.use_empty()) {
    return;
  }
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&kernel, map);
  copy->setName(kernel.getName() + ".called");
  copy->removeFnAttr("mux-kernel");
  copy->setLinkage(GlobalValue::InternalLinkage);
  kernel.replaceAllUsesWith(copy);
}

// Renames definitions with names of C library functions or of the compiler's runtime. A local
// symbol `memcpy` would capture calls made by the code generator itself.
void renameReserved(Module &module, const TargetLibraryInfoImpl &library) {
  for (Function &function : module) {
    LibFunc known;
    StringRef name = function.getName();
    bool reserved = library.getLibFunc(name, known) || name.starts_with("__") ||
                    name == MUX_KERNEL_TABLE_SYMBOL;
    if (function.isDeclaration() || !reserved) {
      continue;
    }
    if (isKernel(function)) {
      function.addFnAttr(kernelNameAttribute, name);
    }
    function.setName("kiln.user." + name);
  }
}

}  // namespace

PreservedAnalyses NormalizeAttributesPass::run(Module &module, ModuleAnalysisManager &) {
  if (keep_ == Keep::nothing) {
    StripDebugInfo(module);
  } else if (keep_ == Keep::locations) {
    stripNonLineTableDebugInfo(module);
  }
  releaseLocations(module);
  for (Function &function : module) {
    // Units of the target may call intrinsics by name; Clang made those declarations spir_func.
    function.setCallingConv(CallingConv::C);
    if (!function.isIntrinsic()) {
      normalize(function);
    }
  }
  makeInternal(module);
  for (Function *kernel : kernelsOf(module)) {
    separateCalledKernel(*kernel);
  }
  renameReserved(module, TargetLibraryInfoImpl(module.getTargetTriple()));
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
