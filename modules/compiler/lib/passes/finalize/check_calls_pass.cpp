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
#include "passes/finalize/lower_function_pointers_pass.h"
#include "passes/finalize/printf_writer.h"

namespace compiler::passes {
namespace {

// Reports each call without a known callee, and inline assembly of unknown origin. Returns true if
// there was one. LowerFunctionPointersPass has left variadic calls, and calls of a function of
// another type.
bool rejectIndirectCalls(const llvm::Function &function) {
  bool found = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->getCalledFunction() || isKnownAssembly(*call)) {
      continue;
    }
    const std::string place = " (in function '" + sourceName(function.getName()) + "')";
    if (call->isInlineAsm()) {
      reportError(*call, "inline assembly is not supported" + place);
    } else if (call->getFunctionType()->isVarArg()) {
      reportError(*call, "a variadic call through a pointer is not supported" + place);
    } else {
      reportError(*call, "the called function has another type than the call" + place);
    }
    found = true;
  }
  return found;
}

// Reports a function referred to by anything but calls: kernels, and functions with an alias, after
// LowerFunctionPointersPass. Returns true if that is so.
bool rejectTakenAddress(const llvm::Function &function) {
  if (!function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true)) {
    return false;
  }
  const std::string name = "'" + sourceName(function.getName()) + "'";
  const bool isKernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  reportError(function, isKernel ? "a kernel cannot be called through a pointer: the address of " +
                                       name + " is taken"
                                 : "aliases of functions are not supported: " + name + " has one");
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

// Returns true for a function that chooses the target of a call through a pointer.
bool isChoice(const llvm::CallGraphNode *node) {
  return node->getFunction() && node->getFunction()->getName().starts_with(indirectCallPrefix);
}

// The source names of a cycle's functions, as "'a', 'b' and 'c'". A kernel's stub and body (Clang's
// two functions per kernel) have one source name, listed once.
std::string listNames(const std::vector<llvm::CallGraphNode *> &nodes) {
  std::vector<std::string> names;
  for (const llvm::CallGraphNode *node : nodes) {
    const llvm::Function *function = node->getFunction();
    if (function && !isChoice(node)) {
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

// Reports a cycle of the call graph. With a call through a pointer in it, the program may never
// take the cycle, so the message says the reason.
void reportCycle(const std::vector<llvm::CallGraphNode *> &cycle) {
  const auto choices = llvm::count_if(cycle, isChoice);
  const bool isAlone = cycle.size() - static_cast<size_t>(choices) == 1;
  const auto *first = llvm::find_if_not(cycle, isChoice)[0];
  std::string message = "recursion is not supported: function " + listNames(cycle);
  if (choices == 0) {
    message += isAlone ? " calls itself" : " form a cycle of calls";
  } else {
    message += isAlone ? " can call itself through a pointer" : " can form a cycle of calls";
    message += "; a call through a pointer may reach each function of its type";
  }
  reportError(*first->getFunction(), message);
}

// Reports each cycle of the call graph. Returns true if there was one.
bool rejectRecursion(llvm::Module &module) {
  bool found = false;
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (component.hasCycle()) {
      reportCycle(*component);
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
