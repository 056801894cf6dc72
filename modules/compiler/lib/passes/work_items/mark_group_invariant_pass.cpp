// The analysis is a walk over the call graph from the kernel. It answers no at the first
// instruction with a pointer to local memory or a call that depends on the group. A list names all
// builtins known to be independent; an unknown declaration counts as dependent, since a target may
// define anything.

#include "passes/work_items/mark_group_invariant_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Returns true if a function without a body is independent of the caller's group.
bool hasNoGroup(const Function &function) {
  if (function.isIntrinsic() || function.getName().starts_with(memoryRangePrefix)) {
    return true;
  }
  return StringSwitch<bool>(function.getName())
      .Cases({"__mux_get_global_size", "__mux_get_global_id", "__mux_get_global_offset"}, true)
      .Cases({"__mux_get_enqueued_local_size", "__mux_get_num_groups", "__mux_get_work_dim"}, true)
      .Cases({"__mux_get_global_linear_id", printfBufferName}, true)
      .Default(false);
}

// Likewise, and it is independent of the launch's local size.
bool hasNoLocalSize(const Function &function) {
  return hasNoGroup(function) && function.getName() != "__mux_get_enqueued_local_size" &&
         function.getName() != "__mux_get_num_groups";
}

// Returns true if the type is a pointer to local memory.
bool isInLocalMemory(const Type *type) {
  constexpr unsigned localAddressSpace = 3;
  return type->isPointerTy() && type->getPointerAddressSpace() == localAddressSpace;
}

// Returns true if the kernel and its callees synchronise no work-items, have no local memory, and
// call no functions without a body but those for which `isAllowed` returns true. Calls in the
// kernel itself for which `isExcepted` returns true do not count.
bool isIndependent(Function &kernel, function_ref<bool(const CallInst &)> isExcepted,
                   bool (*isAllowed)(const Function &)) {
  if (hasFlags(kernel, mux_kernel_has_barriers)) {
    return false;
  }
  SmallSetVector<Function *, 8> functions;
  functions.insert(&kernel);
  for (unsigned next = 0; next < functions.size(); ++next) {
    for (Instruction &instruction : instructions(*functions[next])) {
      if (isInLocalMemory(instruction.getType())) {
        return false;
      }
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call) {
        continue;
      }
      if (next == 0 && isa<CallInst>(call) && isExcepted(cast<CallInst>(*call))) {
        continue;
      }
      Function *callee = call->getCalledFunction();
      if (!callee || (callee->isDeclaration() && !isAllowed(*callee))) {
        return false;
      }
      if (!callee->isDeclaration()) {
        functions.insert(callee);
      }
    }
  }
  return none_of(kernel.args(),
                 [](const Argument &argument) { return isInLocalMemory(argument.getType()); });
}

}  // namespace

bool isGroupInvariant(Function &kernel, function_ref<bool(const CallInst &)> isExcepted) {
  return isIndependent(kernel, isExcepted, hasNoGroup);
}

PreservedAnalyses MarkGroupInvariantPass::run(Module &module, ModuleAnalysisManager &) {
  const auto none = [](const CallInst &) { return false; };
  for (Function *kernel : kernelsOf(module)) {
    if (!isGroupInvariant(*kernel, none)) {
      continue;
    }
    kernel->addFnAttr(mergeGroupsAttribute);
    if (isIndependent(*kernel, none, hasNoLocalSize)) {
      kernel->addFnAttr(ignoresGroupsAttribute);
    }
  }
  return PreservedAnalyses::all();
}

}  // namespace compiler::passes
