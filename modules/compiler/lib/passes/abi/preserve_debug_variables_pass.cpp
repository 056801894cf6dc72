// Example, for `int i = a + b;` in a program whose variables SROA turned into values:
//
//   before   %i = add i32 %a, %b
//              #dbg_value(i32 %i, !i, !DIExpression(), …)
//   after    %slot = alloca [16 x i8], align 16        ; entry, with #dbg_declare(ptr %slot, !i, …)
//            %i = add i32 %a, %b
//            store volatile i32 %i, ptr %slot
//
// A structure split into values has one record per fragment; each store goes to the fragment's
// offset in the same slot. Slots have a multiple of 16 bytes, since a vector of three elements is
// stored as four. An i1 is stored as a byte of 0 or 1.

#include "passes/abi/preserve_debug_variables_pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Finalize's SROA makes values of small structures only; a larger variable still is an alloca.
constexpr uint64_t maxVariableBytes = 4096;
// The largest alignment that a store into a slot relies on.
constexpr uint64_t slotAlignment = 16;

// The location of a spilling store, copied from the last instruction before it in the block. Stores
// of parameters at the entry thus have none and belong to the prologue, which a debugger skips
// before it shows parameters.
DebugLoc locationBefore(Instruction &position) {
  for (const Instruction *before = position.getPrevNode(); before; before = before->getPrevNode()) {
    if (before->getDebugLoc()) {
      return before->getDebugLoc();
    }
  }
  return {};
}

// Handles one function. Records are collected first, because new instructions would disturb the
// walk.
class VariableSpiller {
 public:
  explicit VariableSpiller(Function &function)
      : function_(function), builder_(function.getContext()), layout_(function.getDataLayout()) {}

  // Returns true if the function had records of values.
  bool run() {
    SmallVector<std::pair<DbgVariableRecord *, Instruction *>> values;
    for (Instruction &instruction : instructions(function_)) {
      for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) {
        if (!record.isDbgDeclare()) {
          values.push_back({&record, &instruction});
        }
      }
    }
    for (auto [record, position] : values) {
      spill(*record, *position);
      record->eraseFromParent();
    }
    return !values.empty();
  }

 private:
  // Stores the value of one record at its position if the record is of a simple shape; see the
  // header for the others. The caller erases the record in either case.
  void spill(DbgVariableRecord &record, Instruction &position) {
    Value *value = record.hasArgList() || record.getNumVariableLocationOps() != 1
                       ? nullptr
                       : record.getVariableLocationOp(0);
    const DIExpression *expression = record.getExpression();
    const auto fragment = expression->getFragmentInfo();
    const unsigned others = expression->getNumElements() - (fragment ? 3 : 0);
    if (!record.isDbgValue() || !value || others != 0 || record.getDebugLoc().getInlinedAt() ||
        isa<UndefValue>(value) || !value->getType()->isSized()) {
      return;
    }
    if (value->getType()->isIntegerTy(1)) {
      setPosition(position);
      value = builder_.CreateZExt(value, builder_.getInt8Ty());
    }
    const uint64_t offset = fragment ? fragment->OffsetInBits / 8 : 0;
    const uint64_t end = offset + layout_.getTypeStoreSize(value->getType());
    AllocaInst *slot = slotOf(record, end);
    if (!slot || (fragment && fragment->OffsetInBits % 8 != 0)) {
      return;
    }
    setPosition(position);
    Value *address =
        offset == 0 ? slot : builder_.CreateConstGEP1_64(builder_.getInt8Ty(), slot, offset);
    builder_.CreateAlignedStore(value, address, commonAlignment(Align(slotAlignment), offset),
                                /*isVolatile=*/true);
  }

  // Places the builder at the record's instruction, behind phis.
  void setPosition(Instruction &position) {
    BasicBlock &block = *position.getParent();
    builder_.SetInsertPoint(
        &block, isa<PHINode>(position) ? block.getFirstInsertionPt() : position.getIterator());
    builder_.SetCurrentDebugLocation(locationBefore(*builder_.GetInsertPoint()));
  }

  // The variable's slot, made at its first use and declared for its scope. Null if the size is
  // unknown, zero, over maxVariableBytes, or smaller than `end`, the end of the value in the slot.
  AllocaInst *slotOf(const DbgVariableRecord &record, uint64_t end) {
    DILocalVariable *variable = record.getVariable();
    const uint64_t size = (variable->getSizeInBits().value_or(0) + 7) / 8;
    // A vector of three elements is stored as four.
    const uint64_t rounded = alignTo(size, Align(slotAlignment));
    if (size == 0 || size > maxVariableBytes || end > rounded) {
      return nullptr;
    }
    AllocaInst *&slot = slots_[variable];
    if (!slot) {
      BasicBlock &entry = function_.getEntryBlock();
      IRBuilder<> atEntry(&entry, entry.begin());
      slot = atEntry.CreateAlloca(ArrayType::get(atEntry.getInt8Ty(), rounded));
      slot->setAlignment(Align(slotAlignment));
      DIExpression *none = DIExpression::get(function_.getContext(), {});
      auto *declaration =
          DbgVariableRecord::createDVRDeclare(slot, variable, none, record.getDebugLoc().get());
      entry.insertDbgRecordBefore(declaration, entry.getFirstNonPHIOrDbgOrAlloca());
    }
    return slot;
  }

  Function &function_;
  IRBuilder<> builder_;
  const DataLayout &layout_;
  MapVector<DILocalVariable *, AllocaInst *> slots_;
};

}  // namespace

PreservedAnalyses PreserveDebugVariablesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    if (!function.isDeclaration()) {
      changed |= VariableSpiller(function).run();
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
