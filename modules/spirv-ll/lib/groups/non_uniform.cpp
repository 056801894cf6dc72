// Translates non-uniform group instructions (SPIR-V 1.5 §3.32.24) to the cl_khr_subgroup_…
// builtins.
//
// These instructions combine the active work-items of a sub-group: the ones that reach the
// instruction together. The scope must be Subgroup (OpenCL SPIR-V environment specification). The
// builtins take scalars only. A vector is processed element by element, and a boolean is extended
// to int.
//
// Shuffles and broadcasts move values between work-items, reductions and scans combine them,
// ballots collect a bit of each in a uint4. The instructions of SPV_KHR_shader_ballot and
// SPV_KHR_subgroup_vote are older spellings without a scope.
//
// For example:
//
//   OpGroupNonUniformShuffle %float %subgroup %x %lane     call sub_group_shuffle(float, uint)
//   OpGroupNonUniformFAdd %float2 %subgroup Reduce %v      two calls, one for each component
//
//   OpGroupNonUniformIAdd %int %subgroup ClusteredReduce %x %four
//       call sub_group_clustered_reduce_add(int, uint 4)
#include <algorithm>

#include "groups/group_operation.h"
#include "groups/predicates.h"
#include "llvm/IR/Constants.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/scopes.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// True if a scope is the constant Subgroup; reports an error if not.
bool isSubgroup(Translator &translator, uint32_t scopeId) {
  return executionScope(translator, scopeId, {spv::Scope::Subgroup}).has_value();
}

/// True if the builtins take a scalar of this type; reports an error if not.
bool isElement(Translator &translator, llvm::Type *type) {
  if (type->isIntegerTy() || type->isFloatingPointTy()) {
    return true;
  }
  translator.fail("an operand is of a type that no builtin takes", Error::Kind::invalid);
  return false;
}

/// An operand behind the value: a lane, a distance or a size.
/// Numbers become uint or int, the types in the builtins' symbols.
struct Number {
  uint32_t id;
  bool isSigned = false;
};

/// Calls name(scalar, numbers…), with a result of the scalar's type. Null after an error.
/// The sign of the scalar selects the overload: min(int) is not min(uint).
Value *callOnScalar(Translator &translator, const std::string &name, Value *scalar, bool isSigned,
                    llvm::ArrayRef<Number> numbers) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *int32 = builder.getInt32Ty();
  std::vector<Parameter> parameters = {{.type = scalar->getType(), .isSigned = isSigned}};
  llvm::SmallVector<Value *> arguments = {scalar};
  for (const Number &number : numbers) {
    Value *value = translator.value(number.id);
    if (!value->getType()->isIntegerTy()) {
      translator.fail("an operand is no integer", Error::Kind::invalid);
      return nullptr;
    }
    parameters.push_back({.type = int32, .isSigned = number.isSigned});
    arguments.push_back(builder.CreateZExtOrTrunc(value, int32));
  }
  return callBuiltin(translator, mangle(name, parameters), scalar->getType(), arguments);
}

/// Calls the builtin for each element of a vector, and for booleans as int. Null after an error.
/// Components are independent: no operation mixes them.
Value *callOn(Translator &translator, const std::string &name, Value *value, bool isSigned,
              llvm::ArrayRef<Number> numbers) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = value->getType();
  if (!isElement(translator, type->getScalarType())) {
    return nullptr;
  }
  if (type->isIntOrIntVectorTy(1)) {
    llvm::Type *wide = type->getWithNewType(builder.getInt32Ty());
    Value *result = callOn(translator, name, builder.CreateZExt(value, wide), isSigned, numbers);
    return result ? builder.CreateIsNotNull(result) : nullptr;
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector) {
    return callOnScalar(translator, name, value, isSigned, numbers);
  }
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    Value *element =
        callOnScalar(translator, name, builder.CreateExtractElement(value, i), isSigned, numbers);
    if (!element) {
      return nullptr;
    }
    result = builder.CreateInsertElement(result, element, i);
  }
  return result;
}

