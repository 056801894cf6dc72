#include "core/build/program.h"

#include "core/process/compiler_loader.h"
#include "core/process/task_thread.h"

#include <algorithm>
#include <cstring>
#include <latch>

namespace cl {
namespace {

/// Returns views into `constants`, which must outlive them.
std::vector<compiler::SpecializationConstant> listOf(
    const std::map<uint32_t, std::vector<std::byte>> &constants) {
  std::vector<compiler::SpecializationConstant> list;
  for (const auto &[id, value] : constants) {
    list.push_back({id, value});
  }
  return list;
}

}  // namespace

/// CL 3.0 §5.8.1 clCreateProgramWithSource: CL_INVALID_VALUE for no strings or a null one.
Result<Ref<Program>> Program::fromSource(Context &context, cl_uint count, const char **strings,
                                         const size_t *lengths) {
  if (count == 0 || !strings || std::find(strings, strings + count, nullptr) != strings + count) {
    return Error{CL_INVALID_VALUE};
  }
  auto program = make<Program>(context, Origin::source);
  for (cl_uint i = 0; i < count; ++i) {
    const size_t length = lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]);
    program->source_.append(strings[i], length);
  }
  program->addAllMembers();
  return program;
}

Error Program::withoutCompiler(Context &context, std::string_view call, cl_int error) {
  if (const auto library = CompilerLoader::load(); !library) {
    context.report("Kiln: " + std::string(call) + ": " + library.error().message);
  }
  return Error{error};
}

void Program::addAllMembers() {
  for (size_t i = 0; i < context_->members().size(); ++i) {
    deviceBuilds_.push_back({.member = i, .device = context_->members()[i].index});
  }
}

/// CL 3.0 §5.8.1 clCreateProgramWithBinary: CL_INVALID_DEVICE for another context's device,
/// CL_INVALID_VALUE for an empty binary.
Result<Ref<Program>> Program::fromBinaries(Context &context, std::span<Device *const> devices,
                                           const size_t *lengths, const unsigned char **binaries,
                                           cl_int *binaryStatus) {
  auto program = make<Program>(context, Origin::binary);
  Status result;
  for (size_t i = 0; i < devices.size(); ++i) {
    const auto member = context.memberOf(*devices[i]);
    if (!member) {
      return Error{CL_INVALID_DEVICE};
    }
    Status status;
    DeviceBuild deviceBuild = {.member = *member, .device = context.members()[*member].index};
    if (lengths[i] == 0 || !binaries[i]) {
      status = Error{CL_INVALID_VALUE};
    } else if (auto loaded = Build::load(context, deviceBuild.device,
                                         std::as_bytes(std::span(binaries[i], lengths[i])))) {
      deviceBuild.build = deviceBuild.loaded = std::move(*loaded);
    } else {
      status = loaded.error();
    }
    if (binaryStatus) {
      binaryStatus[i] = status.error().code;
    }
    if (!status && result) {
      result = status;
    }
    program->deviceBuilds_.push_back(std::move(deviceBuild));
  }
  if (!result) {
    return result.error();
  }
  return program;
}

void Program::waitForBuilds() const {
  if (context_->isLost()) {
    return;
  }
  const auto isIdle = [this] {
    return std::ranges::none_of(deviceBuilds_, &DeviceBuild::isBuilding);
  };
  std::unique_lock lock(mutex_);
  if (!isIdle()) {
    TaskThread::letOthersGoOn();
    buildEnded_.wait(lock, isIdle);
  }
}

