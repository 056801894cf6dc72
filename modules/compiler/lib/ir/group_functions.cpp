#include "ir/group_functions.h"

#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// An operation's name and its forms in LLVM IR. The table is indexed by GroupOperation.
struct OperationRow {
  GroupOperation operation;
  StringLiteral name;
  Intrinsic::ID combine;  ///< intrinsic of two values, or 0: then `opcode`
  unsigned opcode;
  Intrinsic::ID elements;  ///< intrinsic that reduces a vector
};
constexpr OperationRow operations[] = {
    {GroupOperation::add, "add", 0, Instruction::Add, Intrinsic::vector_reduce_add},
    {GroupOperation::mul, "mul", 0, Instruction::Mul, Intrinsic::vector_reduce_mul},
    {GroupOperation::smin, "smin", Intrinsic::smin, 0, Intrinsic::vector_reduce_smin},
    {GroupOperation::umin, "umin", Intrinsic::umin, 0, Intrinsic::vector_reduce_umin},
    {GroupOperation::smax, "smax", Intrinsic::smax, 0, Intrinsic::vector_reduce_smax},
    {GroupOperation::umax, "umax", Intrinsic::umax, 0, Intrinsic::vector_reduce_umax},
    {GroupOperation::fadd, "fadd", 0, Instruction::FAdd, Intrinsic::vector_reduce_fadd},
    {GroupOperation::fmul, "fmul", 0, Instruction::FMul, Intrinsic::vector_reduce_fmul},
    {GroupOperation::fmin, "fmin", Intrinsic::minnum, 0, Intrinsic::vector_reduce_fmin},
    {GroupOperation::fmax, "fmax", Intrinsic::maxnum, 0, Intrinsic::vector_reduce_fmax},
    {GroupOperation::bitAnd, "and", 0, Instruction::And, Intrinsic::vector_reduce_and},
    {GroupOperation::bitOr, "or", 0, Instruction::Or, Intrinsic::vector_reduce_or},
    {GroupOperation::bitXor, "xor", 0, Instruction::Xor, Intrinsic::vector_reduce_xor},
};

/// Returns the operation's row.
const OperationRow &rowOf(GroupOperation operation) {
  return operations[static_cast<size_t>(operation)];
}

/// A kind's part of the name. The table is indexed by GroupFunctionKind.
struct KindRow {
  GroupFunctionKind kind;
  StringLiteral name;
};
constexpr KindRow kinds[] = {
    {GroupFunctionKind::all, "all"},
    {GroupFunctionKind::any, "any"},
    {GroupFunctionKind::broadcast, "broadcast"},
    {GroupFunctionKind::shuffle, "shuffle"},
    {GroupFunctionKind::ballot, "ballot"},
    {GroupFunctionKind::reduce, "reduce"},
    {GroupFunctionKind::clusteredReduce, "clustered_reduce"},
    {GroupFunctionKind::scanInclusive, "scan_inclusive"},
    {GroupFunctionKind::scanExclusive, "scan_exclusive"},
};

/// Returns true for functions of booleans, whose names have no type.
bool isVote(GroupFunctionKind kind) {
  return kind == GroupFunctionKind::all || kind == GroupFunctionKind::any ||
         kind == GroupFunctionKind::ballot;
}

/// Returns true for kinds with an operation in their names.
bool hasOperation(GroupFunctionKind kind) {
  return kind == GroupFunctionKind::reduce || kind == GroupFunctionKind::clusteredReduce ||
         kind == GroupFunctionKind::scanInclusive || kind == GroupFunctionKind::scanExclusive;
}

constexpr StringLiteral workGroupPrefix = "__mux_work_group_";
constexpr StringLiteral subGroupPrefix = "__mux_sub_group_";

/// Returns a type's part of the name: f or i, then its bits.
std::string nameOf(Type *type) {
  const std::string bits = std::to_string(type->getScalarSizeInBits());
  return (type->isFloatingPointTy() ? "f" : "i") + bits;
}

}  // namespace