/// An instruction, the end of the builtin's name, and the sign of its overload.
struct OperationRow {
  spv::Op op;
  const char *name;
  bool isSigned = false;
};
constexpr OperationRow operations[] = {
    {spv::Op::OpGroupNonUniformIAdd, "add", true},
    {spv::Op::OpGroupNonUniformFAdd, "add"},
    {spv::Op::OpGroupNonUniformIMul, "mul", true},
    {spv::Op::OpGroupNonUniformFMul, "mul"},
    {spv::Op::OpGroupNonUniformSMin, "min", true},
    {spv::Op::OpGroupNonUniformUMin, "min"},
    {spv::Op::OpGroupNonUniformFMin, "min"},
    {spv::Op::OpGroupNonUniformSMax, "max", true},
    {spv::Op::OpGroupNonUniformUMax, "max"},
    {spv::Op::OpGroupNonUniformFMax, "max"},
    {spv::Op::OpGroupNonUniformBitwiseAnd, "and", true},
    {spv::Op::OpGroupNonUniformBitwiseOr, "or", true},
    {spv::Op::OpGroupNonUniformBitwiseXor, "xor", true},
    {spv::Op::OpGroupNonUniformLogicalAnd, "logical_and", true},
    {spv::Op::OpGroupNonUniformLogicalOr, "logical_or", true},
    {spv::Op::OpGroupNonUniformLogicalXor, "logical_xor", true},
};

/// True if the operation accepts the operand's type.
/// Logical operations take booleans and bitwise ones integers, although both become the same
/// builtin types.
bool fits(const OperationRow &row, llvm::Type *type) {
  const std::string_view name = row.name;
  if (name.starts_with("logical_")) {
    return type->isIntOrIntVectorTy(1);
  }
  if (type->isIntOrIntVectorTy(1)) {
    return false;
  }
  const bool isFloat =
      row.op == spv::Op::OpGroupNonUniformFAdd || row.op == spv::Op::OpGroupNonUniformFMul ||
      row.op == spv::Op::OpGroupNonUniformFMin || row.op == spv::Op::OpGroupNonUniformFMax;
  return isFloat ? type->isFPOrFPVectorTy() : type->isIntOrIntVectorTy();
}

/// Operands: scope, group operation, value and, for clusters, their size. The builtin wants a
/// constant size, as SPIR-V does (SPIR-V 1.6 §3.32.24).
void translateArithmetic(Translator &translator, const Instruction &instruction) {
  constexpr const char *kinds[] = {
      "sub_group_non_uniform_reduce_", "sub_group_non_uniform_scan_inclusive_",
      "sub_group_non_uniform_scan_exclusive_", "sub_group_clustered_reduce_"};
  constexpr uint32_t clustered = 3;
  const uint32_t kind = instruction.operand(1);
  Value *value = translator.value(instruction.operand(2));
  const auto *row = std::ranges::find(operations, instruction.op, &OperationRow::op);
  if (!isSubgroup(translator, instruction.operand(0))) {
    return;
  }
  if (!isGroupOperation(translator, kind, std::size(kinds))) {
    return;
  }
  if (!fits(*row, value->getType())) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  llvm::SmallVector<Number> numbers;
  if (kind == clustered) {
    const auto size = translator.integer(instruction.operand(3));
    if (!size || !llvm::isPowerOf2_64(*size)) {
      return translator.fail("the size of a cluster is not a constant power of two",
                             Error::Kind::invalid);
    }
    numbers.push_back({instruction.operand(3)});
  }
  translator.setValue(instruction, callOn(translator, std::string(kinds[kind]) + row->name, value,
                                          row->isSigned, numbers));
}

