// Answers clGetProgramInfo and clGetProgramBuildInfo (CL 3.0 §5.8.9), and finds functions
// (cl_intel_function_pointers) and variables (cl_intel_global_variable_access) for the host.

#include <algorithm>

#include "core/build/program.h"

namespace cl {

/// CL 3.0 §5.8.9 clGetProgramInfo: CL_INVALID_PROGRAM_EXECUTABLE without a successful build.
Result<Ref<Build>> Program::anyExecutable() const {
  std::lock_guard guard(mutex_);
  for (const DeviceBuild &deviceBuild : deviceBuilds_) {
    if (deviceBuild.build && deviceBuild.build->isExecutable()) {
      return deviceBuild.build;
    }
  }
  return Error{CL_INVALID_PROGRAM_EXECUTABLE};
}

Status Program::binarySizes(const InfoWriter &out) {
  std::vector<size_t> sizes;
  for (size_t i = 0; i < deviceBuilds_.size(); ++i) {
    const auto build = buildOf(i);
    auto bytes = build ? build->binary() : Result<std::vector<std::byte>>(std::vector<std::byte>());
    if (!bytes) {
      return bytes.error();
    }
    sizes.push_back(bytes->size());
  }
  return out.array<size_t>(sizes);
}

Status Program::binaries(const InfoWriter &out) {
  std::vector<std::vector<std::byte>> all;
  for (size_t i = 0; i < deviceBuilds_.size(); ++i) {
    const auto build = buildOf(i);
    auto bytes = build ? build->binary() : Result<std::vector<std::byte>>(std::vector<std::byte>());
    if (!bytes) {
      return bytes.error();
    }
    all.push_back(std::move(*bytes));
  }
  return out.write(all.size() * sizeof(unsigned char *), [&](char *value) {
    auto **pointers = reinterpret_cast<std::byte **>(value);
    for (size_t i = 0; i < all.size(); ++i) {
      if (pointers[i]) {
        std::copy(all[i].begin(), all[i].end(), pointers[i]);
      }
    }
  });
}

/// Returns the source of clCreateProgramWithSource, or the source embedded in a binary.
std::string Program::storedSource() const {
  for (size_t i = 0; i < deviceBuilds_.size() && origin_ == Origin::binary; ++i) {
    if (std::string source = deviceBuilds_[i].loaded->source(); !source.empty()) {
      return source;
    }
  }
  return source_;
}

/// CL 3.0 §5.8.9 clGetProgramInfo: CL_INVALID_VALUE for an unknown query.
Status Program::info(cl_program_info name, const InfoWriter &out) {
  switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_PROGRAM_CONTEXT:
      return out.value<cl_context>(context_->handle());
    case CL_PROGRAM_NUM_DEVICES:
      return out.value<cl_uint>(static_cast<cl_uint>(deviceBuilds_.size()));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> ids;
      for (const DeviceBuild &deviceBuild : deviceBuilds_) {
        ids.push_back(context_->members()[deviceBuild.member].device->handle());
      }
      return out.array<cl_device_id>(ids);
    }
    case CL_PROGRAM_SOURCE:
      return out.string(storedSource());
    case CL_PROGRAM_IL:
      return out.bytes(il_.data(), il_.size());
    case CL_PROGRAM_BINARY_SIZES:
      return binarySizes(out);
    case CL_PROGRAM_BINARIES:
      return binaries(out);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return out.value<cl_bool>(CL_FALSE);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
      break;
    default:
      return Error{CL_INVALID_VALUE};
  }
  auto build = anyExecutable();
  if (!build) {
    return build.error();
  }
  const auto &kernels = (*build)->info().kernels;
  if (name == CL_PROGRAM_NUM_KERNELS) {
    return out.value<size_t>(kernels.size());
  }
  std::string names;
  for (const auto &kernel : kernels) {
    names.append(names.empty() ? "" : ";").append(kernel.name);
  }
  return out.string(names);
}

/// CL 3.0 §5.8.9 clGetProgramBuildInfo: CL_INVALID_DEVICE, CL_INVALID_VALUE.
Status Program::buildInfo(const Device &device, cl_program_build_info name,
                          const InfoWriter &out) const {
  Ref<Build> build;
  bool isBuilding = false;
  {
    std::lock_guard guard(mutex_);
    const auto found =
        std::find_if(deviceBuilds_.begin(), deviceBuilds_.end(), [&](const DeviceBuild &candidate) {
          return context_->members()[candidate.member].device == &device;
        });
    if (found == deviceBuilds_.end()) {
      return Error{CL_INVALID_DEVICE};
    }
    build = found->build;
    isBuilding = found->isBuilding;
  }
  switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
      return out.value<cl_build_status>(isBuilding ? CL_BUILD_IN_PROGRESS
                                        : build    ? build->outcome().status()
                                                   : CL_BUILD_NONE);
    case CL_PROGRAM_BUILD_OPTIONS:
      return out.string(build && build->outcome().status() != CL_BUILD_NONE ? build->options()
                                                                            : std::string());
    case CL_PROGRAM_BUILD_LOG:
      return out.string(build ? build->log() : std::string());
    case CL_PROGRAM_BINARY_TYPE:
      return out.value<cl_program_binary_type>(build ? build->kind() : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return out.value<size_t>(build ? build->info().globalVariableSize : 0);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// cl_intel_function_pointers: CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_ARG_VALUE,
/// CL_INVALID_DEVICE. The compiler has given each function a number (compiler/program_info.h).
Result<cl_ulong> Program::functionPointer(const Device &device, std::string_view name) const {
  waitForBuilds();
  for (size_t i = 0; i < deviceBuilds_.size(); ++i) {
    if (context_->members()[deviceBuilds_[i].member].device != &device) {
      continue;
    }
    const auto build = buildOf(i);
    if (!build || !build->isExecutable()) {
      return Error{CL_INVALID_PROGRAM_EXECUTABLE};
    }
    const auto &pointers = build->info().functionPointers;
    const auto found = std::ranges::find(pointers, name, &compiler::FunctionPointerInfo::name);
    return found == pointers.end() ? Result<cl_ulong>(Error{CL_INVALID_ARG_VALUE})
                                   : Result<cl_ulong>(found->value);
  }
  return Error{CL_INVALID_DEVICE};
}

/// cl_intel_global_variable_access: CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_ARG_VALUE.
Result<ProgramVariable> Program::globalVariable(size_t member, std::string_view name) const {
  waitForBuilds();
  const auto isOfMember = [&](const DeviceBuild &candidate) { return candidate.member == member; };
  const auto found = std::ranges::find_if(deviceBuilds_, isOfMember);
  const auto build = found == deviceBuilds_.end()
                         ? Ref<Build>()
                         : buildOf(static_cast<size_t>(found - deviceBuilds_.begin()));
  if (!build || !build->isExecutable()) {
    return Error{CL_INVALID_PROGRAM_EXECUTABLE};
  }
  const auto &variables = build->info().variables;
  const auto variable = std::ranges::find(variables, name, &compiler::GlobalVariableInfo::name);
  if (variable == variables.end()) {
    return Error{CL_INVALID_ARG_VALUE};
  }
  return ProgramVariable{build, static_cast<size_t>(variable - variables.begin())};
}

}  // namespace cl
