#include "passes/barriers/group_exchange_emitter.h"

namespace compiler::passes {

using namespace llvm;

Value *GroupExchangeEmitter::emit(const GroupExchange &exchange, unsigned region) {
  const GroupFunction &function = exchange.function;
  GroupArray array = {.type = exchange.type, .count = arrays_.count(), .waiting = region};
  array.items = arrays_.firstElement(exchange.slot);
  if (continuations_) {
    array.continuations = arrays_.firstElement(*continuations_);
  }
  if (function.level == GroupLevel::subGroup) {
    exchangeInSubGroups(builder_, function, array, subGroupSize_, askedNumbers(exchange));
    return nullptr;
  }
  if (!function.isUniform()) {
    scanArray(builder_, function, array);
    return nullptr;
  }
  if (function.kind == GroupFunctionKind::broadcast) {
    return elementOf(builder_, array, broadcastIndex(exchange));
  }
  return reduceArray(builder_, function, array);
}

Value *GroupExchangeEmitter::broadcastIndex(const GroupExchange &exchange) {
  if (exchange.index) {
    return exchange.index;
  }
  Type *type = sizeType();
  return builder_.CreateLoad(type, arrays_.firstElement(exchange.indexSlot));
}

AskedNumbers GroupExchangeEmitter::askedNumbers(const GroupExchange &exchange) {
  if (!exchange.function.takesNumber()) {
    return {};
  }
  if (exchange.index) {
    return {.constant = exchange.index};
  }
  const bool isBroadcast = exchange.function.kind == GroupFunctionKind::broadcast;
  return {.items = arrays_.firstElement(exchange.indexSlot),
          .type = isBroadcast ? sizeType() : builder_.getInt32Ty()};
}

Type *GroupExchangeEmitter::sizeType() {
  return builder_.getIntPtrTy(builder_.GetInsertBlock()->getModule()->getDataLayout());
}

}  // namespace compiler::passes
