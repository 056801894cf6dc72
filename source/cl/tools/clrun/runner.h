// A kernel of a program on a device, by OpenCL's interface alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "argument.h"
#include "options.h"

namespace clrun {

/// What a buffer held after the first run.
struct Buffer {
  unsigned argument;
  std::string name;  ///< the parameter's, if the program says it
  Element element;
  bool hasElement;
  Bytes bytes;
  std::optional<ImageShape> image = {};  ///< of an image: its pixels, without gaps, are the bytes
  /// Bytes that the run changed in what lies in front of a buffer, and behind it.
  size_t writtenBefore = 0, writtenBehind = 0;
};

struct RunResult {
  std::string device;
  std::string log;    ///< of the build
  std::string notes;  ///< lines of what the driver told the context
  std::vector<Buffer> buffers;
  std::vector<double> times;  ///< milliseconds on the device, first to last
};

/// Builds and runs. False, with a message in `error`, if anything fails; `result.log` is set even
/// then.
bool run(const Setup &setup, const Options &options, RunResult &result, std::string &error);

/// The text of --list.
std::string listDevices();

}  // namespace clrun
