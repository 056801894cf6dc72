#include "core/build/program.h"

#include "core/process/compiler_loader.h"

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
  program->addSlotsOfAllMembers();
  return program;
}

Error Program::withoutCompiler(Context &context, std::string_view call, cl_int error) {
  if (const auto library = CompilerLoader::load(); !library) {
    context.report("Kiln: " + std::string(call) + ": " + library.error().message);
  }
  return Error{error};
}

void Program::addSlotsOfAllMembers() {
  for (size_t i = 0; i < context_->members().size(); ++i) {
    slots_.push_back({.member = i, .device = context_->members()[i].index});
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
    Slot slot = {.member = *member, .device = context.members()[*member].index};
    if (lengths[i] == 0 || !binaries[i]) {
      status = Error{CL_INVALID_VALUE};
    } else if (auto loaded = Build::load(context, slot.device,
                                         std::as_bytes(std::span(binaries[i], lengths[i])))) {
      slot.build = slot.loaded = std::move(*loaded);
    } else {
      status = loaded.error();
    }
    if (binaryStatus) {
      binaryStatus[i] = status.error().code;
    }
    if (!status && result) {
      result = status;
    }
    program->slots_.push_back(std::move(slot));
  }
  if (!result) {
    return result.error();
  }
  return program;
}

