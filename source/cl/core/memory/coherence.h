// Tracks which devices of a context hold the current value of which bytes of a buffer.
//
// Each device has a memory of its own for a buffer. Bytes written on one device are missing on the
// others until a command there needs them (queues/migration.h). Ranges are tracked, not whole
// buffers: two devices may write to disjoint sub-buffers at once, and a transfer to one device must
// not overwrite its neighbours' new bytes.
//
// Only one migration of a buffer runs at a time; others queue up. Without this, two commands in
// need of the same bytes would copy them twice, and the second copy could overwrite the first
// command's results.
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

/// The state of a buffer that owns its memory. Thread-safe.
class Coherence {
 public:
  /// Starts with all devices having all `size` bytes, of undefined value.
  explicit Coherence(size_t size);

  /// Bytes to migrate.
  struct Missing {
    Range range;
    size_t source;  ///< a device with all of the range
  };
  /// Returns the first bytes of the range that the device lacks.
  std::optional<Missing> findMissing(Range range, size_t device) const;

  /// The device received the bytes of the range that `source` still has.
  void markCopied(Range range, size_t source, size_t device);
  /// Only the device has the range now.
  void markWritten(Range range, size_t device);
  /// A command that writes to the range failed on the device. Other devices with the range keep the
  /// old value; if there are none, the device keeps its present one.
  void markFailed(Range range, size_t device);

  /// Takes the turn to migrate. Returns false if another migration has it; this one then queues up.
  bool enter(Migration &migration);
  /// Passes the turn on and returns the next migration, or null if none waits.
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
