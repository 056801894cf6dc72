// A large kernel is many functions, and to optimise them and to generate code for them takes most
// of the time of its build. They go into modules of their own, each in an LLVMContext of its own,
// which threads can work on at the same time; lld links the objects as it links one.
//
// Modules travel as bitcode, written once and read lazily: a partition reads the bodies of its own
// functions, and of those that it will inline, alone. What was local to the module has to be found
// from the others: it gets hidden symbols, of names that mean nothing to the C runtime's support
// objects. Variables stay in the first module; what is constant in them is known in all.

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

/// Instructions before they are optimised, which leaves two thirds. Reading a module and describing
/// the machine takes as long as code for some hundred.
constexpr unsigned instructionsOfPartition = 3000;
constexpr unsigned maxPartitions = 4;

std::vector<llvm::Function *> partitionFunctions(llvm::Module &module) {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(passes::largePartAttribute)) {
      functions.push_back(&function);
    }
  }
  return functions;
}

bool isToBeInlined(const llvm::Function &function) {
  return function.hasLocalLinkage() && function.hasFnAttribute(llvm::Attribute::AlwaysInline);
}

/// A partition and all that it will inline.
struct PartitionReach {
  explicit PartitionReach(llvm::Function &partition) { add(partition); }

  llvm::SmallSetVector<llvm::Function *, 4> functions;
  unsigned size = 0;  ///< in instructions

 private:
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

/// As LLVM calls what nobody else can call; afterwards it would not know that.
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

void declareOnly(llvm::Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

/// Variables are defined in the first module, and what their constants are is known to all.
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

}  // namespace

CodePartitions extractPartitions(llvm::Module &module, llvm::StringRef name) {
  CodePartitions partitions;
  std::vector<PartitionReach> reaches;
  unsigned size = 0;
  for (llvm::Function *function : partitionFunctions(module)) {
    size += reaches.emplace_back(*function).size;
  }
  if (size < instructionsOfPartition || !module.debug_compile_units().empty() ||
      !module.alias_empty() || !module.ifunc_empty()) {
    return partitions;
  }
  showLocals(module, (passes::partitionSymbolPrefix + name).str());
  partitions.whole = writeBitcode(module);
  partitions.groups.resize(std::min(size / instructionsOfPartition, maxPartitions));
  unsigned before = 0;
  for (const PartitionReach &reach : reaches) {
    const uint64_t middle = before + reach.size / 2;
    llvm::StringSet<> &group = partitions.groups[middle * partitions.groups.size() / size];
    for (const llvm::Function *function : reach.functions) {
      group.insert(function->getName());
    }
    before += reach.size;
  }
  for (const PartitionReach &reach : reaches) {
    declareOnly(*reach.functions.front());
  }
  return partitions;
}

std::unique_ptr<llvm::Module> CodePartitions::read(size_t group, llvm::LLVMContext &context,
                                                   std::string &error) const {
  const llvm::StringRef text(reinterpret_cast<const char *>(whole.data()), whole.size());
  auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "partition"), context);
  if (!lazy) {
    error = llvm::toString(lazy.takeError());
    return nullptr;
  }
  llvm::Module &module = **lazy;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && !groups[group].contains(function.getName())) {
      declareOnly(function);
    }
  }
  if (llvm::Error failed = module.materializeAll()) {
    error = llvm::toString(std::move(failed));
    return nullptr;
  }
  declareVariables(module);
  return std::move(*lazy);
}

}  // namespace compiler