Ref<Build> Program::buildOf(size_t index) const {
  std::lock_guard guard(mutex_);
  return deviceBuilds_[index].build;
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_INVALID_DEVICE for a device that is not the program's. A build
/// for a device is one for the program's sub-devices of it as well: each of them can run the code.
Result<std::vector<size_t>> Program::indicesOf(std::span<Device *const> devices) const {
  const auto deviceOf = [&](const DeviceBuild &deviceBuild) {
    return context_->members()[deviceBuild.member].device;
  };
  for (Device *device : devices) {
    if (std::ranges::find(deviceBuilds_, device, deviceOf) == deviceBuilds_.end()) {
      return Error{CL_INVALID_DEVICE};
    }
  }
  std::vector<size_t> indices;
  for (size_t i = 0; i < deviceBuilds_.size(); ++i) {
    const auto isWithin = [&](Device *device) {
      return device->contains(*deviceOf(deviceBuilds_[i]));
    };
    if (devices.empty() || std::ranges::any_of(devices, isWithin)) {
      indices.push_back(i);
    }
  }
  return indices;
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_INVALID_OPERATION while kernels exist or another build runs.
Status Program::beginBuilding(std::span<const size_t> indices) {
  if (context_->isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  std::lock_guard guard(mutex_);
  if (kernels_.load() != 0) {
    return Error{CL_INVALID_OPERATION};
  }
  for (size_t index : indices) {
    if (deviceBuilds_[index].isBuilding) {
      return Error{CL_INVALID_OPERATION};
    }
  }
  for (size_t index : indices) {
    deviceBuilds_[index].isBuilding = true;
  }
  return success();
}

/// Returns a build just made at an earlier index that serves this device too: sub-devices of one
/// device share code. Programs with program-scope variables need code, and so variables, for each
/// sub-device.
Ref<Build> Program::sharedBuild(std::span<const size_t> earlier,
                                const DeviceBuild &deviceBuild) const {
  for (size_t index : earlier) {
    auto build = deviceBuilds_[index].sharesBuildWith(deviceBuild) ? buildOf(index) : Ref<Build>();
    if (build && build->info().globalVariableSize == 0) {
      return build;
    }
  }
  return {};
}

/// Builds for one device and publishes the result. Returns the error for the call. Never throws:
/// running out of memory fails the build (CL 3.0 §5.8.4 clBuildProgram: CL_OUT_OF_HOST_MEMORY).
Status Program::buildForDevice(std::span<const size_t> indices, size_t position,
                               const MakeBuild &makeBuild) {
  DeviceBuild &deviceBuild = deviceBuilds_[indices[position]];
  Ref<Build> build = sharedBuild(indices.first(position), deviceBuild);
  Status status;
  try {
    build = build ? build : makeBuild(deviceBuild);
  } catch (const std::bad_alloc &) {
    status = Error{CL_OUT_OF_HOST_MEMORY};
  }
  if (build) {
    status = build->outcome().result();
  }
  {
    std::lock_guard guard(mutex_);
    deviceBuild.build = std::move(build);
  }
  endBuilding(indices.subspan(position, 1));
  return status;
}

void Program::endBuilding(std::span<const size_t> indices) {
  std::lock_guard guard(mutex_);
  for (size_t index : indices) {
    deviceBuilds_[index].isBuilding = false;
  }
  buildEnded_.notify_all();
}

/// Builds for different devices at once, on threads of the context. Then come devices that may
/// share an earlier build. Returns the first error in the order of the program's devices (CL 3.0
/// §5.8.4).
Status Program::buildForDevices(std::span<const size_t> indices, const MakeBuild &makeBuild) {
  const auto mayShare = [&](size_t position) {
    return std::ranges::any_of(indices.first(position), [&](size_t earlier) {
      return deviceBuilds_[earlier].sharesBuildWith(deviceBuilds_[indices[position]]);
    });
  };
  std::vector<size_t> alone, later;
  for (size_t i = 0; i < indices.size(); ++i) {
    (mayShare(i) ? later : alone).push_back(i);
  }
  std::vector<Status> results(indices.size());
  std::latch others(static_cast<std::ptrdiff_t>(alone.size()) - 1);
  for (size_t position : std::span(alone).subspan(1)) {
    const auto task = [&, position] {
      results[position] = buildForDevice(indices, position, makeBuild);
      others.count_down();
    };
    if (!context_->builders().post(task)) {
      task();
    }
  }
  results[alone.front()] = buildForDevice(indices, alone.front(), makeBuild);
  others.wait();
  for (size_t position : later) {
    results[position] = buildForDevice(indices, position, makeBuild);
  }
  for (size_t index : indices) {
    deviceBuilds_[index].objects.clear();
  }
  const auto failed = std::ranges::find_if_not(results, &Status::operator bool);
  return failed == results.end() ? success() : *failed;
}

Status Program::startBuild(std::vector<size_t> indices, MakeBuild makeBuild, BuildNotify notify) {
  if (!notify.function) {
    return buildForDevices(indices, makeBuild);
  }
  auto posted = context_->builders().post(
      [self = Ref<Program>(this), indices, makeBuild = std::move(makeBuild), notify] {
        // The application asks for the result with the build status.
        (void)self->buildForDevices(indices, makeBuild);
        notify.function(self->handle(), notify.user);
      });
  if (!posted) {
    endBuilding(indices);
  }
  return posted;
}

bool Program::isCompilable(const DeviceBuild &deviceBuild) const {
  return origin_ == Origin::source || origin_ == Origin::il ||
         (deviceBuild.loaded && deviceBuild.loaded->isSpir());
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_INVALID_OPERATION for a linked program.
Status Program::build(std::span<Device *const> devices, std::string_view options,
                      BuildNotify notify) {
  auto indices = indicesOf(devices);
  if (!indices) {
    return indices.error();
  }
  const auto needsCompiler = [this](size_t index) { return isCompilable(deviceBuilds_[index]); };
  if (std::ranges::any_of(*indices, needsCompiler) && !CompilerLoader::isInstalled()) {
    (void)withoutCompiler(*context_, "clBuildProgram", CL_COMPILER_NOT_AVAILABLE);
    notify = {};  // the call itself fails, and the log says why
  }
  if (origin_ == Origin::link) {
    return Error{CL_INVALID_OPERATION};
  }
  if (auto status = beginBuilding(*indices); !status) {
    return status;
  }
  auto makeBuild = [this, constants = constants(),
                    options = std::string(options)](DeviceBuild &deviceBuild) {
    const auto list = listOf(constants);
    return isCompilable(deviceBuild)
               ? Build::build(*context_, deviceBuild.device, inputOf(deviceBuild, list), options)
               : Build::rebuild(*context_, deviceBuild.device, *deviceBuild.loaded, options);
  };
  return startBuild(std::move(*indices), std::move(makeBuild), notify);
}

/// CL 3.0 §5.8.5 clCompileProgram: CL_INVALID_OPERATION for a program without source or IL.
Status Program::compile(std::span<Device *const> devices, std::string_view options,
                        std::vector<IncludedHeader> headers, BuildNotify notify) {
  auto indices = indicesOf(devices);
  if (!indices) {
    return indices.error();
  }
  const auto hasInput = [this](size_t index) { return isCompilable(deviceBuilds_[index]); };
  if (!std::ranges::all_of(*indices, hasInput)) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!CompilerLoader::isInstalled()) {
    (void)withoutCompiler(*context_, "clCompileProgram", CL_COMPILER_NOT_AVAILABLE);
    notify = {};  // the call itself fails, and the log says why
  }
  if (auto status = beginBuilding(*indices); !status) {
    return status;
  }
  auto makeBuild = [this, constants = constants(), options = std::string(options),
                    headers = std::move(headers)](DeviceBuild &deviceBuild) {
    const auto list = listOf(constants);
    ProgramInput input = inputOf(deviceBuild, list);
    input.headers = headers;
    return Build::compile(*context_, deviceBuild.device, input, options);
  };
  return startBuild(std::move(*indices), std::move(makeBuild), notify);
}

/// Collects the compiled objects and libraries that the inputs of a link hold for a member of the
/// context.
std::vector<Ref<Build>> Program::objectsFor(size_t member, std::span<Program *const> inputs) {
  std::vector<Ref<Build>> found;
  for (const Program *input : inputs) {
    for (size_t index = 0; index < input->deviceCount(); ++index) {
      auto build = input->buildOf(index);
      if (input->memberOf(index) == member && build &&
          (build->kind() == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
           build->kind() == CL_PROGRAM_BINARY_TYPE_LIBRARY)) {
        found.push_back(std::move(build));
      }
    }
  }
  return found;
}

/// CL 3.0 §5.8.5 clLinkProgram: CL_INVALID_OPERATION unless, for each device, all inputs have
/// something to link or none has.
Result<Ref<Program>> Program::link(Context &context, std::span<Device *const> devices,
                                   std::string_view options, std::span<Program *const> inputs,
                                   BuildNotify notify, Status &status) {
  auto program = make<Program>(context, Origin::link);
  const auto members = context.members();
  for (size_t i = 0; i < members.size(); ++i) {
    const bool named = std::ranges::find(devices, members[i].device) != devices.end();
    if (!devices.empty() && !named) {
      continue;
    }
    auto found = objectsFor(i, inputs);
    if (found.size() != inputs.size() && (!found.empty() || named || members.size() == 1)) {
      return Error{CL_INVALID_OPERATION};
    }
    if (!found.empty()) {
      program->deviceBuilds_.push_back(
          {.member = i, .device = members[i].index, .objects = std::move(found)});
    }
  }
  if (program->deviceBuilds_.empty()) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!CompilerLoader::isInstalled()) {
    return withoutCompiler(context, "clLinkProgram", CL_LINKER_NOT_AVAILABLE);
  }
  std::vector<size_t> indices(program->deviceBuilds_.size());
  for (size_t i = 0; i < indices.size(); ++i) {
    indices[i] = i;
  }
  if (auto begun = program->beginBuilding(indices); !begun) {
    return begun.error();
  }
  auto makeBuild = [self = program.get(),
                    options = std::string(options)](DeviceBuild &deviceBuild) {
    return Build::link(*self->context_, deviceBuild.device, deviceBuild.objects, options);
  };
  status = program->startBuild(std::move(indices), std::move(makeBuild), notify);
  return program;
}

}  // namespace cl
