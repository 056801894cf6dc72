#include "device.h"

#include "compiler/target/target_machine.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace compiler::tools::muxc {
namespace {

/// Finds a target of the library. Returns null, with a list of all targets in `error`, for others.
Info *findInfo(Library &library, const std::string &name, std::string &error) {
  error = "there is no target '" + name + "'; there are:";
  for (Info *info : library.infos()) {
    if (info->name() == name) {
      error.clear();
      return info;
    }
    error += " " + std::string(info->name());
  }
  return nullptr;
}

}  // namespace

/// A target is used through BaseTarget, so one without LLVM cannot be opened.
bool Device::open(const std::string &name, const std::string &properties, std::string &error) {
  Library *library = kiln_compiler_get_library(interfaceVersion);
  Info *info = findInfo(*library, name, error);
  if (!info) {
    return false;
  }
  context_ = library->createContext();
  auto target = info->createTarget(*context_, properties);
  if (!target) {
    error = target.failure().message;
    return false;
  }
  auto *base = dynamic_cast<BaseTarget *>(target->get());
  if (!base) {
    error = "the target '" + name + "' has a compiler of its own";
    return false;
  }
  (void)target->release();
  target_.reset(base);
  return true;
}

/// Apart from open(), since the code model depends on the build options.
bool Device::createMachine(const frontend::BuildOptions &options, std::string &error) {
  auto machine = createTargetMachine(*target_, options);
  if (!machine) {
    error = machine.failure().message;
    return false;
  }
  machine_ = std::move(*machine);
  return true;
}

/// Empty without a device.
std::vector<DeviceOption> Device::buildOptions() const {
  return target_ ? target_->info().deviceOptions() : std::vector<DeviceOption>();
}

}  // namespace compiler::tools::muxc
