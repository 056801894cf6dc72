#include "lane_machine.h"

#include <random>

#include "llvm/ADT/bit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Addresses count words: `in` stands at 0, the lanes' own memory behind it.
constexpr unsigned words = 16;
constexpr unsigned maxSteps = 100000;

uint64_t maskedTo(const Type *type, uint64_t value) {
  unsigned bits = type->isPointerTy() ? 64 : type->getIntegerBitWidth();
  return bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

std::optional<uint64_t> binary(unsigned opcode, uint64_t left, uint64_t right) {
  switch (opcode) {
    case Instruction::Add:
      return left + right;
    case Instruction::Mul:
      return left * right;
    case Instruction::And:
      return left & right;
    case Instruction::Or:
      return left | right;
    case Instruction::Xor:
      return left ^ right;
    case Instruction::LShr:
      return left >> right;
    case Instruction::UDiv:
      return right == 0 ? std::nullopt : std::optional(left / right);
    default:
      return std::nullopt;
  }
}

std::optional<bool> compare(CmpInst::Predicate predicate, uint64_t left, uint64_t right) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return left == right;
    case CmpInst::ICMP_NE:
      return left != right;
    case CmpInst::ICMP_UGT:
      return left > right;
    case CmpInst::ICMP_UGE:
      return left >= right;
    case CmpInst::ICMP_ULT:
      return left < right;
    case CmpInst::ICMP_ULE:
      return left <= right;
    default:
      return std::nullopt;
  }
}

}  // namespace

LaneMachine::LaneMachine(unsigned width, unsigned seed) : width_(width), own_(width * words) {
  std::mt19937 random(seed);
  n_ = random() % 8;
  for (unsigned index = 0; index < words; ++index) {
    in_.push_back(random() % 16);
  }
  for (uint64_t &word : own_) {
    word = random() % 16;
  }
}

void LaneMachine::fail(const Twine &message, const Value &where) {
  if (!error_.empty()) {
    return;
  }
  raw_string_ostream stream(error_);
  stream << message << ": ";
  where.print(stream);
}

/// The widener's rule: uniform unless an operand differs.
void LaneMachine::findVarying(Function &function) {
  varying_.clear();
  SmallVector<Value *> work;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    StringRef name = call ? call->getCalledFunction()->getName() : "";
    if (name == "__mux_get_global_id" || name == "kiln.entry_mask") {
      work.push_back(&instruction);
    }
  }
  while (!work.empty()) {
    Value *value = work.pop_back_val();
    if (!varying_.insert(value).second) {
      continue;
    }
    for (User *user : value->users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledFunction()->getName() != "kiln.any") {
        work.push_back(user);
      }
    }
  }
}

void LaneMachine::runInStep(Function &function, unsigned active) {
  active_ = active;
  alone_ = false;
  findVarying(function);
  run(function);
}

void LaneMachine::runAlone(Function &function, unsigned lane) {
  active_ = 1u << lane;
  alone_ = true;
  varying_.clear();
  run(function);
}

void LaneMachine::run(Function &function) {
  values_.clear();
  BasicBlock *block = &function.getEntryBlock();
  const BasicBlock *from = nullptr;
  for (unsigned steps = 0; block && error_.empty(); ++steps) {
    if (steps == maxSteps) {
      return fail("too many steps", function);
    }
    from = std::exchange(block, runBlock(*block, from));
  }
}

BasicBlock *LaneMachine::runBlock(BasicBlock &block, const BasicBlock *from) {
  mask_ = alone_ ? active_ : (1u << width_) - 1;
  enter(block, from);
  for (Instruction &instruction : block) {
    if (!error_.empty()) {
      return nullptr;
    }
    if (instruction.isTerminator()) {
      return leave(instruction);
    }
    if (!isa<PHINode>(instruction)) {
      execute(instruction);
    }
  }
  return nullptr;
}

void LaneMachine::enter(BasicBlock &block, const BasicBlock *from) {
  std::vector<std::pair<PHINode *, Lanes>> next;
  for (PHINode &phi : block.phis()) {
    Lanes lanes(width_);
    for (unsigned lane = 0; lane < width_; ++lane) {
      lanes[lane] = value(phi.getIncomingValueForBlock(from), lane);
    }
    next.push_back({&phi, std::move(lanes)});
  }
  for (auto &[phi, lanes] : next) {
    values_[phi] = std::move(lanes);
  }
}

