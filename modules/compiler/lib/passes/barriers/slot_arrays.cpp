#include "passes/barriers/slot_arrays.h"

#include "ir/kernel_conventions.h"

namespace compiler::passes {

using namespace llvm;

Value *SlotArrays::count() {
  Function *localSize = declareWorkItemBuiltin(module(), "__mux_get_local_size");
  Value *count = builder_.getInt64(1);
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    Value *size = builder_.CreateCall(localSize, {builder_.getInt32(dimension)});
    count = builder_.CreateNUWMul(count, builder_.CreateZExt(size, builder_.getInt64Ty()));
  }
  return count;
}

Value *SlotArrays::firstElement(unsigned slot) {
  Value *zero = builder_.getInt64(0);
  builder_.CreateCall(declareSetWorkItem(module()), {zero, zero, zero, zero});
  return frame_.address(builder_, slot);
}

}  // namespace compiler::passes
