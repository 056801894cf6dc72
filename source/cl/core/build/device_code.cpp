#include "core/build/device_code.h"

#include <utility>

#include "core/process/job_queue.h"

namespace cl {

bool DeviceCode::generate(compiler::Module &module, BuildOutcome &outcome) {
  auto binary = [&] {
    const JobQueue::Outside outside;
    return module.createBinary();
  }();
  outcome.append(module.log());
  if (!binary) {
    binary = compiler::Failure{compiler::Error::compileFailure,
                               "The program could not be turned into code for the device."};
  }
  auto loaded = open(binary, module.programInfo(), outcome);
  if (!loaded) {
    return false;
  }
  binary_ = std::move(*binary);
  executable_ = std::move(loaded);
  return true;
}

Ref<Executable> DeviceCode::open(const compiler::Result<compiler::Bytes> &binary,
                                 const compiler::ProgramInfo &info, BuildOutcome &outcome) const {
  if (!binary) {
    outcome.fail(binary.error());
    return nullptr;
  }
  auto loaded = Executable::load(*device_, *binary, info.kernels.size());
  if (!loaded && loaded.error().code == CL_INVALID_BINARY) {
    outcome.fail(
        {compiler::Error::internalFailure,
         "The device refuses the binary that was made for it: the target's runtime half and "
         "its compiler half do not agree on properties, machine, relocations or page size."});
    return nullptr;
  }
  if (!loaded) {
    outcome.fail(loaded.error(), "The program could not be brought to the device.");
    return nullptr;
  }
  if (!initialisesMemory(*loaded, info)) {
    outcome.fail(
        {compiler::Error::invalidBinary,
         "The context initializes memory (CL_CONTEXT_MEMORY_INITIALIZE_KHR), and the binary was "
         "built without that: it needs -cl-kiln-zero-local-memory or "
         "-cl-kiln-zero-private-memory."});
    return nullptr;
  }
  return std::move(*loaded);
}

/// CL 3.0 §5.8.1 clCreateProgramWithBinary: CL_INVALID_BINARY.
Result<Ref<Executable>> DeviceCode::open(std::span<const std::byte> binary,
                                         const compiler::ProgramInfo &info) const {
  auto loaded = Executable::load(*device_, binary, info.kernels.size());
  if (loaded && !initialisesMemory(*loaded, info)) {
    return Error{CL_INVALID_BINARY};
  }
  return loaded;
}

Status DeviceCode::load(std::span<const std::byte> binary, const compiler::ProgramInfo &info) {
  auto loaded = open(binary, info);
  if (!loaded) {
    return loaded.error();
  }
  executable_ = std::move(*loaded);
  return success();
}

/// Tells if the code initialises memory as the context demands (cl_khr_initialize_memory). All
/// kernels of a program are alike in this.
bool DeviceCode::initialisesMemory(const Ref<Executable> &code,
                                   const compiler::ProgramInfo &info) const {
  if (neededFlags_ == 0 || info.kernels.empty()) {
    return true;
  }
  const auto kernel = LoadedKernel::find(code, info.kernels.front().name.c_str());
  return kernel && ((*kernel)->descriptor().flags & neededFlags_) == neededFlags_;
}

}  // namespace cl
