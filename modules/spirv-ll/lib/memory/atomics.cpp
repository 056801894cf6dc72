// Translates atomic instructions (SPIR-V 1.5 §3.32.18) to LLVM's atomic operations.
//
// Loads, stores, atomicrmw and cmpxchg carry the ordering of the memory semantics. The scope is
// ignored: LLVM's system scope is the widest and correct for all. An ordering that an operation
// cannot have is replaced by the nearest allowed one, such as acquire for a load.
//
// Operations on half call atomic_fetch_add_explicit and its like in the builtins library, since few
// targets have 16-bit floating-point atomics. A flag (OpAtomicFlagTestAndSet) is an i32 with 1 for
// set.
//
// For example:
//
//   OpAtomicIAdd %uint %p %device %acqrel %one     atomicrmw add ptr %p, i32 1 acq_rel, align 4
//   OpAtomicLoad %uint %p %device %acqrel          load atomic i32, ptr %p acquire, align 4
//
//   OpAtomicFAddEXT %half %p %device %relaxed %x   call half @_Z25atomic_fetch_add_explicit…
//
// A failed exchange is a load, so its ordering is limited like a load's (SPIR-V 1.6 §3.32.18).
#include <algorithm>

#include "llvm/Support/AtomicOrdering.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/memory_form.h"
#include "translator/operands.h"
#include "translator/scopes.h"

namespace spirv_ll {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;

/// Types with LLVM atomics on every target. Smaller integers have no atomics in OpenCL C (OpenCL C
/// 3.0 §6.15.12).
bool isAtomic(llvm::Type *type) {
  return type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatTy() || type->isDoubleTy();
}
/// Types of compare-exchange and of the bitwise operations.
bool isAtomicInteger(llvm::Type *type) {
  return type->isIntegerTy(32) || type->isIntegerTy(64);
}
bool isPointer(llvm::Type *type) {
  return type->isPointerTy();
}

bool isFloatOperation(AtomicRMWInst::BinOp op) {
  return op == AtomicRMWInst::FAdd || op == AtomicRMWInst::FMin || op == AtomicRMWInst::FMax;
}

/// The size: LLVM lowers an atomic access with a smaller alignment to a library call.
llvm::Align alignmentOf(llvm::Type *type) {
  return llvm::Align(type->getPrimitiveSizeInBits().getFixedValue() / 8);
}

/// Checks the type of the value in memory: 32 or 64 bits wide, and the pointee type of operand 0.
bool checkType(Translator &translator, const Instruction &instruction, llvm::Type *type) {
  if (!isAtomic(type)) {
    translator.fail(isOddInteger(type) ? "atomic operations are on integers of 32 and 64 bits"
                                       : "an atomic operation on this type is not supported");
    return false;
  }
  return pointsTo(translator, instruction.operand(0), type);
}

/// Calls atomic_<name>_explicit for half. Null after an error.
/// The symbol is written here, since mangling.h knows neither _Atomic nor the enumerations
/// memory_order and memory_scope.
llvm::CallInst *callForHalf(Translator &translator, const std::string &name, Value *pointer,
                            Value *value, AtomicOrdering ordering) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space != globalSpace && space != localSpace && space != genericSpace) {
    translator.fail("an atomic operation on half in this storage class is not supported");
    return nullptr;
  }
  constexpr uint32_t allDevices = 3;
  llvm::IRBuilder<> &builder = translator.builder();
  const std::string function = "atomic_" + name + "_explicit";
  llvm::SmallVector<Value *> arguments = {pointer};
  if (value) {
    arguments.push_back(value);
  }
  arguments.push_back(builder.getInt32(static_cast<uint32_t>(llvm::toCABI(ordering))));
  arguments.push_back(builder.getInt32(allDevices));
  const bool isStore = name == "store";
  return callBuiltin(translator,
                     "_Z" + std::to_string(function.size()) + function + "PU3AS" +
                         std::to_string(space) + "VU7_AtomicDh" + (value ? "Dh" : "") +
                         "12memory_order12memory_scope",
                     isStore ? builder.getVoidTy() : builder.getHalfTy(), arguments);
}

