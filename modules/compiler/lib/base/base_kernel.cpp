#include "base/base_kernel.h"

namespace compiler {

Result<Bytes> BaseKernel::createSpecializedKernel(const SpecializationOptions &options) {
  Operation operation{.kind = OperationKind::specializeKernel};
  operation.specialization = options;
  Outcome outcome = target_.run(data_, operation);
  if (outcome.failure) {
    return std::move(*outcome.failure);
  }
  return std::move(outcome.output);
}

// Compiling ahead of the enqueue is the caller's business: it alone knows its threads.
void BaseKernel::precacheLocalSize(const std::array<uint64_t, 3> &) {}

// No pass makes sub-groups yet, so no kernel uses them.
uint32_t BaseKernel::querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &) {
  return 0;
}
std::array<uint64_t, 3> BaseKernel::queryLocalSizeForSubGroupCount(uint64_t) {
  return {};
}
uint64_t BaseKernel::queryMaxSubGroupCount() {
  return 0;
}

}  // namespace compiler
