#include "core/build/executable.h"

#include <algorithm>

namespace cl {

/// CL 3.0 §5.8.1: CL_INVALID_BINARY for bytes that the device refuses.
Result<Ref<Executable>> Executable::load(OpenDevice &device, std::span<const std::byte> binary,
                                         size_t kernels) {
  mux_executable_t mux = nullptr;
  const auto result = muxCreateExecutable(device.mux(), binary.data(), binary.size(), &mux);
  if (result != mux_success) {
    return Error{toClError(result, CL_OUT_OF_RESOURCES)};
  }
  return make<Executable>(device, mux, binary.size() / std::max<size_t>(1, kernels));
}

Ref<Buffer> Executable::takePrintfBuffer() {
  std::lock_guard guard(mutex_);
  return std::move(printfBuffer_);
}

void Executable::keepPrintfBuffer(Ref<Buffer> buffer) {
  std::lock_guard guard(mutex_);
  if (!printfBuffer_) {
    printfBuffer_ = std::move(buffer);
  }
}

Result<Ref<LoadedKernel>> LoadedKernel::find(Ref<Executable> executable, const char *name) {
  const mux_device_t device = executable->device().mux();
  mux_kernel_t mux = nullptr;
  if (auto status = fromMux(muxCreateKernel(device, executable->mux(), name, &mux)); !status) {
    return status.error();
  }
  const mux_kernel_descriptor_t *descriptor = nullptr;
  if (auto status = fromMux(muxGetKernelDescriptor(mux, &descriptor)); !status) {
    muxDestroyKernel(device, mux);
    return status.error();
  }
  return make<LoadedKernel>(std::move(executable), mux, descriptor);
}

}  // namespace cl
