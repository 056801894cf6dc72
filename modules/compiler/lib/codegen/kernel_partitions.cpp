// Partitions of a program's kernels
// ---------------------------------
// The kernel pipeline treats each kernel by itself. So the kernels of a large program are divided
// into up to eight partitions (doc/decisions/016-code-generation-partitions.md). Each is read
// lazily from the program's bitcode into an LLVMContext of its own, and goes through kernel
// pipeline and code generation on a thread of its own. lld links the objects:
//
//   program: a, b, c, f (called by a and b)
//
//   partition 0: a, b, f     partition 1: c      tables: entry points of a, b, c; metadata
//        object 0                object 1              object 2      -->  lld  -->  one binary
//
// The kernel table and the program metadata exist once per binary. So extractTable() takes them out
// of each partition, and defineKernelTable() joins them in a small module of their own.
//
// Invariants:
// * Each kernel is an entry point in exactly one partition; partitions are contiguous in the
//   module's order and of similar weight.
// * A function or constant needed by several partitions is copied into each. Programs that could
//   observe the copies are not divided: those with program-scope variables in global memory, and
//   those where the address of a constant may escape from a kernel.
// * The weight estimates work, not size: a builtin is still a call here, and grows when it is
//   linked.

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

// Address spaces of SPIR; finalized modules still use them.
constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;

/// Least weight of a partition, in instructions of the finalized module. Reading a module, linking
/// the builtins and describing the machine takes as long as code for some hundred instructions.
constexpr uint64_t weightOfPartition = 600;
/// Weight of a call: of a builtin, linked in later, or of another function, inlined later.
constexpr uint64_t weightOfCall = 12;
/// Most partitions of a program.
constexpr uint64_t maxPartitions = 8;

/// Returns true for pointers, and vectors of pointers, into the constant address space.
bool isConstantPointer(const llvm::Type *type) {
  type = type->getScalarType();
  return type->isPointerTy() && type->getPointerAddressSpace() == constantSpace;
}

/// Returns true if the user may make a constant's address observable: as an integer, in another
/// address space, or in memory. Loads and address computations do not.
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

/// The functions and constants that a kernel refers to, at any depth, found with a work list.
class Reach {
 public:
  explicit Reach(const Function &root) { add(root); }
  Reach() = default;
  /// Adds a root.
  void add(const Function &root) { visit(root); }

  const llvm::SetVector<const Function *> &functions() const {
    return functions_;
  }  ///< the kernel included; in a stable order
  /// Returns true if some user may leak a constant's address.
  bool leaks() const { return leaks_; }

 private:
  /// Walks over constants and functions, each once.
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
  /// Queues the constants used by a function's instructions.
  void visitBody(const Function &function, llvm::SmallVectorImpl<const llvm::Constant *> &work) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      visitOperands(instruction, work);
    }
  }
  /// Queues a user's constant operands.
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

/// Returns the estimated work on a function; intrinsics count as single instructions.
uint64_t weightOf(const Function &function) {
  uint64_t weight = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const bool isCall =
        llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
    weight += isCall ? weightOfCall : 1;
  }
  return weight;
}

/// Returns true if kernels share variables in global memory or mutable ones in constant memory, or
/// if there are aliases.
bool sharesVariables(const llvm::Module &module) {
  const auto isCommon = [](const llvm::GlobalVariable &variable) {
    return variable.getAddressSpace() == globalSpace ||
           (variable.getAddressSpace() == constantSpace && !variable.isConstant());
  };
  return !module.alias_empty() || !module.ifunc_empty() || llvm::any_of(module.globals(), isCommon);
}

/// Returns true if kernels share state that cannot be copied to other objects of one binary: also
/// debug information with its one compile unit.
bool sharesState(const llvm::Module &module) {
  return !module.debug_compile_units().empty() || sharesVariables(module);
}

/// Turns a definition into a declaration.
void declareOnly(Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

/// Turns a kernel into a plain function, for its callers in another partition.
void demote(Function &kernel) {
  kernel.removeFnAttr("mux-kernel");
  kernel.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Makes the failure for bitcode that LLVM cannot read.
Failure readFailure(llvm::Error error) {
  return {Error::internalFailure,
          "a partition of a module cannot be read: " + llvm::toString(std::move(error))};
}

}  // namespace

/// The middle of a kernel, in weights from the start, chooses its partition.
KernelPartitions divideKernels(const llvm::Module &module) {
  KernelPartitions divided;
  std::vector<Reach> reaches;
  std::vector<const Function *> kernels;
  std::vector<uint64_t> weights;
  if (sharesState(module)) {
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

bool areKernelsSeparable(const llvm::Module &module) {
  if (sharesVariables(module)) {
    return false;
  }
  Reach reach;
  for (const Function &function : module) {
    if (passes::isKernel(function)) {
      reach.add(function);
    }
  }
  return !reach.leaks();
}

/// Lazy reading: bodies outside of the partition are dropped before they are parsed. Then
/// declarations without uses go, so later passes do not see them.
Result<std::unique_ptr<llvm::Module>> KernelPartitions::read(size_t partition,
                                                             llvm::LLVMContext &context) const {
  const llvm::StringRef text(reinterpret_cast<const char *>(whole.data()), whole.size());
  auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "program"), context);
  if (!lazy) {
    return readFailure(lazy.takeError());
  }
  llvm::Module &module = **lazy;
  for (Function &function : module) {
    if (!function.isDeclaration() &&
        !partitions[partition].functions.contains(function.getName())) {
      declareOnly(function);
    }
  }
  if (llvm::Error failed = module.materializeAll()) {
    return readFailure(std::move(failed));
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

/// The metadata's bytes are the initialiser of the variable with the ELF note.
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
  auto metadata = mux::readProgramMetadata(std::as_bytes(std::span(text.data(), text.size())));
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
  const std::string prefix = passes::partitionSymbolPrefix + std::to_string(partition) + '.';
  for (llvm::GlobalValue &value : module.global_values()) {
    if (value.hasLocalLinkage()) {
      value.setName(prefix + value.getName());
    }
  }
  return table.symbols.size() == table.metadata.kernels.size();
}

/// All partitions have the same strings and target, so the first one's are used.
void defineKernelTable(llvm::Module &module, std::vector<PartitionTable> tables) {
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
