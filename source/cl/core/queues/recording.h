// Records the objects, buffer accesses and completion function of a command beside its mux
// commands.
#pragma once

#include <CL/cl.h>

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/object.h"
#include "core/base/result.h"
#include "core/memory/coherence.h"

namespace cl {

class Buffer;
class Command;

/// A command's access to bytes of a buffer. Only `overwrite` needs no previous contents, so that
/// its bytes need not migrate. It promises to write every byte.
enum class Access { read, write, overwrite };

/// Bytes of a root buffer that a command accesses.
struct BufferUse {
  Buffer *root;  ///< kept by the recording
  Range range;   ///< bytes of the root
  Access access;
};

/// The recorded state of a command beside its mux commands. Filled by the recording thread and,
/// once the command is submitted, used by the one thread that runs its current step; so it has no
/// lock. A recording queue moves it into a segment, for many replays.
class Recording {
 public:
  /// Runs on completion, before the event completes, on a device thread. Gets the command's status
  /// and returns the final one. For a segment it runs at each replay.
  using Finish = std::function<cl_int(cl_int status)>;
  /// Runs at the start of the command, on any thread.
  using Start = std::function<Status(Command &command)>;

  /// Keeps an object alive until clear().
  void keep(Ref<RefCounted> object) { kept_.push_back(std::move(object)); }
  /// Keeps an object alive until clear(). Cheap if one of the last few objects is the same: the
  /// launches of a batch share most of theirs.
  void keepOnce(RefCounted &object);
  /// Declares an access to bytes of a buffer on the command's device, and keeps the buffer. Without
  /// the declaration, a context of several devices would not move the bytes there. `range` is in
  /// bytes of this buffer.
  void use(Buffer &buffer, Range range, Access access);
  /// Declares the access to all bytes of a buffer.
  void use(Buffer &buffer, Access access);
  /// Adds accesses to buffers that something else keeps.
  void addUses(std::span<const BufferUse> uses) {
    uses_.insert(uses_.end(), uses.begin(), uses.end());
  }
  /// Returns the declared accesses; none in a context of one device.
  std::span<const BufferUse> uses() const { return uses_; }

  /// Sets the function to run once when the command starts, before mux gets its command buffer.
  /// It may record the buffer anew. An error ends the command.
  void onStart(Start start) { start_ = std::move(start); }
  /// Moves this function out; null if there is none.
  Start takeStart() { return std::exchange(start_, nullptr); }
  /// Sets the function to run on completion, and replaces an earlier one.
  void onFinish(Finish finish) { finish_ = std::move(finish); }
  /// Moves the completion function out; null if there is none.
  Finish takeFinish() { return std::exchange(finish_, nullptr); }
  /// Runs the completion function, if there is one, and returns the final status.
  cl_int finish(cl_int status) const { return finish_ ? finish_(status) : status; }
  /// Updates the place of all written bytes after the command has run on a device.
  void markWritten(size_t device, bool hasFailed) const;

  /// Takes over all objects and accesses of another recording, and leaves it its completion
  /// function. For a segment, the recording of its commands.
  void append(Recording &other);
  /// Takes over the objects of another recording only, for a command that failed.
  void keepAllOf(Recording &other);
  /// Lets go of everything, objects last: the completion function may use them. Keeps the capacity
  /// for the next command.
  void clear();

 private:
  // Buffers, kernels, executables, segments: anything that the mux commands use.
  std::vector<Ref<RefCounted>> kept_;
  // In the order of recording; the same bytes may occur several times.
  std::vector<BufferUse> uses_;
  // Null without one.
  Start start_;
  Finish finish_;
};

}  // namespace cl