struct FunctionOfHalf {
  AtomicRMWInst::BinOp op;
  const char *name;
};
constexpr FunctionOfHalf functionsOfHalf[] = {
    {AtomicRMWInst::Xchg, "exchange"},
    {AtomicRMWInst::FAdd, "fetch_add"},
    {AtomicRMWInst::FMin, "fetch_min"},
    {AtomicRMWInst::FMax, "fetch_max"},
};

/// The middle of the name atomic_…_explicit; null for an operation without a builtin for half.
const char *functionOfHalf(AtomicRMWInst::BinOp op) {
  const auto *row = std::ranges::find(functionsOfHalf, op, &FunctionOfHalf::op);
  return row != std::end(functionsOfHalf) ? row->name : nullptr;
}

/// The nearest ordering allowed on a load: neither release nor acquire-release.
AtomicOrdering forLoad(AtomicOrdering ordering) {
  return ordering == AtomicOrdering::AcquireRelease || ordering == AtomicOrdering::Release
             ? AtomicOrdering::Acquire
             : ordering;
}

/// The nearest ordering allowed on a store: neither acquire nor acquire-release.
AtomicOrdering forStore(AtomicOrdering ordering) {
  return ordering == AtomicOrdering::AcquireRelease || ordering == AtomicOrdering::Acquire
             ? AtomicOrdering::Release
             : ordering;
}

/// Operands: pointer, scope, semantics.
void translateLoad(Translator &translator, const Instruction &instruction) {
  Value *pointer = readOperand(translator, instruction, isPointer);
  llvm::Type *type = translator.type(instruction.type);
  if (pointer && type->isHalfTy()) {
    return translator.setValue(
        instruction, callForHalf(translator, "load", pointer, nullptr,
                                 forLoad(orderingOf(translator, instruction.operand(2)))));
  }
  if (!pointer || !checkType(translator, instruction, type)) {
    return;
  }
  llvm::LoadInst *load = translator.builder().CreateAlignedLoad(type, pointer, alignmentOf(type));
  load->setAtomic(forLoad(orderingOf(translator, instruction.operand(2))));
  translator.setValue(instruction, load);
}

/// Operands: pointer, scope, semantics, value.
void translateStore(Translator &translator, const Instruction &instruction) {
  Value *pointer = readOperand(translator, instruction, isPointer);
  Value *value = translator.value(instruction.operand(3));
  if (pointer && value->getType()->isHalfTy()) {
    callForHalf(translator, "store", pointer, value,
                forStore(orderingOf(translator, instruction.operand(2))));
    return;
  }
  if (!pointer || !checkType(translator, instruction, value->getType())) {
    return;
  }
  llvm::StoreInst *store =
      translator.builder().CreateAlignedStore(value, pointer, alignmentOf(value->getType()));
  store->setAtomic(forStore(orderingOf(translator, instruction.operand(2))));
}

/// Emits an atomicrmw. An integer operation on floats, or the reverse, passes the checks of types
/// in replaced instructions, so it is refused here.
void update(Translator &translator, const Instruction &instruction, AtomicRMWInst::BinOp op,
            Value *value) {
  Value *pointer = readOperand(translator, instruction, isPointer);
  const char *ofHalf = functionOfHalf(op);
  if (pointer && ofHalf && value->getType()->isHalfTy()) {
    return translator.setValue(instruction,
                               callForHalf(translator, ofHalf, pointer, value,
                                           orderingOf(translator, instruction.operand(2))));
  }
  if (!pointer || !checkType(translator, instruction, value->getType())) {
    return;
  }
  if (op != AtomicRMWInst::Xchg && isAtomicInteger(value->getType()) == isFloatOperation(op)) {
    return translator.fail("the operation is for other types", Error::Kind::invalid);
  }
  translator.setValue(instruction, translator.builder().CreateAtomicRMW(
                                       op, pointer, value, alignmentOf(value->getType()),
                                       orderingOf(translator, instruction.operand(2))));
}

/// Operands: pointer, scope, semantics, value.
template <AtomicRMWInst::BinOp op>
void translateUpdate(Translator &translator, const Instruction &instruction) {
  update(translator, instruction, op, translator.value(instruction.operand(3)));
}

/// OpAtomicIIncrement and OpAtomicIDecrement.
template <AtomicRMWInst::BinOp op>
void translateStep(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (type->isIntegerTy()) {
    update(translator, instruction, op, llvm::ConstantInt::get(type, 1));
  }
}

