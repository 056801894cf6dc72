#include "passes/barriers/group_exchange_emitter.h"

#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

GroupArray GroupExchangeEmitter::arrayOf(const GroupExchange &exchange, unsigned region) {
  GroupArray array = {.type = exchange.type, .count = arrays_.count(), .waiting = region};
  array.items = arrays_.firstElement(exchange.slot);
  if (continuations_) {
    array.continuations = arrays_.firstElement(*continuations_);
  }
  return array;
}

Value *GroupExchangeEmitter::emit(const GroupExchange &exchange, unsigned region) {
  const GroupFunction &function = exchange.function;
  const GroupArray array = arrayOf(exchange, region);
  if (!function.isUniform()) {
    scanArray(builder_, function, array);
    return nullptr;
  }
  if (function.kind == GroupFunctionKind::broadcast) {
    return elementOf(builder_, array, broadcastIndex(exchange));
  }
  return reduceArray(builder_, function, array);
}

void GroupExchangeEmitter::emitInSubGroups(ArrayRef<GroupExchange> exchanges, unsigned region) {
  SmallVector<SubGroupExchange> joined;
  for (const GroupExchange &exchange : exchanges) {
    joined.push_back({exchange.function, arrayOf(exchange, region), askedNumbers(exchange)});
  }
  exchangeInSubGroups(builder_, joined, subGroupSize_);
}

Value *GroupExchangeEmitter::broadcastIndex(const GroupExchange &exchange) {
  if (exchange.index) {
    return exchange.index;
  }
  Type *type = builder_.getIntPtrTy(builder_.GetInsertBlock()->getModule()->getDataLayout());
  return builder_.CreateLoad(type, arrays_.firstElement(exchange.indexSlot));
}

AskedNumbers GroupExchangeEmitter::askedNumbers(const GroupExchange &exchange) {
  if (!exchange.function.takesNumber()) {
    return {};
  }
  if (exchange.index) {
    return {.constant = exchange.index};
  }
  return {.items = arrays_.firstElement(exchange.indexSlot)};
}

}  // namespace compiler::passes