Ref<Build> Program::buildOf(size_t slot) const {
  std::lock_guard guard(mutex_);
  return slots_[slot].build;
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_INVALID_DEVICE for a device that is not the program's. A build
/// for a device is one for the program's sub-devices of it as well: each of them can run the code.
Result<std::vector<size_t>> Program::slotsOf(std::span<Device *const> devices) const {
  const auto deviceOf = [&](const Slot &slot) { return context_->members()[slot.member].device; };
  for (Device *device : devices) {
    if (std::ranges::find(slots_, device, deviceOf) == slots_.end()) {
      return Error{CL_INVALID_DEVICE};
    }
  }
  std::vector<size_t> slots;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const auto isWithin = [&](Device *device) { return device->contains(*deviceOf(slots_[i])); };
    if (devices.empty() || std::ranges::any_of(devices, isWithin)) {
      slots.push_back(i);
    }
  }
  return slots;
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_INVALID_OPERATION while kernels exist or another build runs.
Status Program::beginBuilding(std::span<const size_t> slots) {
  if (context_->isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  std::lock_guard guard(mutex_);
  if (kernels_.load() != 0) {
    return Error{CL_INVALID_OPERATION};
  }
  for (size_t slot : slots) {
    if (slots_[slot].isBuilding) {
      return Error{CL_INVALID_OPERATION};
    }
  }
  for (size_t slot : slots) {
    slots_[slot].isBuilding = true;
  }
  return success();
}

/// Returns a build just made for an earlier slot that serves this one too: sub-devices of one
/// device share code. Programs with program-scope variables need code, and so variables, for each
/// sub-device.
Ref<Build> Program::sharedBuild(std::span<const size_t> earlier, const Slot &slot) const {
  for (size_t index : earlier) {
    auto build = slots_[index].sharesBuildWith(slot) ? buildOf(index) : Ref<Build>();
    if (build && build->info().globalVariableSize == 0) {
      return build;
    }
  }
  return {};
}

/// Builds for one slot and publishes the result. Returns the error for the call. Never throws:
/// running out of memory fails the build (CL 3.0 §5.8.4 clBuildProgram: CL_OUT_OF_HOST_MEMORY).
Status Program::buildSlot(std::span<const size_t> slots, size_t position,
                          const MakeBuild &makeBuild) {
  Slot &slot = slots_[slots[position]];
  Ref<Build> build = sharedBuild(slots.first(position), slot);
  Status status;
  try {
    build = build ? build : makeBuild(slot);
  } catch (const std::bad_alloc &) {
    status = Error{CL_OUT_OF_HOST_MEMORY};
  }
  if (build) {
    status = build->outcome().result();
  }
  std::lock_guard guard(mutex_);
  slot.build = std::move(build);
  slot.isBuilding = false;
  return status;
}

/// Builds for different devices at once, on threads of the context. Then come slots that may share
/// an earlier build. Returns the first error in the order of the slots, as CL 3.0 §5.8.4 lists
/// them.
Status Program::buildSlots(std::span<const size_t> slots, const MakeBuild &makeBuild) {
  const auto mayShare = [&](size_t position) {
    return std::ranges::any_of(slots.first(position), [&](size_t earlier) {
      return slots_[earlier].sharesBuildWith(slots_[slots[position]]);
    });
  };
  std::vector<size_t> alone, later;
  for (size_t i = 0; i < slots.size(); ++i) {
    (mayShare(i) ? later : alone).push_back(i);
  }
  std::vector<Status> results(slots.size());
  std::latch others(static_cast<std::ptrdiff_t>(alone.size()) - 1);
  for (size_t position : std::span(alone).subspan(1)) {
    const auto task = [&, position] {
      results[position] = buildSlot(slots, position, makeBuild);
      others.count_down();
    };
    if (!context_->builders().post(task)) {
      task();
    }
  }
  results[alone.front()] = buildSlot(slots, alone.front(), makeBuild);
  others.wait();
  for (size_t position : later) {
    results[position] = buildSlot(slots, position, makeBuild);
  }
  for (size_t index : slots) {
    slots_[index].objects.clear();
  }
  const auto failed = std::ranges::find_if_not(results, &Status::operator bool);
  return failed == results.end() ? success() : *failed;
}

Status Program::startBuild(std::vector<size_t> slots, MakeBuild makeBuild, BuildNotify notify) {
  if (!notify.function) {
    return buildSlots(slots, makeBuild);
  }
  return context_->builders().post([self = Ref<Program>(this), slots = std::move(slots),
                                    makeBuild = std::move(makeBuild), notify] {
    (void)self->buildSlots(slots, makeBuild);  // the application asks for it with the build status
    notify.function(self->handle(), notify.user);
  });
}

bool Program::isCompilable(const Slot &slot) const {
  return origin_ == Origin::source || origin_ == Origin::il ||
         (slot.loaded && slot.loaded->isSpir());
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_INVALID_OPERATION for a linked program.
Status Program::build(std::span<Device *const> devices, std::string_view options,
                      BuildNotify notify) {
  auto slots = slotsOf(devices);
  if (!slots) {
    return slots.error();
  }
  const auto needsCompiler = [this](size_t slot) { return isCompilable(slots_[slot]); };
  if (std::ranges::any_of(*slots, needsCompiler) && !CompilerLoader::isInstalled()) {
    (void)withoutCompiler(*context_, "clBuildProgram", CL_COMPILER_NOT_AVAILABLE);
    notify = {};  // the call itself fails, and the log says why
  }
  if (origin_ == Origin::link) {
    return Error{CL_INVALID_OPERATION};
  }
  if (auto status = beginBuilding(*slots); !status) {
    return status;
  }
  auto makeBuild = [this, constants = constants(), options = std::string(options)](Slot &slot) {
    const auto list = listOf(constants);
    return isCompilable(slot) ? Build::build(*context_, slot.device, inputOf(slot, list), options)
                              : Build::rebuild(*context_, slot.device, *slot.loaded, options);
  };
  return startBuild(std::move(*slots), std::move(makeBuild), notify);
}

/// CL 3.0 §5.8.5 clCompileProgram: CL_INVALID_OPERATION for a program without source or IL.
Status Program::compile(std::span<Device *const> devices, std::string_view options,
                        std::vector<IncludedHeader> headers, BuildNotify notify) {
  auto slots = slotsOf(devices);
  if (!slots) {
    return slots.error();
  }
  const auto hasInput = [this](size_t slot) { return isCompilable(slots_[slot]); };
  if (!std::ranges::all_of(*slots, hasInput)) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!CompilerLoader::isInstalled()) {
    (void)withoutCompiler(*context_, "clCompileProgram", CL_COMPILER_NOT_AVAILABLE);
    notify = {};  // the call itself fails, and the log says why
  }
  if (auto status = beginBuilding(*slots); !status) {
    return status;
  }
  auto makeBuild = [this, constants = constants(), options = std::string(options),
                    headers = std::move(headers)](Slot &slot) {
    const auto list = listOf(constants);
    ProgramInput input = inputOf(slot, list);
    input.headers = headers;
    return Build::compile(*context_, slot.device, input, options);
  };
  return startBuild(std::move(*slots), std::move(makeBuild), notify);
}

/// Collects the compiled objects and libraries that the inputs of a link hold for a member of the
/// context.
std::vector<Ref<Build>> Program::objectsFor(size_t member, std::span<Program *const> inputs) {
  std::vector<Ref<Build>> found;
  for (const Program *input : inputs) {
    for (size_t slot = 0; slot < input->deviceCount(); ++slot) {
      auto build = input->buildOf(slot);
      if (input->memberOf(slot) == member && build &&
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
      program->slots_.push_back(
          {.member = i, .device = members[i].index, .objects = std::move(found)});
    }
  }
  if (program->slots_.empty()) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!CompilerLoader::isInstalled()) {
    return withoutCompiler(context, "clLinkProgram", CL_LINKER_NOT_AVAILABLE);
  }
  std::vector<size_t> slots(program->slots_.size());
  for (size_t i = 0; i < slots.size(); ++i) {
    slots[i] = i;
  }
  if (auto begun = program->beginBuilding(slots); !begun) {
    return begun.error();
  }
  auto makeBuild = [self = program.get(), options = std::string(options)](Slot &slot) {
    return Build::link(*self->context_, slot.device, slot.objects, options);
  };
  status = program->startBuild(std::move(slots), std::move(makeBuild), notify);
  return program;
}

}  // namespace cl
