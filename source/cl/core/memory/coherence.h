// Which devices of a context hold which bytes of a buffer.
//
// Each device has memory of its own for a buffer. What a command wrote on one device is missing on
// the others until a command there needs it (migration.h). The bytes are tracked in ranges, not as
// a whole: two devices may write to disjoint sub-buffers at the same time, and a transfer of some
// bytes to one device must not take away what another has written beside them.
//
// Only one migration of a buffer is under way at a time; others wait for their turn. So two
// commands that need the same bytes do not copy them twice, the second copy perhaps over what the
// first command has written meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

namespace cl {

class Migration;

/// Bytes of one buffer.
struct Range {
  size_t offset, size;
};

/// Of one buffer that is no sub-buffer. Thread-safe.
class Coherence {
 public:
  /// All devices have all `size` bytes, which are undefined.
  explicit Coherence(size_t size);

  struct Missing {
    Range range;
    size_t source;  ///< a device that has all of it
  };
  /// The first bytes of the range that the device does not have.
  std::optional<Missing> findMissing(Range range, size_t device) const;

  /// The device has got what `source` still has of the range.
  void markCopied(Range range, size_t source, size_t device);
  /// Only the device has the range.
  void markWritten(Range range, size_t device);
  /// A command that writes to the range on the device failed: other devices that have it keep
  /// what it was before; without another one the device keeps what it has now.
  void markFailed(Range range, size_t device);

  /// Takes the turn, or queues up for it and is false.
  bool enter(Migration &migration);
  /// Passes the turn to the one that it returns, which is none if nobody waits.
  Migration *leave();

 private:
  using Devices = uint64_t;  // one bit each
  using Pieces = std::map<size_t, Devices>;

  static Devices bit(size_t device) { return Devices{1} << device; }
  size_t endOf(Pieces::const_iterator piece) const;
  Pieces::iterator split(size_t offset);
  template <class Change>
  void change(Range range, Change change);

  const size_t size_;
  mutable std::mutex mutex_;  // guards the rest
  Pieces pieces_;             // by where they start; neighbours differ
  bool isTaken_ = false;
  std::deque<Migration *> waiting_;
};

}  // namespace cl
