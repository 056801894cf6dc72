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
  unsigned argument;
  std::string name;  ///< the parameter's name, if known
  Element element;
  bool hasElement;
  Bytes bytes;
  std::optional<ImageShape> image = {};  ///< of an image: its pixels, without gaps, are the bytes
  /// Bytes that the run changed in front of the buffer and behind it.
  size_t writtenBefore = 0, writtenBehind = 0;
};

/// The outcome of all runs of one setup.
struct RunResult {
  std::string device;           ///< its name
  std::string log;              ///< of the build
  std::string notes;            ///< messages of the driver to the context
  std::vector<Buffer> buffers;  ///< and images, by argument
  std::vector<double> times;    ///< milliseconds on the device, first to last
};

/// Builds the program, runs the kernel once, reads the buffers back, and runs it --repeat more
/// times. Returns false, with a message in `error`, on failure. `result.log` and `result.notes` are
/// set even then, because they explain the failure.
bool run(const Setup &setup, const Options &options, RunResult &result, std::string &error);

/// Returns the text of --list: all devices of the loader, with their numbers for --device.
std::string listDevices();

}  // namespace clrun
