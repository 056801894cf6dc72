// Builds a program and runs a kernel on a device, through OpenCL's public interface alone.
//
// Each run has a context of its own. Buffers lie between guard zones, so a run also reports writes
// outside of a buffer, which drivers do not notice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "argument.h"
#include "options.h"

namespace clrun {

/// The contents of a buffer after the first run.
struct Buffer {
  /// The index of the argument.
  unsigned argument;
  /// The parameter's name, if known.
  /// Empty without argument info.
  std::string name;
  /// The type of an element; meaningless without hasElement.
  Element element;
  /// Tells if the type is known.
  /// False for a buffer of "bytes:@file" and the like; reports then show bytes.
  bool hasElement;
  /// The contents after the first run.
  Bytes bytes;
  /// The shape of an image, whose pixels are the bytes without gaps; nothing for a buffer.
  std::optional<ImageShape> image = {};
  /// Bytes that the run changed in front of the buffer and behind it.
  size_t writtenBefore = 0, writtenBehind = 0;
};

/// The outcome of all runs of one setup.
struct RunResult {
  /// The name of the device.
  /// As CL_DEVICE_NAME (CL 3.0 §4.2).
  std::string device;
  /// The build log.
  /// Also after a successful build; may be empty.
  std::string log;
  /// The driver's messages to the context, with the reason of an error.
  std::string notes;
  /// All buffers and images, in the order of the arguments.
  std::vector<Buffer> buffers;
  /// The times of all runs on the device, in milliseconds; the first run is the first element.
  std::vector<double> times;
};

/// Builds the program, runs the kernel once, reads the buffers back, and runs it --repeat more
/// times. After a failure `result.log` and `result.notes` are set nevertheless, because they
/// explain it. Blocks until the last launch has ended. Not bounded in time: a kernel that never
/// ends hangs the tool.
support::Status run(const Setup &setup, const Options &options, RunResult &result);

/// Returns the text of --list: all devices of the loader, with their numbers for --device.
/// Ends with a line feed; says so if there is none.
std::string listDevices();

}  // namespace clrun