BasicBlock *LaneMachine::leave(Instruction &terminator) {
  if (isa<ReturnInst>(terminator)) {
    return nullptr;
  }
  auto *branch = dyn_cast<BranchInst>(&terminator);
  if (branch && branch->isUnconditional()) {
    return branch->getSuccessor(0);
  }
  Value *condition = terminator.getOperand(0);
  if (varying_.contains(condition)) {
    fail("lanes branch apart", terminator);
  }
  Scalar chosen = value(condition, alone_ ? countr_zero(active_) : 0);
  if (!chosen) {
    fail("branch on poison", terminator);
  }
  if (!error_.empty()) {
    return nullptr;
  }
  if (branch) {
    return branch->getSuccessor(*chosen ? 0 : 1);
  }
  auto &choice = cast<SwitchInst>(terminator);
  auto *constant = ConstantInt::get(cast<IntegerType>(condition->getType()), *chosen);
  return choice.findCaseValue(constant)->getCaseSuccessor();
}

void LaneMachine::execute(Instruction &instruction) {
  if (auto *called = dyn_cast<CallInst>(&instruction)) {
    return call(*called);
  }
  Lanes lanes(width_);
  for (unsigned lane = 0; lane < width_; ++lane) {
    if (alone_ && !runs(lane)) {
      continue;
    }
    bool scalar = !alone_ && !varying_.contains(&instruction);
    bool effects = instruction.mayReadOrWriteMemory() || instruction.isIntDivRem();
    if (scalar && effects && lane > 0) {
      lanes[lane] = lanes[0];
    } else if (!effects || scalar || runs(lane)) {
      lanes[lane] = compute(instruction, lane);
    }
  }
  values_[&instruction] = std::move(lanes);
}

void LaneMachine::call(CallInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  Lanes lanes(width_);
  unsigned given = 0;
  for (unsigned lane = 0; lane < width_; ++lane) {
    if (name == "__mux_get_global_id") {
      lanes[lane] = lane;
    } else if (name == "kiln.entry_mask") {
      lanes[lane] = active_ >> lane & 1;
    } else {
      Scalar argument = value(call.getArgOperand(0), lane);
      if (!argument) {
        fail("poison as a mask", call);
      }
      given |= (argument && *argument) << lane;
    }
  }
  if (name == "kiln.any") {
    lanes.assign(width_, given != 0);
  }
  if (name == "kiln.mask") {
    if (given == 0) {
      fail("runs for nobody", call);
    }
    mask_ = given;
  }
  values_[&call] = std::move(lanes);
}

LaneMachine::Scalar LaneMachine::value(Value *value, unsigned lane) {
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    return constant->getZExtValue();
  }
  if (auto *argument = dyn_cast<Argument>(value)) {
    return argument->getArgNo() == 0 ? 0 : argument->getArgNo() == 1 ? words : n_;
  }
  if (isa<Constant>(value)) {
    return std::nullopt;
  }
  auto found = values_.find(value);
  if (found == values_.end()) {
    fail("used before it is there", *value);
    return std::nullopt;
  }
  return found->second[lane];
}

LaneMachine::Scalar LaneMachine::access(Instruction &instruction, Value *pointer, unsigned lane) {
  Scalar address = value(pointer, lane);
  if (!address || *address >= in_.size() + own_.size()) {
    fail("bad address", instruction);
    return std::nullopt;
  }
  uint64_t &word = *address < in_.size() ? in_[*address] : own_[*address - in_.size()];
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    Scalar stored = value(store->getValueOperand(), lane);
    if (!stored) {
      fail("stores poison", instruction);
    }
    word = stored.value_or(0);
  }
  return word;
}

LaneMachine::Scalar LaneMachine::compute(Instruction &instruction, unsigned lane) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return access(instruction, load->getPointerOperand(), lane);
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    return access(instruction, store->getPointerOperand(), lane);
  }
  if (isa<SelectInst>(instruction)) {
    Scalar condition = value(instruction.getOperand(0), lane);
    return condition ? value(instruction.getOperand(*condition ? 1 : 2), lane) : std::nullopt;
  }
  Scalar left = value(instruction.getOperand(0), lane);
  if (isa<FreezeInst>(instruction)) {
    return left.value_or(0);
  }
  if (isa<TruncInst>(instruction)) {
    return left ? Scalar(maskedTo(instruction.getType(), *left)) : left;
  }
  Scalar right = value(instruction.getOperand(1), lane);
  if (instruction.isIntDivRem() && !(right && *right != 0)) {
    fail("bad divisor", instruction);
  }
  if (!left || !right) {
    return std::nullopt;
  }
  if (isa<GetElementPtrInst>(instruction)) {
    return *left + static_cast<int32_t>(*right);
  }
  if (auto *comparison = dyn_cast<ICmpInst>(&instruction)) {
    if (auto result = compare(comparison->getPredicate(), *left, *right)) {
      return *result;
    }
  } else if (auto result = binary(instruction.getOpcode(), *left, *right)) {
    return maskedTo(instruction.getType(), *result);
  }
  fail("unknown instruction", instruction);
  return std::nullopt;
}

}  // namespace compiler::vecz
