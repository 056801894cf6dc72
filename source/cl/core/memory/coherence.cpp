// Implements the pieces of a buffer as a map from their first bytes to sets of devices.
//
// Every byte is in exactly one piece. A piece ends where the next one begins, so lengths need no
// upkeep. A buffer of one piece is the common case; each write in its middle adds two more at most.
#include "core/memory/coherence.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace cl {

Coherence::Coherence(size_t size) : size_(size), pieces_{{0, ~Devices{0}}} {}

size_t Coherence::endOf(Pieces::const_iterator piece) const {
  const auto next = std::next(piece);
  return next == pieces_.end() ? size_ : next->first;
}

std::optional<Coherence::Missing> Coherence::findMissing(Range range, size_t device) const {
  const size_t end = range.offset + range.size;
  std::lock_guard guard(mutex_);
  for (auto piece = std::prev(pieces_.upper_bound(range.offset));
       piece != pieces_.end() && piece->first < end; ++piece) {
    const size_t first = std::max(piece->first, range.offset);
    const size_t last = std::min(endOf(piece), end);
    if (first < last && (piece->second & bit(device)) == 0) {
      return Missing{{first, last - first}, static_cast<size_t>(std::countr_zero(piece->second))};
    }
  }
  return std::nullopt;
}

/// Returns the piece beginning at the offset, after splitting one if need be; the end iterator at
/// the buffer's end.
Coherence::Pieces::iterator Coherence::split(size_t offset) {
  const auto found = pieces_.lower_bound(offset);
  if (offset == size_ || (found != pieces_.end() && found->first == offset)) {
    return found;
  }
  return pieces_.emplace_hint(found, offset, std::prev(found)->second);
}

template <class Change>
void Coherence::change(Range range, Change change) {
  if (range.size == 0) {
    return;
  }
  std::lock_guard guard(mutex_);
  const auto first = split(range.offset);
  const auto end = split(range.offset + range.size);
  for (auto piece = first; piece != end; ++piece) {
    piece->second = change(piece->second);
  }
  const auto last = end == pieces_.end() ? end : std::next(end);
  for (auto piece = first == pieces_.begin() ? std::next(first) : first; piece != last;) {
    piece = piece->second == std::prev(piece)->second ? pieces_.erase(piece) : std::next(piece);
  }
}

void Coherence::markCopied(Range range, size_t source, size_t device) {
  change(range, [&](Devices devices) {
    return (devices & bit(source)) != 0 ? devices | bit(device) : devices;
  });
}

void Coherence::markWritten(Range range, size_t device) {
  change(range, [&](Devices) { return bit(device); });
}

void Coherence::markFailed(Range range, size_t device) {
  change(range, [&](Devices devices) {
    const Devices others = devices & ~bit(device);
    return others != 0 ? others : devices;
  });
}

bool Coherence::enter(Migration &migration) {
  std::lock_guard guard(mutex_);
  if (isTaken_) {
    waiting_.push_back(&migration);
    return false;
  }
  isTaken_ = true;
  return true;
}

Migration *Coherence::leave() {
  std::lock_guard guard(mutex_);
  if (waiting_.empty()) {
    isTaken_ = false;
    return nullptr;
  }
  Migration *next = waiting_.front();
  waiting_.pop_front();
  return next;
}

}  // namespace cl
