#include "core/queues/recording.h"

#include <algorithm>
#include <iterator>

#include "core/memory/buffer.h"

namespace cl {

void Recording::keepOnce(RefCounted &object) {
  constexpr size_t recent = 16;
  const size_t looked = std::min(kept_.size(), recent);
  const auto isSame = [&](const Ref<RefCounted> &kept) { return kept.get() == &object; };
  if (std::none_of(kept_.rbegin(), kept_.rbegin() + static_cast<ptrdiff_t>(looked), isSame)) {
    kept_.push_back(Ref<RefCounted>(&object));
  }
}

void Recording::use(Buffer &buffer, Range range, Access access) {
  keepOnce(buffer);
  if (buffer.context().deviceCount() > 1) {
    uses_.push_back({&buffer.root(), {buffer.origin() + range.offset, range.size}, access});
  }
}

void Recording::use(Buffer &buffer, Access access) {
  use(buffer, {0, buffer.size()}, access);
}

void Recording::markWritten(size_t device, bool hasFailed) const {
  for (const BufferUse &use : uses_) {
    if (use.access != Access::read) {
      Coherence &coherence = use.root->coherence();
      hasFailed ? coherence.markFailed(use.range, device)
                : coherence.markWritten(use.range, device);
    }
  }
}

void Recording::append(Recording &other) {
  keepAllOf(other);
  addUses(other.uses_);
}

void Recording::keepAllOf(Recording &other) {
  std::ranges::move(other.kept_, std::back_inserter(kept_));
  other.kept_.clear();
}

void Recording::clear() {
  start_ = nullptr;
  finish_ = nullptr;
  uses_.clear();
  kept_.clear();
}

}  // namespace cl
