// Translates work-group functions and asynchronous copies (SPIR-V 1.5 §3.32.21) to OpenCL C
// builtins.
//
// The scope selects the prefix of the builtin, work_group_ or sub_group_. Reductions and scans are
// work_group_reduce_add() and its like (OpenCL C 3.0 §6.15.16); the operand Group Operation names
// the kind. Votes take and return an int in OpenCL C, so booleans are extended and compared.
//
// OpGroupAsyncCopy calls async_work_group_copy or async_work_group_strided_copy (OpenCL C 3.0
// §6.15.11) between global and local memory. All work-items of a group have to reach these
// instructions together; the calls are convergent.
//
// For example:
//
//   OpGroupIAdd %int %subgroup InclusiveScan %x   call i32 @_Z28sub_group_scan_inclusive_addi(…)
//   OpGroupAll %bool %workgroup %b                zext, work_group_all(int), icmp ne 0
//
//   OpGroupBroadcast %int %workgroup %x %id3      work_group_broadcast(int, size_t, size_t, size_t)
//
// Kernel passes find these calls by name and lower them (doc/compiler-spec.md).
#include <algorithm>

#include "binary/grammar.h"
#include "groups/predicates.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/scopes.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Describes a pointer operand by its pointee and address space, as a parameter of a builtin.
Parameter pointerParameter(Translator &translator, uint32_t id, bool isConst) {
  llvm::Type *pointee = translator.type(translator.index().pointeeIdOf(id));
  return {.type = pointee,
          .isSigned = false,
          .isPointer = true,
          .isConst = isConst,
          .addressSpace = translator.value(id)->getType()->getPointerAddressSpace()};
}

/// True if a scope is the constant Workgroup; reports an error if not. Copies have no other scope
/// in OpenCL C.
bool isWorkgroup(Translator &translator, uint32_t scopeId) {
  return executionScope(translator, scopeId, {spv::Scope::Workgroup}).has_value();
}

/// Events are target("spirv.Event"), by OpTypeEvent.
bool isEvent(llvm::Type *type) {
  auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Event";
}

/// True if one pointer is to global memory, the other to local memory, with the same pointee type.
/// The builtins have one overload for each element type and direction, and no other spaces.
bool areMemoryOfOneType(Translator &translator, uint32_t left, uint32_t right) {
  const auto pointee = [&](uint32_t id) {
    return translator.type(translator.index().pointeeIdOf(id));
  };
  const unsigned spaces[] = {translator.value(left)->getType()->getPointerAddressSpace(),
                             translator.value(right)->getType()->getPointerAddressSpace()};
  return !refuseOddInteger(translator, pointee(left)) && pointee(left) == pointee(right) &&
         spaces[0] != spaces[1] && std::ranges::all_of(spaces, [](unsigned space) {
           return space == globalSpace || space == localSpace;
         });
}

/// Operands: scope, target, source, number of elements, stride, event. The strided builtin is
/// chosen unless the stride is the constant 1.
void translateCopy(Translator &translator, const Instruction &instruction) {
  if (!isWorkgroup(translator, instruction.operand(0))) {
    return;
  }
  Value *target = translator.value(instruction.operand(1));
  Value *source = translator.value(instruction.operand(2));
  Value *count = translator.value(instruction.operand(3));
  Value *stride = translator.value(instruction.operand(4));
  Value *event = translator.value(instruction.operand(5));
  if (!target->getType()->isPointerTy() || !source->getType()->isPointerTy() ||
      count->getType() != translator.sizeType() || !stride->getType()->isIntegerTy() ||
      !isEvent(event->getType()) || !isEvent(translator.type(instruction.type))) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  if (!areMemoryOfOneType(translator, instruction.operand(1), instruction.operand(2))) {
    return translator.fail("a copy is between global and local memory of one type",
                           Error::Kind::invalid);
  }
  const Parameter size{.type = translator.sizeType()};
  std::vector<Parameter> parameters = {pointerParameter(translator, instruction.operand(1), false),
                                       pointerParameter(translator, instruction.operand(2), true),
                                       size};
  llvm::SmallVector<Value *> arguments = {target, source, count};
  const bool isStrided = translator.integer(instruction.operand(4)) != 1;
  if (isStrided) {
    parameters.push_back(size);
    // LLVM's back end writes a 32-bit stride.
    arguments.push_back(translator.builder().CreateZExtOrTrunc(stride, translator.sizeType()));
  }
  parameters.push_back({.type = event->getType()});
  arguments.push_back(event);
  const char *name = isStrided ? "async_work_group_strided_copy" : "async_work_group_copy";
  translator.setValue(instruction, callBuiltin(translator, mangle(name, parameters),
                                               translator.type(instruction.type), arguments));
}

/// OpGroupWaitEvents. wait_group_events takes a pointer to events in private or generic memory.
/// Operands: scope, number of events, pointer to them.
void translateWait(Translator &translator, const Instruction &instruction) {
  Value *count = translator.value(instruction.operand(1));
  Value *events = translator.value(instruction.operand(2));
  if (!isWorkgroup(translator, instruction.operand(0))) {
    return;
  }
  if (!count->getType()->isIntegerTy(32) || !events->getType()->isPointerTy() ||
      !isEvent(translator.type(translator.index().pointeeIdOf(instruction.operand(2))))) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  const std::string name =
      mangle("wait_group_events", {{.type = count->getType(), .isSigned = true},
                                   pointerParameter(translator, instruction.operand(2), false)});
  callBuiltin(translator, name, translator.builder().getVoidTy(), {count, events});
}

