// Implements the map of addresses: an ordered map by device and first address.
//
// Ranges of live buffers do not overlap. So the only candidate for an address is the last range
// beginning at or before it.
#include "core/context/device_addresses.h"

namespace cl {

void DeviceAddresses::add(size_t device, uint64_t start, uint64_t size, WeakCell<Buffer> &buffer) {
  std::lock_guard guard(mutex_);
  ranges_[{device, start}] = {size, Ref<WeakCell<Buffer>>(&buffer)};
}

void DeviceAddresses::remove(const WeakCell<Buffer> &buffer) {
  std::lock_guard guard(mutex_);
  std::erase_if(ranges_, [&](const auto &each) { return each.second.buffer.get() == &buffer; });
}

Ref<WeakCell<Buffer>> DeviceAddresses::find(size_t device, uint64_t address) const {
  std::lock_guard guard(mutex_);
  const auto next = ranges_.upper_bound({device, address});
  if (next == ranges_.begin()) {
    return {};
  }
  const auto &[place, range] = *std::prev(next);
  const bool isInside = place.first == device && address - place.second < range.size;
  return isInside ? range.buffer : nullptr;
}

}  // namespace cl
