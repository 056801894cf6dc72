// clrun: compiles a program, runs one of its kernels, and prints or compares the results.
//
// It uses OpenCL's public interface alone, so it runs on any driver and can compare two of them.
//
// The order of work: run the setup, print or write or compare its buffers, report writes outside of
// buffers, then run the second setup and compare. All text for standard output is collected and
// printed at the end. So a run that fails prints no half results.

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "options.h"
#include "png_file.h"
#include "report.h"
#include "runner.h"

namespace clrun {
namespace {

// The exit codes, as diff has them.
constexpr int exitSuccess = 0;
constexpr int exitDifferent = 1;
constexpr int exitFailure = 2;

/// Reports an error, and returns the exit code.
int fail(const std::string &message) {
  std::fprintf(stderr, "clrun: error: %s\n", message.c_str());
  return exitFailure;
}

/// Prints all of a text on standard output, and returns the exit code.
int toOutput(const std::string &text, int exitCode = exitSuccess) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written ? exitCode : fail("standard output is closed");
}

/// Runs a setup. Prints the build log to standard error, after a successful build too, and the
/// driver's messages after an error.
bool runSetup(const Setup &setup, const Options &options, RunResult &result, std::string &error) {
  const bool done = run(setup, options, result, error);
  if (!result.log.empty()) {
    std::fprintf(stderr, "%s%s", result.log.c_str(), result.log.ends_with('\n') ? "" : "\n");
  }
  if (!done) {
    std::fputs(result.notes.c_str(), stderr);
  }
  return done;
}

/// Returns the buffer of an argument, or null and a message in `error`.
const Buffer *bufferOf(const RunResult &result, unsigned argument, std::string &error) {
  const auto found = std::ranges::find(result.buffers, argument, &Buffer::argument);
  if (found == result.buffers.end()) {
    error = "argument " + std::to_string(argument) + " is no buffer or image";
    return nullptr;
  }
  return &*found;
}

/// Writes images as PNG if the file name ends so.
bool writeBuffer(const Buffer &buffer, const std::string &name, std::string &error) {
  if (!buffer.image || !isPngName(name)) {
    return writeFile(name, buffer.bytes, error);
  }
  Bytes file;
  return writePng(*buffer.image, buffer.bytes, file, error) && writeFile(name, file, error);
}

/// Reads the file of a comparison: raw bytes, or for an image a PNG file of its shape.
bool readExpected(const Buffer &buffer, const std::string &name, Bytes &expected,
                  std::string &error) {
  Bytes file;
  if (!readFile(name, file, error)) {
    return false;
  }
  ImageShape shape = buffer.image.value_or(ImageShape());
  if (buffer.image && isPng(file)) {
    const bool isRead = readPng(file, shape, expected, error);
    error = isRead ? "" : "'" + name + "': " + error;
    return isRead;
  }
  expected = std::move(file);
  return true;
}

/// Executes --print, --output and --compare.
bool handleBuffers(const Options &options, const RunResult &result, std::string &text,
                   size_t &different, std::string &error) {
  std::vector<unsigned> printed = options.print;
  if (printed.empty() && options.printAll) {
    std::ranges::transform(result.buffers, std::back_inserter(printed), &Buffer::argument);
  }
  for (unsigned argument : printed) {
    const Buffer *buffer = bufferOf(result, argument, error);
    if (!buffer) {
      return false;
    }
    text += toText(*buffer, options.printAll);
  }
  for (const ArgumentFile &output : options.outputs) {
    const Buffer *buffer = bufferOf(result, output.argument, error);
    if (!buffer || !writeBuffer(*buffer, output.file, error)) {
      return false;
    }
  }
  for (const ArgumentFile &comparison : options.comparisons) {
    const Buffer *buffer = bufferOf(result, comparison.argument, error);
    Bytes expected;
    if (!buffer || !readExpected(*buffer, comparison.file, expected, error)) {
      return false;
    }
    different += compare(*buffer, expected, {options.ulp, options.absolute},
                         "'" + comparison.file + "'", text);
  }
  // Without any request, a summary shows that something was computed.
  const bool isShown = !printed.empty() || !options.outputs.empty() || !options.comparisons.empty();
  if (!isShown && !options.hasAgainst()) {
    for (const Buffer &buffer : result.buffers) {
      text += summarize(buffer);
    }
  }
  return true;
}

/// Runs the second setup and compares all buffers with the first one's.
bool runAgainst(const Options &options, const RunResult &result, std::string &text,
                size_t &different, std::string &error) {
  // Each --against option replaces one part of the first setup.
  Setup other = options.setup;
  other.program = options.againstProgram.value_or(other.program);
  other.device = options.againstDevice.value_or(other.device);
  other.buildOptions = options.againstOptions.value_or(other.buildOptions);
  RunResult reference;
  if (!runSetup(other, options, reference, error)) {
    error = "against: " + error;
    return false;
  }
  text += describeOverruns(reference.buffers, "against, ", different);
  for (size_t i = 0; i < result.buffers.size(); ++i) {
    different += compare(result.buffers[i], reference.buffers[i].bytes,
                         {options.ulp, options.absolute}, "against", text);
  }
  text += options.repeat == 0 ? "" : "against, " + describeTimes(reference.times);
  return true;
}

/// Executes the whole command line, and returns the exit code.
int runAll(const Options &options) {
  RunResult result;
  std::string text, error;
  size_t different = 0;
  if (!runSetup(options.setup, options, result, error) ||
      !handleBuffers(options, result, text, different, error)) {
    return fail(error);
  }
  text += describeOverruns(result.buffers, "", different);
  text += options.repeat == 0 ? "" : describeTimes(result.times);
  if (options.hasAgainst() && !runAgainst(options, result, text, different, error)) {
    return fail(error);
  }
  return toOutput(text, different == 0 ? exitSuccess : exitDifferent);
}

}  // namespace
}  // namespace clrun

// Prints errors on standard error and results on standard output, so that scripts can separate
// them.
int main(int argc, char **argv) {
  std::string error;
  const std::span<const char *const> words(argv, static_cast<size_t>(argc));
  const auto options = clrun::parseOptions(words.subspan(argc > 0 ? 1 : 0), error);
  if (!options) {
    return clrun::fail(error);
  }
  if (options->version) {
    return clrun::toOutput("clrun of Kiln " KILN_VERSION "\n");
  }
  if (options->help || options->list) {
    return clrun::toOutput(options->help ? clrun::helpText() : clrun::listDevices());
  }
  return clrun::runAll(*options);
}
