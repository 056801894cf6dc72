#include "core/build/device_code.h"

#include <utility>

namespace cl {

bool DeviceCode::generate(compiler::Module &module, BuildOutcome &outcome) {
  auto binary = module.createBinary();
  outcome.append(module.log());
  if (!binary) {
    outcome.fail({compiler::Error::compileFailure,
                  "The program could not be turned into code for the device."});
    return false;
  }
  auto loaded = Executable::load(context_, device_, *binary);
  if (!loaded && loaded.error().code == CL_INVALID_BINARY) {
    outcome.fail(
        {compiler::Error::internalFailure,
         "The device refuses the binary that was made for it: the target's runtime half and "
         "its compiler half do not agree on properties, machine, relocations or page size."});
    return false;
  }
  if (!loaded) {
    outcome.fail(loaded.error(), "The program could not be brought to the device.");
    return false;
  }
  if (!initialisesMemory(*loaded, module.programInfo())) {
    outcome.fail(
        {compiler::Error::invalidBinary,
         "The context initializes memory (CL_CONTEXT_MEMORY_INITIALIZE_KHR), and the binary was "
         "built without that: it needs -cl-kiln-zero-local-memory or "
         "-cl-kiln-zero-private-memory."});
    return false;
  }
  binary_ = std::move(*binary);
  executable_ = std::move(*loaded);
  return true;
}

/// CL 3.0 §5.8.1 clCreateProgramWithBinary: CL_INVALID_BINARY.
Status DeviceCode::load(std::span<const std::byte> binary, const compiler::ProgramInfo &info) {
  auto loaded = Executable::load(context_, device_, binary);
  if (!loaded) {
    return loaded.error();
  }
  if (!initialisesMemory(*loaded, info)) {
    return Error{CL_INVALID_BINARY};
  }
  executable_ = std::move(*loaded);
  return success();
}

/// Tells if the code initialises memory as the context demands (cl_khr_initialize_memory). All
/// kernels of a program are alike in this.
bool DeviceCode::initialisesMemory(const Ref<Executable> &code,
                                   const compiler::ProgramInfo &info) const {
  const uint32_t needed = context_.neededKernelFlags();
  if (needed == 0 || info.kernels.empty()) {
    return true;
  }
  const auto kernel = LoadedKernel::find(code, info.kernels.front().name.c_str());
  return kernel && ((*kernel)->descriptor().flags & needed) == needed;
}

}  // namespace cl
