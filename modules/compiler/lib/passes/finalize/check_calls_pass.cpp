// The kernel pipeline inlines functions with barriers, sizes private memory and keeps frames
// in an arena: all of that needs a call graph that is known and has no cycle.

#include "passes/finalize/check_calls_pass.h"

#include "ir/diagnostics.h"
#include "ir/mux_builtins.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "passes/finalize/printf_writer.h"

namespace compiler::passes {
namespace {

/// An error for each call whose callee is not known. True if there was one.
bool rejectIndirectCalls(const llvm::Function &function) {
  bool found = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->getCalledFunction()) {
      continue;
    }
    const std::string name = sourceName(function.getName());
    if (call->isInlineAsm()) {
      reportError(*call, "inline assembly is not supported (in function '" + name + "')");
    } else {
      reportError(*call,
                  "function pointers are not supported: indirect call in function '" + name + "'");
    }
    found = true;
  }
  return found;
}

/// True if something other than calls refers to the function.
bool rejectTakenAddress(const llvm::Function &function) {
  if (!function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true)) {
    return false;
  }
  reportError(function, "function pointers are not supported: the address of function '" +
                            sourceName(function.getName()) + "' is taken");
  return true;
}

/// Later passes declare functions of such names and rely on their types.
bool rejectReservedName(const llvm::GlobalValue &value) {
  if (!value.getName().starts_with(muxPrefix) && !value.getName().starts_with(printfWriterPrefix)) {
    return false;
  }
  reportError(*value.getParent(), "the name '" + value.getName() + "' is reserved");
  return true;
}

/// The names of a cycle's functions, as "'a', 'b' and 'c'".
std::string listNames(const std::vector<llvm::CallGraphNode *> &nodes) {
  std::vector<std::string> names;
  for (const llvm::CallGraphNode *node : nodes) {
    if (const llvm::Function *function = node->getFunction()) {
      names.push_back("'" + sourceName(function->getName()) + "'");
    }
  }
  // A kernel's stub and body have one name.
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string text = names.front();
  for (size_t i = 1; i < names.size(); ++i) {
    text += (i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

bool rejectRecursion(llvm::Module &module) {
  bool found = false;
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (component.hasCycle()) {
      const llvm::Function *function = component->front()->getFunction();
      reportError(*function,
                  "recursion is not supported: function " + listNames(*component) +
                      (component->size() == 1 ? " calls itself" : " form a cycle of calls"));
      found = true;
    }
  }
  return found;
}

}  // namespace

llvm::PreservedAnalyses CheckCallsPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  bool rejected = false;
  if (!module.getModuleInlineAsm().empty()) {
    reportError(module, "inline assembly is not supported");
    rejected = true;
  }
  for (const llvm::GlobalValue &value : module.global_values()) {
    rejected |= rejectReservedName(value);
  }
  for (const llvm::Function &function : module) {
    rejected |= rejectIndirectCalls(function);
    rejected |= rejectTakenAddress(function);
  }
  rejected |= rejectRecursion(module);
  if (!rejected) {
    return llvm::PreservedAnalyses::all();
  }
  abandonModule(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace compiler::passes
