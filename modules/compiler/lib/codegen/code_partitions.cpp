// Partitions of a large kernel
// ----------------------------
// Optimising and generating code for the many functions of a large kernel takes most of its build.
// So they go into modules of their own, each in its own LLVMContext, for threads to work on at the
// same time. lld links the objects as if they were one:
//
//   module                          module (first)        partition 0      partition 1
//   kernel k  calls region a, b     k; declares a, b      region a         region b
//   region a  uses table, helper    table, helper         declares helper, table (as in 0)
//   region b  uses table
//
// LLVM's SplitModule and ThinLTO have the same purpose. SplitModule clones the whole module per
// partition; here each partition reads lazily, from one bitcode, only the bodies it needs.
//
// Invariants:
// * The kernel itself, and all functions without the mark, stay in the first module.
// * Each marked function is in exactly one partition. Partitions are contiguous in the module's
// order and
//   of similar size, at most maxPartitions.
// * Local functions marked always-inline stay local: each partition has its own copy to inline.
// * Variables are defined in the first module. Partitions see constants' initialisers as
//   available_externally, so constant folding works in all of them.
// * Names of local symbols get a prefix: a local function called `memset` must not become the
//   `memset` of the C runtime's support objects.

#include "codegen/code_partitions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm_support/bitcode.h"
#include "passes/abi/emit_kernel_table_pass.h"
#include "passes/work_items/work_item_loops_pass.h"

namespace compiler {

namespace {

/// Instructions before optimisation; two thirds remain after it. Reading a module and describing
/// the machine takes as long as generating code for some hundred instructions, so this size pays.
constexpr unsigned instructionsOfPartition = 3000;
/// Most partitions of a module.
constexpr unsigned maxPartitions = 4;

/// Returns the marked functions in the module's order.
std::vector<llvm::Function *> partitionFunctions(llvm::Module &module) {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(passes::outlinedRegionAttribute)) {
      functions.push_back(&function);
    }
  }
  return functions;
}

/// Returns true for local functions that vanish by inlining; they are copied instead of shared.
bool isToBeInlined(const llvm::Function &function) {
  return function.hasLocalLinkage() && function.hasFnAttribute(llvm::Attribute::AlwaysInline);
}

/// A marked function with the functions inlined into it, at any depth.
struct PartitionReach {
  explicit PartitionReach(llvm::Function &marked) { add(marked); }

  llvm::SmallSetVector<llvm::Function *, 4> functions;  ///< the marked function first
  unsigned size = 0;                                    ///< in instructions

 private:
  /// Adds a function and the always-inline callees of its body.
  void add(llvm::Function &function) {
    if (!functions.insert(&function)) {
      return;
    }
    size += function.getInstructionCount();
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && isToBeInlined(*callee)) {
        add(*callee);
      }
    }
  }
};

/// Gives a local function and its calls LLVM's fast calling convention. GlobalOpt would do so
/// later, but only for local functions, and this one is about to become global. Functions with an
/// address taken or another convention are left alone.
void useFastCalls(llvm::Function &function) {
  if (function.isVarArg() || function.getCallingConv() != llvm::CallingConv::C ||
      function.hasAddressTaken()) {
    return;
  }
  function.setCallingConv(llvm::CallingConv::Fast);
  for (llvm::User *user : function.users()) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      call->setCallingConv(llvm::CallingConv::Fast);
    }
  }
}

/// Makes local symbols hidden global ones, so that other modules of the same link can refer to
/// them.
void showLocals(llvm::Module &module, llvm::StringRef prefix) {
  for (llvm::GlobalValue &value : module.global_values()) {
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    if (!value.hasLocalLinkage() || value.isDeclaration() ||
        (function && isToBeInlined(*function))) {
      continue;
    }
    if (function) {
      useFastCalls(*function);
    }
    value.setName(prefix + value.getName());
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    value.setDSOLocal(true);
  }
}

/// Turns a definition into a declaration.
void declareOnly(llvm::Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

/// Turns the variables of a partition into declarations. Constants keep their initialisers as
/// available_externally, for folding. Lists such as llvm.used stay in the first module alone.
void declareVariables(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals())) {
    if (variable.hasAppendingLinkage()) {
      variable.eraseFromParent();
    } else if (!variable.isDeclaration()) {
      const bool isKnown = variable.isConstant() && variable.hasDefinitiveInitializer();
      if (!isKnown) {
        variable.setInitializer(nullptr);
      }
      variable.setLinkage(isKnown ? llvm::GlobalValue::AvailableExternallyLinkage
                                  : llvm::GlobalValue::ExternalLinkage);
      variable.setComdat(nullptr);
    }
  }
}

/// Makes the failure for bitcode that LLVM cannot read.
Failure readFailure(llvm::Error error) {
  return {Error::internalFailure,
          "a partition of a module cannot be read: " + llvm::toString(std::move(error))};
}

}  // namespace

/// The middle of a function, in instructions from the start, chooses its partition. So partitions
/// have similar sizes without sorting, and neighbours stay together.
CodePartitions extractPartitions(llvm::Module &module, llvm::StringRef name) {
  CodePartitions divided;
  std::vector<PartitionReach> reaches;
  unsigned size = 0;
  for (llvm::Function *function : partitionFunctions(module)) {
    size += reaches.emplace_back(*function).size;
  }
  if (size < instructionsOfPartition || !module.debug_compile_units().empty() ||
      !module.alias_empty() || !module.ifunc_empty()) {
    return divided;
  }
  showLocals(module, (passes::partitionSymbolPrefix + name).str());
  divided.whole = writeBitcode(module);
  divided.partitions.resize(std::min(size / instructionsOfPartition, maxPartitions));
  unsigned before = 0;
  for (const PartitionReach &reach : reaches) {
    const uint64_t middle = before + reach.size / 2;
    llvm::StringSet<> &partition = divided.partitions[middle * divided.partitions.size() / size];
    for (const llvm::Function *function : reach.functions) {
      partition.insert(function->getName());
    }
    before += reach.size;
  }
  for (const PartitionReach &reach : reaches) {
    declareOnly(*reach.functions.front());
  }
  return divided;
}

/// Lazy reading: bodies outside of the partition are dropped before they are parsed.
Result<std::unique_ptr<llvm::Module>> CodePartitions::read(size_t partition,
                                                           llvm::LLVMContext &context) const {
  const llvm::StringRef text(reinterpret_cast<const char *>(whole.data()), whole.size());
  auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "partition"), context);
  if (!lazy) {
    return readFailure(lazy.takeError());
  }
  llvm::Module &module = **lazy;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && !partitions[partition].contains(function.getName())) {
      declareOnly(function);
    }
  }
  if (llvm::Error failed = module.materializeAll()) {
    return readFailure(std::move(failed));
  }
  declareVariables(module);
  return std::move(*lazy);
}

}  // namespace compiler
