// The kernel pipeline inlines functions with barriers, sizes private memory, and keeps values
// across barriers in a frame of fixed layout. All of it needs a call graph without cycles and
// unknown edges: one with `f → g → f` has no bound on stack or frame.
//
// Recursion is a strongly connected component of LLVM's call graph with more than one function, or
// with a self edge (scc_iterator::hasCycle, Tarjan's algorithm). Each component gives one error
// with all names. Checks run before any inlining, because locations and source names are still
// there.

#include "passes/finalize/check_calls_pass.h"

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "passes/finalize/printf_writer.h"

namespace compiler::passes {
namespace {

// Reports each call without a known callee, and inline assembly of unknown origin. Returns true if
// there was one.
bool rejectIndirectCalls(const llvm::Function &function) {
  bool found = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->getCalledFunction() || isKnownAssembly(*call)) {
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

// Reports a function referred to by anything but calls. Returns true if that is so.
bool rejectTakenAddress(const llvm::Function &function) {
  if (!function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true)) {
    return false;
  }
  reportError(function, "function pointers are not supported: the address of function '" +
                            sourceName(function.getName()) + "' is taken");
  return true;
}

// Reports a symbol with a reserved prefix. Later passes declare functions of such names and rely on
// their types.
bool rejectReservedName(const llvm::GlobalValue &value) {
  if (!value.getName().starts_with(muxPrefix) && !value.getName().starts_with(printfWriterPrefix)) {
    return false;
  }
  reportError(*value.getParent(), "the name '" + value.getName() + "' is reserved");
  return true;
}

// The source names of a cycle's functions, as "'a', 'b' and 'c'". A kernel's stub and body (Clang's
// two functions per kernel) have one source name, listed once.
std::string listNames(const std::vector<llvm::CallGraphNode *> &nodes) {
  std::vector<std::string> names;
  for (const llvm::CallGraphNode *node : nodes) {
    if (const llvm::Function *function = node->getFunction()) {
      names.push_back("'" + sourceName(function->getName()) + "'");
    }
  }
  // A kernel's stub and body have one source name.
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string text = names.front();
  for (size_t i = 1; i < names.size(); ++i) {
    text += (i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

// Reports each cycle of the call graph. Returns true if there was one.
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
