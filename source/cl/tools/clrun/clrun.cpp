// clrun: compiles a program, runs one of its kernels, and prints or compares the results.
//
// It uses OpenCL's public interface alone, so it runs on any driver and can compare two of them.
//
// The order of work: run the setup, print or write or compare its buffers, report writes outside of
// buffers, then run the second setup and compare. All text for standard output is collected and
// printed at the end. So a run that fails prints no half results.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "options.h"
#include "png_file.h"
#include "report.h"
#include "runner.h"

namespace clrun {
namespace {

using support::Failure;
using support::Result;
using support::Status;

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
Result<RunResult> runSetup(const Setup &setup, const Options &options) {
  RunResult result;
  const auto done = run(setup, options, result);
  if (!result.log.empty()) {
    std::fprintf(stderr, "%s%s", result.log.c_str(), result.log.ends_with('\n') ? "" : "\n");
  }
  if (!done) {
    std::fputs(result.notes.c_str(), stderr);
    return done.error();
  }
  return result;
}

/// Returns the buffer of an argument. Never null; points into `result`.
Result<const Buffer *> bufferOf(const RunResult &result, unsigned argument) {
  const auto found = std::ranges::find(result.buffers, argument, &Buffer::argument);
  if (found == result.buffers.end()) {
    return Failure{"argument " + std::to_string(argument) + " is no buffer or image"};
  }
  return &*found;
}

/// Writes images as PNG if the file name ends so.
Status writeBuffer(const Buffer &buffer, const std::string &name) {
  if (!buffer.image || !isPngName(name)) {
    return writeFile(name, buffer.bytes);
  }
  const auto file = writePng(*buffer.image, buffer.bytes);
  return file ? writeFile(name, *file) : file.error();
}

/// Reads the file of a comparison: raw bytes, or for an image a PNG file of its shape.
Result<Bytes> readExpected(const Buffer &buffer, const std::string &name) {
  auto file = readFile(name);
  if (!file || !buffer.image || !isPng(*file)) {
    return file;
  }
  auto picture = readPng(*file, *buffer.image);
  if (!picture) {
    return Failure{"'" + name + "': " + picture.error().message};
  }
  return std::move(picture->pixels);
}

/// The results of a command line: the text for standard output, and the number of differences.
struct Report {
  std::string text;
  size_t different = 0;
};

/// Executes --print. Returns the number of printed buffers.
Result<size_t> printBuffers(const Options &options, const RunResult &result, Report &report) {
  std::vector<unsigned> printed = options.print;
  if (printed.empty() && options.printAll) {
    std::ranges::transform(result.buffers, std::back_inserter(printed), &Buffer::argument);
  }
  for (unsigned argument : printed) {
    const auto buffer = bufferOf(result, argument);
    if (!buffer) {
      return buffer.error();
    }
    report.text += toText(**buffer, options.printAll);
  }
  return printed.size();
}

/// Executes --output.
Status writeBuffers(const Options &options, const RunResult &result) {
  for (const ArgumentFile &output : options.outputs) {
    const auto buffer = bufferOf(result, output.argument);
    if (!buffer) {
      return buffer.error();
    }
    if (auto written = writeBuffer(**buffer, output.file); !written) {
      return written;
    }
  }
  return {};
}

/// Executes --compare.
Status compareBuffers(const Options &options, const RunResult &result, Report &report) {
  for (const ArgumentFile &comparison : options.comparisons) {
    const auto buffer = bufferOf(result, comparison.argument);
    if (!buffer) {
      return buffer.error();
    }
    const auto expected = readExpected(**buffer, comparison.file);
    if (!expected) {
      return expected.error();
    }
    report.different += compare(**buffer, *expected, {options.ulp, options.absolute},
                                "'" + comparison.file + "'", report.text);
  }
  return {};
}

/// Executes --print, --output and --compare.
Status handleBuffers(const Options &options, const RunResult &result, Report &report) {
  const auto printed = printBuffers(options, result, report);
  if (!printed) {
    return printed.error();
  }
  if (auto written = writeBuffers(options, result); !written) {
    return written;
  }
  if (auto compared = compareBuffers(options, result, report); !compared) {
    return compared;
  }
  // Without any request, a summary shows that something was computed.
  const bool isShown = *printed != 0 || !options.outputs.empty() || !options.comparisons.empty();
  if (!isShown && !options.hasAgainst()) {
    for (const Buffer &buffer : result.buffers) {
      report.text += summarize(buffer);
    }
  }
  return {};
}

/// Runs the second setup and compares all buffers with the first one's.
Status runAgainst(const Options &options, const RunResult &result, Report &report) {
  // Each --against option replaces one part of the first setup.
  Setup other = options.setup;
  other.program = options.againstProgram.value_or(other.program);
  other.device = options.againstDevice.value_or(other.device);
  other.buildOptions = options.againstOptions.value_or(other.buildOptions);
  const auto reference = runSetup(other, options);
  if (!reference) {
    return Failure{"against: " + reference.error().message};
  }
  report.text += describeOverruns(reference->buffers, "against, ", report.different);
  for (size_t i = 0; i < result.buffers.size(); ++i) {
    report.different += compare(result.buffers[i], reference->buffers[i].bytes,
                                {options.ulp, options.absolute}, "against", report.text);
  }
  report.text += options.repeat == 0 ? "" : "against, " + describeTimes(reference->times);
  return {};
}

/// Executes the whole command line, and returns the exit code.
int runAll(const Options &options) {
  const auto result = runSetup(options.setup, options);
  if (!result) {
    return fail(result.error().message);
  }
  Report report;
  if (const auto handled = handleBuffers(options, *result, report); !handled) {
    return fail(handled.error().message);
  }
  report.text += describeOverruns(result->buffers, "", report.different);
  report.text += options.repeat == 0 ? "" : describeTimes(result->times);
  if (options.hasAgainst()) {
    if (const auto compared = runAgainst(options, *result, report); !compared) {
      return fail(compared.error().message);
    }
  }
  return toOutput(report.text, report.different == 0 ? exitSuccess : exitDifferent);
}

}  // namespace
}  // namespace clrun

// Prints errors on standard error and results on standard output, so that scripts can separate
// them.
//
// Launches run the code that the options ask for, not baseline code in its place: results and times
// are compared. A value of the user's stays.
int main(int argc, char **argv) {
  setenv("KILN_BASELINE", "never", /*overwrite=*/0);
  const std::span<const char *const> words(argv, static_cast<size_t>(argc));
  const auto options = clrun::parseOptions(words.subspan(argc > 0 ? 1 : 0));
  if (!options) {
    return clrun::fail(options.error().message);
  }
  if (options->version) {
    return clrun::toOutput("clrun of Kiln " KILN_VERSION "\n");
  }
  if (options->help || options->list) {
    return clrun::toOutput(options->help ? clrun::helpText() : clrun::listDevices());
  }
  return clrun::runAll(*options);
}