/// Operands: pointer, scope, the semantics for success and for failure, value, comparator. The weak
/// variant may fail spuriously, so the strong one is correct for both.
void translateCompareExchange(Translator &translator, const Instruction &instruction) {
  Value *pointer = readOperand(translator, instruction, isPointer);
  Value *value = readOperand(translator, instruction, isInteger, 4);
  Value *comparator = readOperand(translator, instruction, isInteger, 5);
  if (!pointer || !value || !comparator || !checkType(translator, instruction, value->getType())) {
    return;
  }
  if (value->getType() != comparator->getType()) {
    return translator.fail("the operands are of different types", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *result =
      builder.CreateAtomicCmpXchg(pointer, comparator, value, alignmentOf(value->getType()),
                                  orderingOf(translator, instruction.operand(2)),
                                  forLoad(orderingOf(translator, instruction.operand(3))));
  translator.setValue(instruction, builder.CreateExtractValue(result, 0));
}

/// Reads the pointer to a flag, a 32-bit integer. A set flag is 1.
Value *readFlag(Translator &translator, const Instruction &instruction) {
  return pointsTo(translator, instruction.operand(0), translator.builder().getInt32Ty())
             ? readOperand(translator, instruction, isPointer)
             : nullptr;
}

/// Exchanges the flag with 1 and compares the old value with 0 (OpenCL C 3.0 §6.15.12).
void translateTestAndSet(Translator &translator, const Instruction &instruction) {
  Value *pointer = readFlag(translator, instruction);
  if (!pointer) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *before =
      builder.CreateAtomicRMW(AtomicRMWInst::Xchg, pointer, builder.getInt32(1), llvm::Align(4),
                              orderingOf(translator, instruction.operand(2)));
  translator.setValue(instruction, builder.CreateICmpNE(before, builder.getInt32(0)));
}

/// Stores 0. The specification forbids acquire here, so such an ordering becomes release.
void translateClear(Translator &translator, const Instruction &instruction) {
  if (Value *pointer = readFlag(translator, instruction)) {
    llvm::IRBuilder<> &builder = translator.builder();
    builder.CreateAlignedStore(builder.getInt32(0), pointer, llvm::Align(4))
        ->setAtomic(forStore(orderingOf(translator, instruction.operand(2))));
  }
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpAtomicLoad, translateLoad},
    {spv::Op::OpAtomicStore, translateStore},
    {spv::Op::OpAtomicExchange, translateUpdate<AtomicRMWInst::Xchg>},
    {spv::Op::OpAtomicCompareExchange, translateCompareExchange},
    {spv::Op::OpAtomicCompareExchangeWeak, translateCompareExchange},
    {spv::Op::OpAtomicIIncrement, translateStep<AtomicRMWInst::Add>},
    {spv::Op::OpAtomicIDecrement, translateStep<AtomicRMWInst::Sub>},
    {spv::Op::OpAtomicIAdd, translateUpdate<AtomicRMWInst::Add>},
    {spv::Op::OpAtomicISub, translateUpdate<AtomicRMWInst::Sub>},
    {spv::Op::OpAtomicSMin, translateUpdate<AtomicRMWInst::Min>},
    {spv::Op::OpAtomicUMin, translateUpdate<AtomicRMWInst::UMin>},
    {spv::Op::OpAtomicSMax, translateUpdate<AtomicRMWInst::Max>},
    {spv::Op::OpAtomicUMax, translateUpdate<AtomicRMWInst::UMax>},
    {spv::Op::OpAtomicAnd, translateUpdate<AtomicRMWInst::And>},
    {spv::Op::OpAtomicOr, translateUpdate<AtomicRMWInst::Or>},
    {spv::Op::OpAtomicXor, translateUpdate<AtomicRMWInst::Xor>},
    {spv::Op::OpAtomicFAddEXT, translateUpdate<AtomicRMWInst::FAdd>},
    {spv::Op::OpAtomicFMinEXT, translateUpdate<AtomicRMWInst::FMin>},
    {spv::Op::OpAtomicFMaxEXT, translateUpdate<AtomicRMWInst::FMax>},
    {spv::Op::OpAtomicFlagTestAndSet, translateTestAndSet},
    {spv::Op::OpAtomicFlagClear, translateClear},
};

}  // namespace

HandlerTable atomicHandlers() {
  return rows;
}

}  // namespace spirv_ll
