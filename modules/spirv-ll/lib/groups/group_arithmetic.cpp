// Translates uniform group arithmetic (SPV_KHR_uniform_group_instructions) to OpenCL C builtins.
//
// The builtins are those of cl_khr_work_group_uniform_arithmetic, for work-groups and sub-groups.
// Logical operations on booleans use the bitwise builtins on int.
//
// For example:
//
//   OpGroupIMulKHR %int %workgroup Reduce %x     call i32 @_Z21work_group_reduce_muli(i32 %x)
//   OpGroupLogicalOrKHR %bool … %b               zext, work_group_reduce_or on int, icmp ne 0
#include <algorithm>

#include "groups/group_operation.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// An instruction, the end of the builtin's name, and the kind of its operands.
/// The kind is checked, since the builtin's name does not tell it.
struct OperationRow {
  spv::Op op;
  const char *name;
  enum { integers, floats, booleans } operands;
};
constexpr OperationRow operations[] = {
    {spv::Op::OpGroupIMulKHR, "mul", OperationRow::integers},
    {spv::Op::OpGroupFMulKHR, "mul", OperationRow::floats},
    {spv::Op::OpGroupBitwiseAndKHR, "and", OperationRow::integers},
    {spv::Op::OpGroupBitwiseOrKHR, "or", OperationRow::integers},
    {spv::Op::OpGroupBitwiseXorKHR, "xor", OperationRow::integers},
    {spv::Op::OpGroupLogicalAndKHR, "and", OperationRow::booleans},
    {spv::Op::OpGroupLogicalOrKHR, "or", OperationRow::booleans},
    {spv::Op::OpGroupLogicalXorKHR, "xor", OperationRow::booleans},
};

/// True if the operand's type is of the row's kind. Vectors are refused: the builtins take scalars.
bool fits(const OperationRow &row, llvm::Type *type) {
  return row.operands == OperationRow::floats     ? type->isFloatingPointTy()
         : row.operands == OperationRow::booleans ? type->isIntegerTy(1)
                                                  : type->isIntegerTy() && !type->isIntegerTy(1);
}

/// Operands: scope, group operation, value. Signs do not matter to products and bits, so the signed
/// overload serves.
void translateArithmetic(Translator &translator, const Instruction &instruction) {
  constexpr const char *kinds[] = {"reduce_", "scan_inclusive_", "scan_exclusive_"};
  const uint32_t kind = instruction.operand(1);
  const auto *row = std::ranges::find(operations, instruction.op, &OperationRow::op);
  const std::string prefix = groupPrefix(translator, instruction.operand(0));
  Value *value = translator.value(instruction.operand(2));
  if (prefix.empty()) {
    return;
  }
  if (!isGroupOperation(translator, kind, std::size(kinds))) {
    return;
  }
  if (!fits(*row, value->getType())) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  const bool isBoolean = row->operands == OperationRow::booleans;
  value = isBoolean ? builder.CreateZExt(value, builder.getInt32Ty()) : value;
  llvm::Type *type = value->getType();
  Value *result = callBuiltin(
      translator, mangle(prefix + kinds[kind] + row->name, {{.type = type, .isSigned = true}}),
      type, {value});
  translator.setValue(instruction, result && isBoolean ? builder.CreateIsNotNull(result) : result);
}

/// Sums, minima and maxima are older instructions, in groups.cpp.
constexpr HandlerRow rows[] = {
    {spv::Op::OpGroupIMulKHR, translateArithmetic},
    {spv::Op::OpGroupFMulKHR, translateArithmetic},
    {spv::Op::OpGroupBitwiseAndKHR, translateArithmetic},
    {spv::Op::OpGroupBitwiseOrKHR, translateArithmetic},
    {spv::Op::OpGroupBitwiseXorKHR, translateArithmetic},
    {spv::Op::OpGroupLogicalAndKHR, translateArithmetic},
    {spv::Op::OpGroupLogicalOrKHR, translateArithmetic},
    {spv::Op::OpGroupLogicalXorKHR, translateArithmetic},
};

}  // namespace

HandlerTable groupArithmeticHandlers() {
  return rows;
}

}  // namespace spirv_ll
