#include "flow_generator.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace compiler::vecz {

using namespace llvm;

FlowGenerator::FlowGenerator(Module &module, unsigned seed, bool irreducible)
    : random_(seed),
      irreducible_(irreducible),
      module_(module),
      builder_(module.getContext()),
      i32_(builder_.getInt32Ty()) {}

BasicBlock *FlowGenerator::block(const char *name) {
  return BasicBlock::Create(module_.getContext(), name, function_);
}

Function *FlowGenerator::function() {
  Type *pointer = builder_.getPtrTy();
  auto *type = FunctionType::get(builder_.getVoidTy(), {pointer, pointer, i32_}, false);
  function_ = Function::Create(type, GlobalValue::ExternalLinkage, "f", module_);
  FunctionCallee id =
      module_.getOrInsertFunction("__mux_get_global_id", builder_.getInt64Ty(), i32_);
  builder_.SetInsertPoint(block("entry"));
  Value *lane = builder_.CreateTrunc(builder_.CreateCall(id, builder_.getInt32(0)), i32_, "lane");
  own_ = place(function_->getArg(1), builder_.CreateMul(lane, builder_.getInt32(16)));
  Value *n = function_->getArg(2);
  for (Value *initial : {lane, n, builder_.CreateAdd(lane, n), builder_.CreateXor(n, 5)}) {
    variables_.push_back(builder_.CreateAlloca(i32_, nullptr, "v"));
    builder_.CreateStore(initial, variables_.back());
  }
  BasicBlock *start = block("start"), *last = block("last");
  end_ = block("end");
  builder_.CreateBr(start);
  region(start, last, 0);
  builder_.SetInsertPoint(last);
  for (unsigned index = 0; index < variables_.size(); ++index) {
    builder_.CreateStore(read(variables_[index]), place(own_, builder_.getInt32(index)));
  }
  builder_.CreateBr(end_);
  builder_.SetInsertPoint(end_);
  builder_.CreateRetVoid();

  EliminateUnreachableBlocks(*function_);
  SmallVector<AllocaInst *> all = variables_;
  all.append(counters_);
  DominatorTree dominators(*function_);
  PromoteMemToReg(all, dominators);
  return function_;
}

/// Blocks and loops in a sequence; each leads to some behind it.
SmallVector<BasicBlock *> FlowGenerator::region(BasicBlock *entry, BasicBlock *exit,
                                                unsigned depth) {
  SmallVector<BasicBlock *> row = {entry};
  for (unsigned count = 1 + pick(depth == 0 ? 8 : 5); count > 0; --count) {
    row.push_back(block("b"));
  }
  row.push_back(exit);
  for (unsigned index = 0; index + 1 < row.size(); ++index) {
    ArrayRef<BasicBlock *> later = ArrayRef(row).drop_front(index + 1);
    if (depth < 3 && budget_ > 0 && pick(4) == 0) {
      --budget_;
      loop(row[index], later[pick(std::min<unsigned>(later.size(), 2))], depth + 1);
      continue;
    }
    builder_.SetInsertPoint(row[index]);
    statements();
    branch(later, depth);
  }
  return SmallVector<BasicBlock *>(drop_begin(drop_end(row)));
}

void FlowGenerator::loop(BasicBlock *entry, BasicBlock *exit, unsigned depth) {
  auto *counter = new AllocaInst(i32_, 0, "i", function_->getEntryBlock().begin());
  counters_.push_back(counter);
  builder_.SetInsertPoint(entry);
  builder_.CreateStore(builder_.getInt32(0), counter);
  BasicBlock *header = block("header"), *next = block("next"), *again = header;
  loops_.push_back({next, exit});
  const SmallVector<BasicBlock *> body = region(header, next, depth);
  loops_.pop_back();
  builder_.SetInsertPoint(entry);
  if (irreducible_ && pick(2) == 0) {
    BasicBlock *middle = body[pick(body.size())];
    builder_.CreateCondBr(condition(), header, middle);
    again = block("again");
    builder_.SetInsertPoint(again);
    builder_.CreateCondBr(condition(), header, middle);
  } else {
    builder_.CreateBr(header);
  }
  builder_.SetInsertPoint(next);
  Value *i = builder_.CreateAdd(read(counter), builder_.getInt32(1));
  builder_.CreateStore(i, counter);
  if (pick(3) == 0) {
    builder_.CreateStore(i, variable());
  }
  Value *bound = builder_.CreateAnd(pick(2) ? function_->getArg(2) : number(), 3);
  builder_.CreateCondBr(builder_.CreateICmpULT(i, bound), again, exit);
}

Value *FlowGenerator::number() {
  switch (pick(4)) {
    case 0:
      return builder_.getInt32(pick(8));
    case 1:
      return function_->getArg(2);
    default:
      return read(variable());
  }
}

Value *FlowGenerator::place(Value *base, Value *index) {
  return builder_.CreateGEP(i32_, base, index);
}

void FlowGenerator::statements() {
  for (unsigned count = pick(4); count > 0; --count) {
    Value *left = number(), *right = number();
    Value *index = builder_.CreateAnd(left, 15);
    Value *result = nullptr;
    switch (pick(7)) {
      case 0:
        result = builder_.CreateAdd(left, right);
        break;
      case 1:
        result = builder_.CreateMul(left, builder_.CreateOr(right, 1));
        break;
      case 2:
        result = builder_.CreateXor(left, builder_.CreateLShr(right, 1));
        break;
      case 3:
        result = builder_.CreateLoad(i32_, place(function_->getArg(0), index));
        break;
      case 4:
        result = builder_.CreateLoad(i32_, place(own_, index));
        break;
      case 5:
        result = builder_.CreateUDiv(left, builder_.CreateOr(right, 1));
        break;
      default:
        builder_.CreateStore(right, place(own_, index));
        continue;
    }
    builder_.CreateStore(result, variable());
  }
}

Value *FlowGenerator::condition() {
  Value *bits = builder_.CreateAnd(number(), pick(2) ? 1 : 3);
  return builder_.CreateICmp(pick(2) ? CmpInst::ICMP_EQ : CmpInst::ICMP_UGT, bits,
                             builder_.getInt32(pick(3)));
}

BasicBlock *FlowGenerator::target(ArrayRef<BasicBlock *> later) {
  unsigned choice = pick(14);
  if (choice == 0) {
    return end_;
  }
  if (choice < 3 && !loops_.empty()) {
    const Loop &loop = loops_[pick(loops_.size())];
    return pick(3) ? loop.exit : loop.next;
  }
  return later[pick(std::min<unsigned>(later.size(), 3))];
}

void FlowGenerator::branch(ArrayRef<BasicBlock *> later, unsigned) {
  unsigned choice = pick(8);
  if (choice < 2) {
    builder_.CreateBr(later[0]);
  } else if (choice == 2) {
    auto *cases = builder_.CreateSwitch(builder_.CreateAnd(number(), 3), target(later));
    for (unsigned number = 0; number < 3; ++number) {
      cases->addCase(builder_.getInt32(number), target(later));
    }
  } else {
    builder_.CreateCondBr(condition(), target(later), target(later));
  }
}

}  // namespace compiler::vecz
