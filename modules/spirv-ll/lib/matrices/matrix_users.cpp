// States what kernels with cooperative matrices demand of a launch.
//
// Code with matrices depends on the size of sub-groups (translator/matrix_types.h), and each
// sub-group has to be full: the columns of a missing work-item would be missing as well. So each
// kernel that uses matrices, by itself or in a called function, gets
//
//   !intel_reqd_sub_group_size !{i32 S}    unless the execution mode SubgroupSize has said it
//   !kiln.full_sub_groups !{i32 1}         the driver refuses other launches
//
// Kernels of other modules would not get them, so a function with matrices has to be internal.
#include "llvm/IR/InstrTypes.h"
#include "matrices/matrix_parts.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Attaches an i32 to a function, as describeKernels() does for execution modes.
void setNumber(llvm::Function &function, const char *kind, uint32_t number) {
  llvm::LLVMContext &context = function.getContext();
  function.setMetadata(
      kind, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                           llvm::Type::getInt32Ty(context), number))));
}

/// The functions with matrices and all their callers. The set grows while it is walked.
llvm::SetVector<llvm::Function *> findUsers(Translator &translator) {
  llvm::SetVector<llvm::Function *> users = translator.matrices().users();
  for (size_t i = 0; i < users.size(); ++i) {
    for (const llvm::Use &use : users[i]->uses()) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      if (!call || !call->isCallee(&use)) {
        translator.fail("a function with cooperative matrices cannot be called through a pointer");
        return {};
      }
      users.insert(call->getFunction());
    }
  }
  return users;
}

/// True if the host launches the function: metadata of a callee would be lost.
/// A kernel's own function, or the body that Clang makes for it.
bool isKernel(Translator &translator, const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  name.consume_front("__clang_ocl_kern_imp_");
  return translator.entryPoints().isName(name);
}

}  // namespace

/// A kernel's parameters are checked here: OpFunctionParameter does not say if its function is an
/// entry point.
void describeMatrixUsers(Translator &translator) {
  for (llvm::Function *user : findUsers(translator)) {
    if (isKernel(translator, *user)) {
      setNumber(*user, "intel_reqd_sub_group_size", translator.matrices().subGroupSize());
      setNumber(*user, "kiln.full_sub_groups", 1);
    } else if (!user->hasLocalLinkage()) {
      return translator.fail("the function '" + user->getName().str() +
                             "' uses cooperative matrices, so it cannot have a linkage");
    }
  }
  for (const EntryPoint &entry : translator.entryPoints().all()) {
    for (const Instruction &parameter : translator.index().parametersOf(entry.function)) {
      if (parameter.op != spv::Op::OpFunctionParameter) {
        break;
      }
      if (holdsMatrix(translator, parameter.type) ||
          holdsMatrix(translator, translator.index().pointeeId(parameter.type))) {
        return translator.fail(parameter, "a kernel's parameter cannot hold cooperative matrices",
                               Error::Kind::invalid);
      }
    }
  }
}

}  // namespace spirv_ll
