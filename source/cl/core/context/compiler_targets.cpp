// Opens targets of the compiler by name: the mux device and the library call a target the same.
//
// A device is known to the compiler by its target ("host") and its target_properties, a text about
// its processor (mux/device.h). The runtime half of a target writes the text, the compiler half
// reads it; the driver only passes it on.
#include "core/context/compiler_targets.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/process/compiler_loader.h"

namespace cl {

compiler::Result<compiler::Target *> CompilerTargets::open(size_t index,
                                                           const mux_device_info_s &device) {
  std::lock_guard guard(mutex_);
  targets_.resize(std::max(targets_.size(), index + 1));
  auto &target = targets_[index];
  if (target) {
    return target.get();
  }
  auto library = CompilerLoader::load();
  if (!library) {
    return library.error();
  }
  const auto infos = (*library)->infos();
  const auto info =
      std::ranges::find(infos, std::string_view(device.target), &compiler::Info::name);
  if (info != infos.end()) {
    if (!context_) {
      context_ = (*library)->createContext();
    }
    if (auto created = (*info)->createTarget(*context_, device.target_properties)) {
      target = std::move(*created);
      return target.get();
    }
  }
  return compiler::Failure{compiler::Error::notAvailable,
                           std::string("the compiler does not know the device ") + device.name +
                               " (" + device.target + ", " + device.target_properties + ")"};
}

}  // namespace cl
