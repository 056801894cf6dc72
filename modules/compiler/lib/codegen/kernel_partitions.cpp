// Each kernel of a program is brought to code on its own: what the kernel pipeline does to one does
// not depend on the others. So the kernels of a large program go into partitions, each read from
// the program's bitcode into an LLVMContext of its own, with the functions that its kernels reach,
// and partitions go through the pipeline and code generation at the same time. lld links their
// objects.
//
// What is left is the kernel table and the program metadata, which a runtime expects to be one for
// all: those of the partitions are taken out, and joined in a module that refers to the entry
// points.
//
// Functions and constants that several partitions need are in each of them. Nobody can tell, unless
// a constant's address leaves a kernel; programs where it may are not divided.

#include "codegen/kernel_partitions.h"

#include <algorithm>
#include <numeric>

#include "ir/kernel_conventions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm_support/bitcode.h"
#include "mux/abi.h"
#include "passes/abi/emit_kernel_table_pass.h"

namespace compiler {
namespace {

using llvm::Function;

// Of SPIR, which finalized modules have.
constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;

/// In instructions of the finalized module. Reading a module, the builtins and the description of
/// the machine take as long as code for some hundred.
constexpr uint64_t weightOfPartition = 600;
/// A call of a builtin, which is linked in later, or of another function.
constexpr uint64_t weightOfCall = 12;
constexpr uint64_t maxPartitions = 8;

bool isConstantPointer(const llvm::Type *type) {
  type = type->getScalarType();
  return type->isPointerTy() && type->getPointerAddressSpace() == constantSpace;
}

bool leaksConstantAddress(const llvm::User &user) {
  switch (llvm::Operator::getOpcode(&user)) {
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::PtrToAddr:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::Store:
      return isConstantPointer(user.getOperand(0)->getType());
    default:
      return false;
  }
}

/// Functions and constants that something refers to, at any depth.
class Reach {
 public:
  explicit Reach(const Function &root) { visit(root); }

  const llvm::SetVector<const Function *> &functions() const { return functions_; }
  bool leaks() const { return leaks_; }

 private:
  void visit(const llvm::Constant &root) {
    llvm::SmallVector<const llvm::Constant *> work = {&root};
    while (!work.empty()) {
      const llvm::Constant *constant = work.pop_back_val();
      if (!seen_.insert(constant).second) {
        continue;
      }
      const auto *function = llvm::dyn_cast<Function>(constant);
      if (function && !function->isDeclaration()) {
        functions_.insert(function);
        visitBody(*function, work);
      }
      visitOperands(*constant, work);
    }
  }
  void visitBody(const Function &function, llvm::SmallVectorImpl<const llvm::Constant *> &work) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      visitOperands(instruction, work);
    }
  }
  void visitOperands(const llvm::User &user, llvm::SmallVectorImpl<const llvm::Constant *> &work) {
    leaks_ |= leaksConstantAddress(user);
    for (const llvm::Use &use : user.operands()) {
      if (const auto *constant = llvm::dyn_cast<llvm::Constant>(use.get())) {
        work.push_back(constant);
      }
    }
  }

  llvm::SmallPtrSet<const llvm::Constant *, 32> seen_;
  llvm::SetVector<const Function *> functions_;
  bool leaks_ = false;
};

uint64_t weightOf(const Function &function) {
  uint64_t weight = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const bool isCall =
        llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
    weight += isCall ? weightOfCall : 1;
  }
  return weight;
}

/// Whether kernels have variables in common, or debug information, which has a unit for all.
bool hasCommonParts(const llvm::Module &module) {
  const auto isCommon = [](const llvm::GlobalVariable &variable) {
    return variable.getAddressSpace() == globalSpace ||
           (variable.getAddressSpace() == constantSpace && !variable.isConstant());
  };
  return !module.debug_compile_units().empty() || !module.alias_empty() || !module.ifunc_empty() ||
         llvm::any_of(module.globals(), isCommon);
}