/// An instruction and its builtin.
struct FunctionRow {
  spv::Op op;
  const char *name;
  bool isSigned = false;  ///< signedness of the number behind the value
};
constexpr FunctionRow moves[] = {
    {spv::Op::OpGroupNonUniformBroadcast, "sub_group_non_uniform_broadcast"},
    {spv::Op::OpGroupNonUniformShuffle, "sub_group_shuffle"},
    {spv::Op::OpGroupNonUniformShuffleXor, "sub_group_shuffle_xor"},
    {spv::Op::OpGroupNonUniformShuffleUp, "sub_group_shuffle_up"},
    {spv::Op::OpGroupNonUniformShuffleDown, "sub_group_shuffle_down"},
    {spv::Op::OpGroupNonUniformRotateKHR, "sub_group_rotate", true},
};

/// Translates shuffles, broadcasts and rotates: operands are the scope, the value and the lane.
/// Rotation by a cluster has its size as a further operand.
void translateMove(Translator &translator, const Instruction &instruction) {
  const auto *row = std::ranges::find(moves, instruction.op, &FunctionRow::op);
  if (!isSubgroup(translator, instruction.operand(0))) {
    return;
  }
  std::string name = row->name;
  llvm::SmallVector<Number> numbers = {{instruction.operand(2), row->isSigned}};
  if (instruction.op == spv::Op::OpGroupNonUniformRotateKHR && instruction.operands.size() > 3) {
    name = "sub_group_clustered_rotate";
    numbers.push_back({instruction.operand(3)});
  }
  translator.setValue(
      instruction,
      callOn(translator, name, translator.value(instruction.operand(1)), false, numbers));
}

/// Broadcasts from the first active lane.
/// The template argument is the index of the value: 1 behind a scope, 0 without one.
template <size_t operand>
void translateFirst(Translator &translator, const Instruction &instruction) {
  if (operand == 0 || isSubgroup(translator, instruction.operand(0))) {
    translator.setValue(instruction,
                        callOn(translator, "sub_group_broadcast_first",
                               translator.value(instruction.operand(operand)), false, {}));
  }
}

/// OpSubgroupReadInvocationKHR: a value and a lane, without a scope.
void translateReadInvocation(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction, callOn(translator, "sub_group_non_uniform_broadcast",
                                          translator.value(instruction.operand(0)), false,
                                          {{instruction.operand(1)}}));
}

/// OpGroupNonUniformElect: true in one active work-item.
void translateElect(Translator &translator, const Instruction &instruction) {
  if (isSubgroup(translator, instruction.operand(0))) {
    setTruth(
        translator, instruction,
        callBuiltin(translator, "_Z15sub_group_electv", translator.builder().getInt32Ty(), {}));
  }
}

/// The scope is operand 0, the predicate operand 1.
void translateVote(Translator &translator, const Instruction &instruction) {
  const bool isAll = instruction.op == spv::Op::OpGroupNonUniformAll;
  if (isSubgroup(translator, instruction.operand(0))) {
    callVote(translator, instruction, instruction.operand(1),
             isAll ? "sub_group_non_uniform_all" : "sub_group_non_uniform_any");
  }
}

/// The older spelling without a scope (SPV_KHR_subgroup_vote).
void translateSubgroupVote(Translator &translator, const Instruction &instruction) {
  callVote(translator, instruction, instruction.operand(0),
           instruction.op == spv::Op::OpSubgroupAllKHR   ? "sub_group_non_uniform_all"
           : instruction.op == spv::Op::OpSubgroupAnyKHR ? "sub_group_non_uniform_any"
                                                         : "sub_group_non_uniform_all_equal");
}

/// OpGroupNonUniformAllEqual. All elements of a vector have to be equal.
/// Each component takes a call, and the answers are combined.
void translateAllEqual(Translator &translator, const Instruction &instruction) {
  Value *value = translator.value(instruction.operand(1));
  llvm::IRBuilder<> &builder = translator.builder();
  if (!isSubgroup(translator, instruction.operand(0)) ||
      !isElement(translator, value->getType()->getScalarType())) {
    return;
  }
  if (value->getType()->isIntOrIntVectorTy(1)) {
    value = builder.CreateZExt(value, value->getType()->getWithNewType(builder.getInt32Ty()));
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  Value *result = builder.getTrue();
  for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
    Value *element = vector ? builder.CreateExtractElement(value, i) : value;
    Value *isEqual = callBuiltin(
        translator, mangle("sub_group_non_uniform_all_equal", {{.type = element->getType()}}),
        builder.getInt32Ty(), {element});
    if (!isEqual) {
      return;
    }
    result = builder.CreateAnd(result, builder.CreateIsNotNull(isEqual));
  }
  translator.setValue(instruction, result);
}

