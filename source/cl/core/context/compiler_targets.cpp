#include "core/context/compiler_targets.h"

#include <algorithm>

#include "core/process/compiler_loader.h"

namespace cl {

/// CL 3.0 §5.8.4: CL_COMPILER_NOT_AVAILABLE if the compiler does not know the device.
Result<compiler::Target *> CompilerTargets::open(size_t index, const mux_device_info_s &device) {
  std::lock_guard guard(mutex_);
  targets_.resize(std::max(targets_.size(), index + 1));
  auto &target = targets_[index];
  if (target) {
    return target.get();
  }
  auto info = CompilerLoader::infoOf(device.target);
  if (!info) {
    return info.error();
  }
  if (!context_) {
    context_ = (*CompilerLoader::load())->createContext();
  }
  auto created = (*info)->createTarget(*context_, device.compiler_facts);
  if (!created) {
    return Error{CL_COMPILER_NOT_AVAILABLE};
  }
  target = std::move(*created);
  return target.get();
}

std::string CompilerTargets::whyNot(const mux_device_info_s &device) {
  const auto library = CompilerLoader::load();
  return library ? std::string("the compiler does not know the device ") + device.name + " (" +
                       device.target + ", " + device.compiler_facts + ")"
                 : CompilerLoader::problem();
}

}  // namespace cl
