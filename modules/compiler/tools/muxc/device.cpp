#include "device.h"

#include "compiler/target/target_machine.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace compiler::tools::muxc {
namespace {

/// Finds a target of the library; never null. For others, the message lists all targets.
support::Result<Info *> findInfo(Library &library, const std::string &name) {
  std::string message = "there is no target '" + name + "'; there are:";
  for (Info *info : library.infos()) {
    if (info->name() == name) {
      return info;
    }
    message += " " + std::string(info->name());
  }
  return support::Failure{std::move(message)};
}

}  // namespace

/// A target is used through BaseTarget, so one without LLVM cannot be opened.
support::Status Device::open(const std::string &name, const std::string &properties) {
  Library *library = kiln_compiler_get_library(interfaceVersion);
  const auto info = findInfo(*library, name);
  if (!info) {
    return info.error();
  }
  context_ = library->createContext();
  auto target = (*info)->createTarget(*context_, properties);
  if (!target) {
    return support::Failure{target.error().message};
  }
  auto *base = dynamic_cast<BaseTarget *>(target->get());
  if (!base) {
    return support::Failure{"the target '" + name + "' has a compiler of its own"};
  }
  (void)target->release();
  target_.reset(base);
  return {};
}

/// Apart from open(), since the code model depends on the build options.
support::Status Device::createMachine(const frontend::BuildOptions &options) {
  auto machine = createTargetMachine(*target_, options);
  if (!machine) {
    return support::Failure{machine.error().message};
  }
  machine_ = std::move(*machine);
  return {};
}

/// Empty without a device.
std::vector<DeviceOption> Device::buildOptions() const {
  return target_ ? target_->info().deviceOptions() : std::vector<DeviceOption>();
}

}  // namespace compiler::tools::muxc