/// A bit for each of up to 128 work-items: uint4.
/// SPIR-V wants a vector of four 32-bit integers as well (SPIR-V 1.6 §3.32.24).
llvm::Type *ballotType(Translator &translator) {
  return llvm::FixedVectorType::get(translator.builder().getInt32Ty(), 4);
}

/// Collects a boolean of each active work-item.
void ballot(Translator &translator, const Instruction &instruction, uint32_t predicate) {
  if (Value *number = readPredicate(translator, predicate)) {
    translator.setValue(instruction, callBuiltin(translator, "_Z16sub_group_balloti",
                                                 ballotType(translator), {number}));
  }
}

void translateBallot(Translator &translator, const Instruction &instruction) {
  if (isSubgroup(translator, instruction.operand(0))) {
    ballot(translator, instruction, instruction.operand(1));
  }
}

void translateSubgroupBallot(Translator &translator, const Instruction &instruction) {
  ballot(translator, instruction, instruction.operand(0));
}

/// Calls a builtin that takes a ballot and further numbers. The result is a number, or a boolean by
/// comparison with 0.
/// A question with a boolean result asks about the own lane or a given one.
void askBallot(Translator &translator, const Instruction &instruction, const std::string &name,
               uint32_t ballotId, llvm::ArrayRef<uint32_t> others) {
  llvm::IRBuilder<> &builder = translator.builder();
  Value *value = translator.value(ballotId);
  llvm::Type *type = translator.type(instruction.type);
  if (value->getType() != ballotType(translator) || !type->isIntegerTy()) {
    return translator.fail("not a question about a ballot", Error::Kind::invalid);
  }
  std::vector<Parameter> parameters = {{.type = value->getType()}};
  llvm::SmallVector<Value *> arguments = {value};
  for (uint32_t id : others) {
    Value *number = translator.value(id);
    if (!number->getType()->isIntegerTy()) {
      return translator.fail("an operand is no integer", Error::Kind::invalid);
    }
    parameters.push_back({.type = builder.getInt32Ty()});
    arguments.push_back(builder.CreateZExtOrTrunc(number, builder.getInt32Ty()));
  }
  Value *result =
      callBuiltin(translator, mangle(name, parameters), builder.getInt32Ty(), arguments);
  if (type->isIntegerTy(1)) {
    setTruth(translator, instruction, result);
  } else if (result) {
    translator.setValue(instruction, builder.CreateZExtOrTrunc(result, type));
  }
}

constexpr FunctionRow questions[] = {
    {spv::Op::OpGroupNonUniformInverseBallot, "sub_group_inverse_ballot"},
    {spv::Op::OpGroupNonUniformBallotBitExtract, "sub_group_ballot_bit_extract"},
    {spv::Op::OpGroupNonUniformBallotFindLSB, "sub_group_ballot_find_lsb"},
    {spv::Op::OpGroupNonUniformBallotFindMSB, "sub_group_ballot_find_msb"},
};

/// Asks a ballot, operand 1, about a lane or for its lowest or highest bit.
void translateQuestion(Translator &translator, const Instruction &instruction) {
  const auto *row = std::ranges::find(questions, instruction.op, &FunctionRow::op);
  const auto others = instruction.operandsFrom(2);
  if (isSubgroup(translator, instruction.operand(0))) {
    askBallot(translator, instruction, row->name, instruction.operand(1),
              llvm::ArrayRef(others.data(), others.size()));
  }
}