void declareOnly(Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

/// As its function, not as an entry point.
void demote(Function &kernel) {
  kernel.removeFnAttr("mux-kernel");
  kernel.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace

KernelPartitions divideKernels(const llvm::Module &module) {
  KernelPartitions divided;
  std::vector<Reach> reaches;
  std::vector<const Function *> kernels;
  std::vector<uint64_t> weights;
  if (hasCommonParts(module)) {
    return divided;
  }
  for (const Function &function : module) {
    if (passes::isKernel(function)) {
      kernels.push_back(&function);
      const Reach &reach = reaches.emplace_back(function);
      weights.push_back(0);
      for (const Function *each : reach.functions()) {
        weights.back() += weightOf(*each);
      }
      if (reach.leaks()) {
        return divided;
      }
    }
  }
  const uint64_t total = std::accumulate(weights.begin(), weights.end(), uint64_t{0});
  const uint64_t count =
      std::min({total / weightOfPartition, maxPartitions, uint64_t{kernels.size()}});
  if (count < 2) {
    return divided;
  }
  std::vector<KernelPartitions::Partition> partitions(count);
  uint64_t before = 0;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const uint64_t middle = before + weights[i] / 2;
    KernelPartitions::Partition &partition =
        partitions[std::min(middle * count / total, count - 1)];
    before += weights[i];
    partition.kernels.insert(kernels[i]->getName());
    for (const Function *each : reaches[i].functions()) {
      partition.functions.insert(each->getName());
    }
  }
  std::erase_if(partitions, [](const auto &partition) { return partition.kernels.empty(); });
  if (partitions.size() > 1) {
    divided.whole = writeBitcode(module);
    divided.partitions = std::move(partitions);
  }
  return divided;
}

std::unique_ptr<llvm::Module> KernelPartitions::read(size_t partition, llvm::LLVMContext &context,
                                                     std::string &error) const {
  const llvm::StringRef text(reinterpret_cast<const char *>(whole.data()), whole.size());
  auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "program"), context);
  if (!lazy) {
    error = llvm::toString(lazy.takeError());
    return nullptr;
  }
  llvm::Module &module = **lazy;
  for (Function &function : module) {
    if (!function.isDeclaration() &&
        !partitions[partition].functions.contains(function.getName())) {
      declareOnly(function);
    }
  }
  if (llvm::Error failed = module.materializeAll()) {
    error = llvm::toString(std::move(failed));
    return nullptr;
  }
  for (Function &function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration() && function.use_empty()) {
      function.eraseFromParent();
    } else if (passes::isKernel(function) &&
               !partitions[partition].kernels.contains(function.getName())) {
      demote(function);
    }
  }
  return std::move(*lazy);
}

bool extractTable(llvm::Module &module, size_t partition, PartitionTable &table) {
  llvm::GlobalVariable *entries = module.getNamedGlobal(MUX_KERNEL_TABLE_SYMBOL);
  llvm::GlobalVariable *bytes = module.getGlobalVariable(passes::programMetadataVariable, true);
  const auto *data = bytes && bytes->hasInitializer()
                         ? llvm::dyn_cast<llvm::ConstantDataSequential>(bytes->getInitializer())
                         : nullptr;
  if (!entries || !data) {
    return false;
  }
  const llvm::StringRef text = data->getRawDataValues();
  auto metadata =
      mux::readProgramMetadata(std::as_bytes(std::span(text.data(), text.size())), nullptr);
  if (!metadata) {
    return false;
  }
  table.metadata = std::move(*metadata);
  for (const Function *kernel : passes::kernelsOf(module)) {
    table.symbols.push_back(kernel->getName().str());
  }
  llvm::removeFromUsedLists(module,
                            [&](llvm::Constant *each) { return each == entries || each == bytes; });
  entries->eraseFromParent();
  bytes->eraseFromParent();
  const std::string prefix = "kiln.partition." + std::to_string(partition) + '.';
  for (llvm::GlobalValue &value : module.global_values()) {
    if (value.hasLocalLinkage()) {
      value.setName(prefix + value.getName());
    }
  }
  return table.symbols.size() == table.metadata.kernels.size();
}

void defineTable(llvm::Module &module, std::vector<PartitionTable> tables) {
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
  llvm::SmallVector<Function *> kernels;
  mux::ProgramMetadata metadata = std::move(tables.front().metadata);
  for (size_t i = 0; i < tables.size(); ++i) {
    for (const std::string &symbol : tables[i].symbols) {
      auto *kernel = Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
      kernel->setVisibility(llvm::GlobalValue::HiddenVisibility);
      kernel->setDSOLocal(true);
      kernels.push_back(kernel);
    }
    if (i > 0) {
      std::ranges::move(tables[i].metadata.kernels, std::back_inserter(metadata.kernels));
    }
  }
  passes::emitKernelTable(module, kernels, metadata);
}

}  // namespace compiler
