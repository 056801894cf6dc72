// Implements the list of mapped regions. It is short, so every lookup is linear.
#include "core/memory/mappings.h"

#include <algorithm>
#include <utility>

namespace cl {

bool Mapping::overlaps(const Mapping &other) const {
  if (box && other.box) {
    if (box->level != other.box->level) {
      return false;
    }
    for (int i = 0; i < 3; ++i) {
      const size_t first = box->origin[i], second = other.box->origin[i];
      if (first >= second + other.box->region[i] || second >= first + box->region[i]) {
        return false;
      }
    }
    return true;
  }
  return offset < other.offset + other.size && other.offset < offset + size;
}

/// CL 3.0 §5.2.4 clEnqueueMapBuffer: CL_INVALID_OPERATION for a region mapped for writing already.
Result<std::byte *> Mappings::add(Mapping mapping) {
  std::lock_guard guard(mutex_);
  const auto isInTheWay = [&](const Mapping &other) {
    return mapping.isForWriting() && other.isForWriting() && mapping.overlaps(other);
  };
  if (std::ranges::any_of(mappings_, isInTheWay)) {
    return Error{CL_INVALID_OPERATION};
  }
  mappings_.push_back(std::move(mapping));
  return mappings_.back().pointer;
}

std::optional<Mapping> Mappings::remove(const void *pointer) {
  std::lock_guard guard(mutex_);
  const auto found = std::ranges::find(mappings_, pointer, &Mapping::pointer);
  if (found == mappings_.end()) {
    return std::nullopt;
  }
  Mapping mapping = std::move(*found);
  mappings_.erase(found);
  return mapping;
}

cl_uint Mappings::count() const {
  std::lock_guard guard(mutex_);
  return static_cast<cl_uint>(mappings_.size());
}

}  // namespace cl
