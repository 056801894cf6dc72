// Sources of divergence in a SIMD group: arguments declared as not uniform, ids along the group's
// dimension, private variables, and accesses or calls with effects. LLVM's analysis propagates them
// along data and control dependences.

#include "vecz/analysis/lane_uniformity.h"

#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Returns true if a value differs between lanes even if all of its operands are uniform.
bool makesLanesDiffer(const Value &value, const SimdGroup &simdGroup) {
  if (auto *argument = dyn_cast<Argument>(&value)) {
    unsigned number = argument->getArgNo();
    return number < simdGroup.parameters.size() && !simdGroup.parameters[number].isUniform();
  }
  if (auto *load = dyn_cast<LoadInst>(&value)) {
    return !load->isSimple();
  }
  if (auto *call = dyn_cast<CallBase>(&value)) {
    if (auto shape = shapeOfResult(*call, simdGroup)) {
      return !shape->isUniform();
    }
    return !isLaneInvariant(*call);
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && (isa<AllocaInst>(instruction) || instruction->mayReadOrWriteMemory());
}

}  // namespace

bool isLaneInvariant(const CallBase &call) {
  if (isa<IntrinsicInst>(call)) {
    return call.doesNotAccessMemory() && !call.isConvergent();
  }
  if (passes::isShared(call) || passes::calledName(call).starts_with(passes::memoryRangePrefix)) {
    return true;
  }
  return StringSwitch<bool>(passes::calledName(call))
      .Cases({"__mux_get_global_size", "__mux_get_local_size", "__mux_get_enqueued_local_size",
              "__mux_get_num_groups"},
             true)
      .Cases({"__mux_get_group_id", "__mux_get_global_offset", "__mux_get_work_dim",
              passes::printfBufferName, passes::localMemoryName},
             true)
      .Default(false);
}

passes::UniformValues uniformityInSimdGroup(Function &function, const SimdGroup &simdGroup) {
  return {function, [simdGroup](const Value &value) { return makesLanesDiffer(value, simdGroup); }};
}

}  // namespace compiler::vecz