std::string groupFunctionName(const GroupFunction &function, Type *type) {
  StringRef prefix = function.level == GroupLevel::workGroup ? workGroupPrefix : subGroupPrefix;
  std::string name = (prefix + kinds[static_cast<size_t>(function.kind)].name).str();
  if (isVote(function.kind)) {
    return name;
  }
  if (hasOperation(function.kind)) {
    name += ("_" + rowOf(function.operation).name).str();
  }
  return name + "_" + nameOf(type);
}

std::optional<GroupFunction> parseGroupFunction(StringRef name) {
  const bool inWorkGroup = name.consume_front(workGroupPrefix);
  if (!inWorkGroup && !name.consume_front(subGroupPrefix)) {
    return std::nullopt;
  }
  const GroupLevel level = inWorkGroup ? GroupLevel::workGroup : GroupLevel::subGroup;
  for (const KindRow &row : kinds) {
    StringRef rest = name;
    if (!rest.consume_front(row.name)) {
      continue;
    }
    if (isVote(row.kind)) {
      return rest.empty() ? std::optional(GroupFunction{level, row.kind}) : std::nullopt;
    }
    if (!rest.consume_front("_")) {
      continue;
    }
    if (!hasOperation(row.kind)) {
      return GroupFunction{level, row.kind};
    }
    const auto *operation = find_if(
        operations, [&](const OperationRow &each) { return each.name == rest.split('_').first; });
    if (operation == std::end(operations)) {
      return std::nullopt;
    }
    return GroupFunction{level, row.kind, operation->operation};
  }
  return std::nullopt;
}

std::optional<GroupFunction> groupFunction(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->isDeclaration()) {
    return std::nullopt;
  }
  return parseGroupFunction(callee->getName());
}

