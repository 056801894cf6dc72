// Builds a program and runs a kernel on a device, through OpenCL's public interface alone.
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

struct RunResult {
  std::string device;
  std::string log;    ///< of the build
  std::string notes;  ///< messages of the driver to the context
  std::vector<Buffer> buffers;
  std::vector<double> times;  ///< milliseconds on the device, first to last
};

/// Builds and runs. Returns false, with a message in `error`, on failure; `result.log` is set even
/// then.
bool run(const Setup &setup, const Options &options, RunResult &result, std::string &error);

/// Returns the text of --list.
std::string listDevices();

}  // namespace clrun
