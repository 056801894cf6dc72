// Finds the handler of an opcode in the tables of all topics, by one hash table for each API.
#include "translator/handlers.h"

#include <unordered_map>

#include "binary/long_composites.h"
#include "coverage/coverage.h"

namespace spirv_ll {
namespace {

using Index = std::unordered_map<uint32_t, Handler>;

/// Adds rows; the first row of an opcode wins.
void add(Index &index, std::initializer_list<HandlerTable> tables) {
  for (HandlerTable table : tables) {
    for (const HandlerRow &row : table) {
      index.emplace(static_cast<uint32_t>(row.op), row.handler);
    }
  }
}

Index makeIndex(Api api) {
  Index index;
  if (api == Api::vulkan) {
    add(index, {shaderModuleHandlers(), shaderTypeHandlers(), shaderVariableHandlers(),
                shaderMemoryHandlers(), shaderImageHandlers(), matrixHandlers()});
  }
  add(index, {moduleHandlers(),
              capabilityHandlers(),
              annotationHandlers(),
              typeHandlers(),
              constantHandlers(),
              variableHandlers(),
              memoryHandlers(),
              pointerHandlers(),
              pointerVectorHandlers(),
              arithmeticHandlers(),
              bitHandlers(),
              relationalHandlers(),
              conversionHandlers(),
              compositeHandlers(),
              controlFlowHandlers(),
              functionHandlers(),
              functionPointerHandlers(),
              assemblyHandlers(),
              atomicHandlers(),
              barrierHandlers(),
              groupHandlers(),
              groupArithmeticHandlers(),
              nonUniformHandlers(),
              imageHandlers(),
              imageQueryHandlers(),
              pipeHandlers(),
              pipeStorageHandlers(),
              dotProductHandlers(),
              clockHandlers(),
              intelSubgroupHandlers(),
              matrixTypeHandlers(),
              matrixAccessHandlers(),
              matrixProductHandlers(),
              matrixElementHandlers(),
              storageHandlers(),
              extendedArithmeticHandlers(),
              debugHandlers(),
              extendedHandlers()});
  return index;
}

}  // namespace

Handler findHandler(spv::Op op, Api api) {
  static const Index kernels = makeIndex(Api::openCL);
  static const Index shaders = makeIndex(Api::vulkan);
  const Index &index = api == Api::vulkan ? shaders : kernels;
  const auto found = index.find(static_cast<uint32_t>(op));
  return found == index.end() ? nullptr : found->second;
}

/// Continuations have no handlers: they are joined with the instruction in front of them.
bool isTranslatedInstruction(spv::Op op, Api api) {
  return findHandler(op, api) != nullptr || (api == Api::openCL && isContinuation(op));
}

}  // namespace spirv_ll