/// OpGroupAll and OpGroupAny. Operands: scope, predicate.
void translateVote(Translator &translator, const Instruction &instruction) {
  const std::string prefix = groupPrefix(translator, instruction.operand(0));
  if (!prefix.empty()) {
    callVote(translator, instruction, instruction.operand(1),
             prefix + (instruction.op == spv::Op::OpGroupAll ? "all" : "any"));
  }
}

/// OpGroupBroadcast. The local id is a number or a vector of 2 or 3.
/// A sub-group has one id, a work-group up to three.
void translateBroadcast(Translator &translator, const Instruction &instruction) {
  Value *value = translator.value(instruction.operand(1));
  Value *id = translator.value(instruction.operand(2));
  const std::string prefix = groupPrefix(translator, instruction.operand(0));
  if (prefix.empty()) {
    return;
  }
  llvm::Type *type = value->getType();
  if (type != translator.type(instruction.type) || !id->getType()->isIntOrIntVectorTy()) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *idType = prefix == "sub_group_" ? builder.getInt32Ty() : translator.sizeType();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(id->getType());
  std::vector<Parameter> parameters = {{.type = type}};
  llvm::SmallVector<Value *> arguments = {value};
  for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
    Value *element = vector ? builder.CreateExtractElement(id, i) : id;
    arguments.push_back(builder.CreateZExtOrTrunc(element, idType));
    parameters.push_back({.type = idType});
  }
  translator.setValue(instruction, callBuiltin(translator, mangle(prefix + "broadcast", parameters),
                                               type, arguments));
}

/// An instruction, the end of the builtin's name, and the sign of its overload.
struct GroupOperationRow {
  spv::Op op;
  const char *name;
  bool isSigned;
};
constexpr GroupOperationRow groupOperations[] = {
    {spv::Op::OpGroupIAdd, "add", true},  {spv::Op::OpGroupFAdd, "add", false},
    {spv::Op::OpGroupSMin, "min", true},  {spv::Op::OpGroupUMin, "min", false},
    {spv::Op::OpGroupFMin, "min", false}, {spv::Op::OpGroupSMax, "max", true},
    {spv::Op::OpGroupUMax, "max", false}, {spv::Op::OpGroupFMax, "max", false},
};

/// Operands: scope, group operation, value. Reduce, InclusiveScan and ExclusiveScan are 0 to 2
/// (SPIR-V 1.6 §3.28).
void translateReduction(Translator &translator, const Instruction &instruction) {
  constexpr const char *kinds[] = {"reduce", "scan_inclusive", "scan_exclusive"};
  const uint32_t kind = instruction.operand(1);
  Value *value = translator.value(instruction.operand(2));
  const std::string prefix = groupPrefix(translator, instruction.operand(0));
  if (prefix.empty()) {
    return;
  }
  if (kind >= std::size(kinds)) {
    return translator.fail("the group operation " +
                           enumerantName(EnumerantKind::GroupOperation, kind) +
                           " is not supported");
  }
  llvm::Type *type = value->getType();
  const auto *row = llvm::find_if(
      groupOperations, [&](const GroupOperationRow &each) { return each.op == instruction.op; });
  const bool isOfFloats = instruction.op == spv::Op::OpGroupFAdd ||
                          instruction.op == spv::Op::OpGroupFMin ||
                          instruction.op == spv::Op::OpGroupFMax;
  if (type != translator.type(instruction.type) ||
      !(isOfFloats ? type->isFloatingPointTy() : type->isIntegerTy())) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  const std::string name = prefix + kinds[kind] + "_" + row->name;
  translator.setValue(
      instruction,
      callBuiltin(translator, mangle(name, {{.type = type, .isSigned = row->isSigned}}), type,
                  {value}));
}

/// Products and bitwise operations are in group_arithmetic.cpp.
constexpr HandlerRow rows[] = {
    {spv::Op::OpGroupAsyncCopy, translateCopy},
    {spv::Op::OpGroupWaitEvents, translateWait},
    {spv::Op::OpGroupAll, translateVote},
    {spv::Op::OpGroupAny, translateVote},
    {spv::Op::OpGroupBroadcast, translateBroadcast},
    {spv::Op::OpGroupIAdd, translateReduction},
    {spv::Op::OpGroupFAdd, translateReduction},
    {spv::Op::OpGroupSMin, translateReduction},
    {spv::Op::OpGroupUMin, translateReduction},
    {spv::Op::OpGroupFMin, translateReduction},
    {spv::Op::OpGroupSMax, translateReduction},
    {spv::Op::OpGroupUMax, translateReduction},
    {spv::Op::OpGroupFMax, translateReduction},
};

}  // namespace

std::string groupPrefix(Translator &translator, uint32_t scopeId) {
  const auto scope =
      executionScope(translator, scopeId, {spv::Scope::Workgroup, spv::Scope::Subgroup});
  return !scope ? "" : *scope == spv::Scope::Workgroup ? "work_group_" : "sub_group_";
}

HandlerTable groupHandlers() {
  return rows;
}

}  // namespace spirv_ll