Function *declareSubGroupIdFunction(Module &module, StringRef name) {
  Type *i32 = Type::getInt32Ty(module.getContext());
  auto callee = module.getOrInsertFunction(name, FunctionType::get(i32, {i32}, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->addFnAttr(Attribute::WillReturn);
  return function;
}

unsigned sizeOfSubGroupId(const Instruction &instruction) {
  StringRef name = calledName(instruction);
  if (name != subGroupIdName && name != subGroupLocalIdName) {
    return 0;
  }
  auto *size = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
  return size ? size->getLimitedValue(UINT32_MAX) : 0;
}

unsigned sizeOfSubGroupIds(const Function &function) {
  for (const Instruction &instruction : instructions(function)) {
    if (unsigned size = sizeOfSubGroupId(instruction)) {
      return size;
    }
  }
  return 0;
}

unsigned subGroupSizeOf(const Function &kernel) {
  const SmallVector<uint64_t> size = properties(kernel, subGroupProperties);
  return size.empty() ? 0 : size.front();
}

bool isGroupSynchronisation(const Instruction &instruction) {
  return isBarrier(instruction) || calledName(instruction) == muxSubGroupBarrier ||
         groupFunction(instruction);
}

bool hasGroupSynchronisation(const Function &function) {
  return any_of(instructions(function), isGroupSynchronisation);
}

bool hasGroupSynchronisation(const Loop &loop) {
  return any_of(loop.blocks(),
                [](const BasicBlock *block) { return any_of(*block, isGroupSynchronisation); });
}

bool isSubGroupSynchronisation(const Instruction &instruction) {
  auto function = groupFunction(instruction);
  return calledName(instruction) == muxSubGroupBarrier ||
         (function && function->level == GroupLevel::subGroup);
}

Function *declareGroupFunction(Module &module, const GroupFunction &function, Type *type) {
  SmallVector<Type *> parameters = {type};
  LLVMContext &context = module.getContext();
  if (function.takesSize()) {
    parameters.push_back(module.getDataLayout().getIntPtrType(module.getContext()));
  } else if (function.takesNumber()) {
    parameters.push_back(Type::getInt32Ty(context));
  }
  Type *result = function.kind == GroupFunctionKind::ballot ? Type::getInt64Ty(context) : type;
  auto callee = module.getOrInsertFunction(groupFunctionName(function, type),
                                           FunctionType::get(result, parameters, false));
  auto *declared = cast<Function>(callee.getCallee());
  declared->setDoesNotThrow();
  declared->addFnAttr(Attribute::WillReturn);
  declared->setConvergent();
  return declared;
}

Value *combine(IRBuilderBase &builder, GroupOperation operation, Value *a, Value *b) {
  const OperationRow &row = rowOf(operation);
  if (row.combine) {
    return builder.CreateBinaryIntrinsic(row.combine, a, b);
  }
  return builder.CreateBinOp(static_cast<Instruction::BinaryOps>(row.opcode), a, b);
}

Constant *identity(GroupOperation operation, Type *type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case GroupOperation::mul:
      return ConstantInt::get(type, 1);
    case GroupOperation::smin:
      return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
    case GroupOperation::smax:
      return ConstantInt::get(type, APInt::getSignedMinValue(bits));
    case GroupOperation::umin:
    case GroupOperation::bitAnd:
      return ConstantInt::get(type, APInt::getAllOnes(bits));
    case GroupOperation::fmul:
      return ConstantFP::get(type, 1.0);
    case GroupOperation::fmin:
      return ConstantFP::getInfinity(type, /*Negative=*/false);
    case GroupOperation::fmax:
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    default:
      return Constant::getNullValue(type);
  }
}

/// LLVM's reductions of floating-point sums and products have a start value; the reassoc flag
/// allows a tree instead of a chain.
Value *combineElements(IRBuilderBase &builder, GroupOperation operation, Value *vector) {
  Type *element = cast<VectorType>(vector->getType())->getElementType();
  Intrinsic::ID intrinsic = rowOf(operation).elements;
  if (operation != GroupOperation::fadd && operation != GroupOperation::fmul) {
    return builder.CreateUnaryIntrinsic(intrinsic, vector);
  }
  // Only the addition of -0 changes no value, and needs no code.
  Constant *start = operation == GroupOperation::fadd ? ConstantFP::getNegativeZero(element)
                                                      : identity(operation, element);
  CallInst *result = builder.CreateIntrinsic(intrinsic, {vector->getType()}, {start, vector});
  result->setHasAllowReassoc(true);
  return result;
}

/// The scan of Hillis and Steele (CACM 1986): log2(n) rounds, in round k each element is combined
/// with the one 2^k below it. The shuffle fills in the neutral element at the bottom.
Value *scanElements(IRBuilderBase &builder, GroupOperation operation, Value *vector) {
  auto *type = cast<FixedVectorType>(vector->getType());
  const int count = type->getNumElements();
  Value *none = identity(operation, type);
  for (int step = 1; step < count; step *= 2) {
    SmallVector<int> from;
    for (int i = 0; i < count; ++i) {
      from.push_back(i < step ? i : count + i - step);
    }
    vector = combine(builder, operation, builder.CreateShuffleVector(none, vector, from), vector);
  }
  return vector;
}

/// A butterfly: in the round of distance d each element is combined with the one whose number
/// differs in bit d. Clusters of up to d elements are complete before it, and keep their values.
Value *combineClusters(IRBuilderBase &builder, GroupOperation operation, Value *vector,
                       Value *sizes) {
  const int count = cast<FixedVectorType>(vector->getType())->getNumElements();
  for (int distance = 1; distance < count; distance *= 2) {
    SmallVector<int> partners;
    for (int i = 0; i < count; ++i) {
      partners.push_back(i ^ distance);
    }
    Value *combined =
        combine(builder, operation, vector, builder.CreateShuffleVector(vector, partners));
    Value *isLarger = builder.CreateICmpUGT(sizes, ConstantInt::get(sizes->getType(), distance));
    vector = builder.CreateSelect(isLarger, combined, vector);
  }
  return vector;
}

Value *shiftElementsUp(IRBuilderBase &builder, Value *before, Value *vector) {
  const int count = cast<FixedVectorType>(vector->getType())->getNumElements();
  SmallVector<int> from;
  for (int i = 0; i < count; ++i) {
    from.push_back(count - 1 + i);
  }
  return builder.CreateShuffleVector(before, vector, from);
}

}  // namespace compiler::passes
