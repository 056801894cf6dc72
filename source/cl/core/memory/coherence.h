// Tracks the devices of a context with the current value of each byte of a buffer.
//
// Each device has a memory of its own for a buffer. Bytes written on one device are missing on the
// others until a command there needs them (queues/migration.h). Ranges are tracked, not whole
// buffers: two devices may write to disjoint sub-buffers at once, and a transfer to one device must
// not overwrite its neighbours' new bytes.
//
// The state is a list of pieces covering the buffer, each with a set of devices. Writes split
// pieces, and neighbours with equal sets are merged again:
//
//   at first              [0, 100) A B
//   B writes [40, 60)     [0, 40) A B   [40, 60) B     [60, 100) A B
//   A reads all           [40, 60) is missing on A: copied from B, then again [0, 100) A B
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

/// The state of a buffer owning its memory, for at most 64 devices. Thread-safe: a mutex guards it.
/// Ranges lie within the buffer; empty ones change nothing.
class Coherence {
 public:
  /// Starts with all devices having all `size` bytes, of undefined value.
  explicit Coherence(size_t size);

  /// Bytes to migrate.
  struct Missing {
    Range range;
    size_t source;  ///< a device with all of the range
  };
  /// Returns the first bytes of the range missing on the device, or nothing. A caller copies them,
  /// marks them, and asks again. `device` is an index of the context.
  std::optional<Missing> findMissing(Range range, size_t device) const;

  /// Records a finished copy: the device received the bytes of the range still current on `source`.
  /// Bytes written elsewhere in the meantime stay missing.
  void markCopied(Range range, size_t source, size_t device);
  /// Records a write: only the device has the range now. Called when the command is complete;
  /// commands reading the range wait for it by their events.
  void markWritten(Range range, size_t device);
  /// Records a failed command with a write to the range. Other devices with the range keep the old
  /// value; if there are none, the device keeps its present one. Some device must have each byte,
  /// as findMissing() needs a source.
  void markFailed(Range range, size_t device);

  /// Takes the turn to migrate. Returns false if another migration has it; this one then queues up,
  /// and leave() will return it. The migration must live until then.
  bool enter(Migration &migration);
  /// Passes the turn on and returns the next migration, or null if none waits. The caller starts
  /// it.
  Migration *leave();

 private:
  using Devices = uint64_t;  // one bit each
  using Pieces = std::map<size_t, Devices>;

  static Devices bit(size_t device) { return Devices{1} << device; }
  /// Returns the offset behind a piece's last byte.
  size_t endOf(Pieces::const_iterator piece) const;
  Pieces::iterator split(size_t offset);
  /// Replaces the set of devices of each byte in the range by change(set), and merges equal
  /// neighbours.
  template <class Change>
  void change(Range range, Change change);

  const size_t size_;
  mutable std::mutex mutex_;  // guards the rest
  Pieces pieces_;             // by where they start; neighbours differ
  bool isTaken_ = false;
  std::deque<Migration *> waiting_;
};

}  // namespace cl