/// Counts the bits of all lanes, or of the lower ones with or without the own lane.
void translateBitCount(Translator &translator, const Instruction &instruction) {
  constexpr const char *names[] = {"sub_group_ballot_bit_count", "sub_group_ballot_inclusive_scan",
                                   "sub_group_ballot_exclusive_scan"};
  const uint32_t kind = instruction.operand(1);
  if (!isGroupOperation(translator, kind, std::size(names))) {
    return;
  }
  if (isSubgroup(translator, instruction.operand(0))) {
    askBallot(translator, instruction, names[kind], instruction.operand(2), {});
  }
}

/// Quads and partitions by value are refused (coverage/kernel_capabilities.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpGroupNonUniformElect, translateElect},
    {spv::Op::OpGroupNonUniformAll, translateVote},
    {spv::Op::OpGroupNonUniformAny, translateVote},
    {spv::Op::OpGroupNonUniformAllEqual, translateAllEqual},
    {spv::Op::OpGroupNonUniformBroadcast, translateMove},
    {spv::Op::OpGroupNonUniformBroadcastFirst, translateFirst<1>},
    {spv::Op::OpGroupNonUniformBallot, translateBallot},
    {spv::Op::OpGroupNonUniformInverseBallot, translateQuestion},
    {spv::Op::OpGroupNonUniformBallotBitExtract, translateQuestion},
    {spv::Op::OpGroupNonUniformBallotBitCount, translateBitCount},
    {spv::Op::OpGroupNonUniformBallotFindLSB, translateQuestion},
    {spv::Op::OpGroupNonUniformBallotFindMSB, translateQuestion},
    {spv::Op::OpGroupNonUniformShuffle, translateMove},
    {spv::Op::OpGroupNonUniformShuffleXor, translateMove},
    {spv::Op::OpGroupNonUniformShuffleUp, translateMove},
    {spv::Op::OpGroupNonUniformShuffleDown, translateMove},
    {spv::Op::OpGroupNonUniformRotateKHR, translateMove},
    {spv::Op::OpGroupNonUniformIAdd, translateArithmetic},
    {spv::Op::OpGroupNonUniformFAdd, translateArithmetic},
    {spv::Op::OpGroupNonUniformIMul, translateArithmetic},
    {spv::Op::OpGroupNonUniformFMul, translateArithmetic},
    {spv::Op::OpGroupNonUniformSMin, translateArithmetic},
    {spv::Op::OpGroupNonUniformUMin, translateArithmetic},
    {spv::Op::OpGroupNonUniformFMin, translateArithmetic},
    {spv::Op::OpGroupNonUniformSMax, translateArithmetic},
    {spv::Op::OpGroupNonUniformUMax, translateArithmetic},
    {spv::Op::OpGroupNonUniformFMax, translateArithmetic},
    {spv::Op::OpGroupNonUniformBitwiseAnd, translateArithmetic},
    {spv::Op::OpGroupNonUniformBitwiseOr, translateArithmetic},
    {spv::Op::OpGroupNonUniformBitwiseXor, translateArithmetic},
    {spv::Op::OpGroupNonUniformLogicalAnd, translateArithmetic},
    {spv::Op::OpGroupNonUniformLogicalOr, translateArithmetic},
    {spv::Op::OpGroupNonUniformLogicalXor, translateArithmetic},
    {spv::Op::OpSubgroupBallotKHR, translateSubgroupBallot},
    {spv::Op::OpSubgroupFirstInvocationKHR, translateFirst<0>},
    {spv::Op::OpSubgroupReadInvocationKHR, translateReadInvocation},
    {spv::Op::OpSubgroupAllKHR, translateSubgroupVote},
    {spv::Op::OpSubgroupAnyKHR, translateSubgroupVote},
    {spv::Op::OpSubgroupAllEqualKHR, translateSubgroupVote},
};

}  // namespace

HandlerTable nonUniformHandlers() {
  return rows;
}

}  // namespace spirv_ll
