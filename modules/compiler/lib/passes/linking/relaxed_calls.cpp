#include "passes/linking/relaxed_calls.h"

#include "builtins/library.h"
#include "ir/mux_builtins.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The mangled name of the relaxed variant: _Z13__relaxed_sinf for _Z3sinf; empty for unmangled
// names.
std::string relaxedVariant(StringRef mangled) {
  const StringRef prefix = "__relaxed_";
  size_t length;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) {
    return {};
  }
  return ("_Z" + Twine(length + prefix.size()) + prefix + mangled).str();
}

// Returns true if the call has the flag afn.
bool mayBeApproximate(const CallInst &call) {
  return isa<FPMathOperator>(call) && call.hasApproxFunc();
}

}  // namespace

void relaxCalls(Module &module, const UnitIndex &targetUnits) {
  visitLibraryCallees(module, targetUnits, [&](Function &function) {
    const std::string name = relaxedVariant(function.getName());
    if (name.empty() || !builtins::findUnit(name)) {
      return;
    }
    for (CallInst *call : directCalls(function)) {
      if (!mayBeApproximate(*call)) {
        continue;
      }
      FunctionCallee relaxed =
          module.getOrInsertFunction(name, function.getFunctionType(), function.getAttributes());
      if (auto *callee = dyn_cast<Function>(relaxed.getCallee())) {
        callee->setCallingConv(function.getCallingConv());
      }
      call->setCalledFunction(relaxed);
    }
  });
}

}  // namespace compiler::passes
