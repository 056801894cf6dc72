#include "handlers.h"

#include <unordered_map>

namespace spirv_ll {
namespace {

std::unordered_map<uint32_t, Handler> makeIndex() {
  std::unordered_map<uint32_t, Handler> index;
  for (HandlerTable table : {moduleHandlers(),
                             capabilityHandlers(),
                             annotationHandlers(),
                             typeHandlers(),
                             constantHandlers(),
                             variableHandlers(),
                             memoryHandlers(),
                             pointerHandlers(),
                             arithmeticHandlers(),
                             bitHandlers(),
                             relationalHandlers(),
                             conversionHandlers(),
                             compositeHandlers(),
                             controlFlowHandlers(),
                             functionHandlers(),
                             atomicHandlers(),
                             barrierHandlers(),
                             groupHandlers(),
                             groupArithmeticHandlers(),
                             nonUniformHandlers(),
                             imageHandlers(),
                             imageQueryHandlers(),
                             pipeHandlers(),
                             dotProductHandlers(),
                             clockHandlers(),
                             intelSubgroupHandlers(),
                             storageHandlers(),
                             extendedArithmeticHandlers(),
                             debugHandlers(),
                             extendedHandlers()}) {
    for (const HandlerRow &row : table) {
      index.emplace(static_cast<uint32_t>(row.op), row.handler);
    }
  }
  return index;
}

}  // namespace

Handler findHandler(spv::Op op) {
  static const std::unordered_map<uint32_t, Handler> index = makeIndex();
  const auto found = index.find(static_cast<uint32_t>(op));
  return found == index.end() ? nullptr : found->second;
}

}  // namespace spirv_ll
