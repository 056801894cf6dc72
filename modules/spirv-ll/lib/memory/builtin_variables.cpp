// Translates builtin variables (SPIR-V 1.6 §3.21) to OpenCL C's work-item functions.
//
// A function that uses a builtin variable gets an alloca for it, filled in the entry block with the
// results of get_global_id() and its like. Any use of the pointer works that way: access chains,
// copies, calls. SROA then removes the alloca and leaves the calls, which later passes understand.
//
// Vector variables such as GlobalInvocationId take one call per dimension; masks of sub-groups take
// one call in total. Values have the type of the variable, which may differ from size_t.
//
// For example, a use of GlobalInvocationId on a 64-bit device:
//
//   entry:
//     %copy = alloca <3 x i64>
//     %x = call i64 @_Z13get_global_idj(i32 0)
//     … the same for 1 and 2, and three insertelement
//     store <3 x i64> %ids, ptr %copy
#include <algorithm>

#include "binary/grammar.h"
#include "coverage/coverage.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using spv::BuiltIn;

/// A builtin variable and the work-item function with its value (OpenCL C 3.0 §6.15.1).
struct BuiltinRow {
  BuiltIn builtin;
  const char *mangled;
  bool isVector;  ///< three calls, one per dimension, or a mask of four words
  bool isSize;    ///< size_t, else uint
};
constexpr BuiltinRow builtins[] = {
    {BuiltIn::NumWorkgroups, "_Z14get_num_groupsj", true, true},
    {BuiltIn::WorkgroupSize, "_Z14get_local_sizej", true, true},
    {BuiltIn::WorkgroupId, "_Z12get_group_idj", true, true},
    {BuiltIn::LocalInvocationId, "_Z12get_local_idj", true, true},
    {BuiltIn::GlobalInvocationId, "_Z13get_global_idj", true, true},
    {BuiltIn::GlobalSize, "_Z15get_global_sizej", true, true},
    {BuiltIn::EnqueuedWorkgroupSize, "_Z23get_enqueued_local_sizej", true, true},
    {BuiltIn::GlobalOffset, "_Z17get_global_offsetj", true, true},
    {BuiltIn::WorkDim, "_Z12get_work_dimv", false, false},
    {BuiltIn::GlobalLinearId, "_Z20get_global_linear_idv", false, true},
    {BuiltIn::LocalInvocationIndex, "_Z19get_local_linear_idv", false, true},
    {BuiltIn::SubgroupSize, "_Z18get_sub_group_sizev", false, false},
    {BuiltIn::SubgroupMaxSize, "_Z22get_max_sub_group_sizev", false, false},
    {BuiltIn::NumSubgroups, "_Z18get_num_sub_groupsv", false, false},
    {BuiltIn::NumEnqueuedSubgroups, "_Z27get_enqueued_num_sub_groupsv", false, false},
    {BuiltIn::SubgroupId, "_Z16get_sub_group_idv", false, false},
    {BuiltIn::SubgroupLocalInvocationId, "_Z22get_sub_group_local_idv", false, false},
    {BuiltIn::SubgroupEqMask, "_Z21get_sub_group_eq_maskv", true, false},
    {BuiltIn::SubgroupGeMask, "_Z21get_sub_group_ge_maskv", true, false},
    {BuiltIn::SubgroupGtMask, "_Z21get_sub_group_gt_maskv", true, false},
    {BuiltIn::SubgroupLeMask, "_Z21get_sub_group_le_maskv", true, false},
    {BuiltIn::SubgroupLtMask, "_Z21get_sub_group_lt_maskv", true, false},
};

/// Calls a work-item function and converts the result to the variable's type.
llvm::Value *read(Translator &translator, const BuiltinRow &row,
                  llvm::ArrayRef<llvm::Value *> arguments, llvm::Type *type) {
  llvm::Type *result = row.isSize ? translator.sizeType() : translator.builder().getInt32Ty();
  llvm::CallInst *call = callBuiltin(translator, row.mangled, result, arguments);
  return call ? translator.builder().CreateZExtOrTrunc(call, type) : nullptr;
}

/// Reads all components in the variable's type. A shader has uint variables where a kernel has
/// size_t, so each component is converted. Null and an error for a type with another number of
/// components.
llvm::Value *readAll(Translator &translator, const BuiltinRow &row, llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (row.isVector && !row.isSize && vector && vector->getNumElements() == 4 &&
      vector->getElementType()->isIntegerTy(32)) {
    return callBuiltin(translator, row.mangled, type, {});
  }
  if (row.isVector != (vector && vector->getNumElements() == 3) ||
      !type->getScalarType()->isIntegerTy() || isOddInteger(type)) {
    translator.fail("the builtin variable is not of the type that it has to have",
                    Error::Kind::invalid);
    return nullptr;
  }
  if (!vector) {
    return read(translator, row, {}, type);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    llvm::Value *element =
        read(translator, row, builder.getInt32(dimension), vector->getElementType());
    if (!element) {
      return nullptr;
    }
    result = builder.CreateInsertElement(result, element, dimension);
  }
  return result;
}

}  // namespace

bool isTranslatedBuiltin(uint32_t builtin) {
  return std::ranges::find(builtins, static_cast<BuiltIn>(builtin), &BuiltinRow::builtin) !=
         std::end(builtins);
}

/// The copy is made at the beginning of the function, so it dominates every use.
llvm::Value *builtinVariable(Translator &translator, const Instruction &variable) {
  if (llvm::Value *known = translator.body().builtinVariable(variable.id)) {
    return known;
  }
  const Decoration *decoration =
      translator.annotations().find(variable.id, spv::Decoration::BuiltIn);
  if (!decoration || decoration->operands.empty()) {
    return nullptr;
  }
  const auto *row = std::ranges::find(builtins, static_cast<BuiltIn>(decoration->operands[0]),
                                      &BuiltinRow::builtin);
  if (row == std::end(builtins)) {
    translator.fail(
        refusal("the builtin variable ", EnumerantKind::BuiltIn, decoration->operands[0]));
    return nullptr;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock &entry = translator.body().function()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  llvm::Type *type = translator.type(translator.index().pointeeId(variable.type));
  llvm::AllocaInst *alloca = builder.CreateAlloca(type);
  llvm::Value *value = readAll(translator, *row, type);
  llvm::Type *pointer = translator.type(variable.type);
  if (!value || !pointer->isPointerTy()) {
    return nullptr;
  }
  builder.CreateStore(value, alloca);
  llvm::Value *address = builder.CreateAddrSpaceCast(alloca, pointer);
  translator.body().setBuiltinVariable(variable.id, address);
  return address;
}

}  // namespace spirv_ll
