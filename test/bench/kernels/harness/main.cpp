// kernel_bench runs the benchmarks of this folder. It runs one variant of one of them at a time for
// kernels.py, the script to interleave the variants and to report; or all of them once, as a check.
//
//   kernel_bench --list                             <name> <topic> in lines
//   kernel_bench --check [--topic T] [--only NAME]  small sizes: the fast C++ form and the device
//                                                   against the strict C++ form
//   kernel_bench --serve NAME --form F [--small]    F: opencl, strict, fast. Prepares, verifies and
//                                                   prints one line of JSON; then for each line of
//                                                   standard input runs once and prints ms
//   … [--options "-cl-…"]                           build options of the OpenCL program
//
// A skipped benchmark says why; exit code 1 reports an error.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "benchmark.h"
#include "compare.h"
#include "opencl.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  bool list = false, check = false, small = false;
  std::string serve, form = "opencl", only, topic, options;
};

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + '"';
}

void say(const char *key, const std::string &text, const std::string &more = {}) {
  std::printf("{\"%s\": %s%s}\n", key, quoted(text).c_str(), more.c_str());
  std::fflush(stdout);
}

double milliseconds(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One form of one benchmark, ready to run.
class Runner {
 public:
  Runner(const std::string &name, const std::string &form, Size size, const std::string &options)
      : form_(form),
        entry_(find(name, form == "fast" ? "fast" : "strict")),
        benchmark_(entry_.make(size)),
        options_(options) {}

  /// Why this device cannot run it; empty if it can.
  std::string unsupported() {
    if (form_ != "opencl") {
      return {};
    }
    queue_.emplace();
    return benchmark_->unsupported(*queue_);
  }

  std::string deviceName() const { return queue_ ? queue_->deviceName() : std::string(); }

  /// Builds; then runs once and returns the errors of the result, against the strict C++ variant.
  std::string prepare(const Benchmark &expected) {
    if (!queue_) {
      std::string wrong = runCpp(*benchmark_);
      return wrong.empty() ? compare(expected, *benchmark_) : wrong;
    }
    queue_->build(readFile(std::string(KERNELS_FOLDER "/") + entry_.topic + ".cl"),
                  benchmark_->options() + " " + options_);
    benchmark_->reset();
    benchmark_->poison(0xff);
    queue_->upload(*benchmark_, true);
    benchmark_->opencl(*queue_);
    queue_->finish();
    queue_->download(*benchmark_);
    return compare(expected, *benchmark_);
  }

  /// Milliseconds of one run.
  double run() {
    benchmark_->reset();
    if (queue_) {
      queue_->upload(*benchmark_, false);
    }
    auto start = Clock::now();
    if (queue_) {
      benchmark_->opencl(*queue_);
      queue_->finish();
    } else {
      benchmark_->cpp();
    }
    return milliseconds(start);
  }

 private:
  std::string form_;
  const Entry &entry_;
  std::unique_ptr<Benchmark> benchmark_;
  std::string options_;
  std::optional<Queue> queue_;
};

/// The strict C++ variant's results, the reference for the others.
std::unique_ptr<Benchmark> expectedOf(const std::string &name, Size size) {
  std::unique_ptr<Benchmark> expected = find(name, "strict").make(size);
  std::string wrong = runCpp(*expected);
  if (!wrong.empty()) {
    throw std::runtime_error(wrong);
  }
  return expected;
}

int serve(const Arguments &arguments) {
  Size size = arguments.small ? Size::Small : Size::Full;
  Runner runner(arguments.serve, arguments.form, size, arguments.options);
  std::string reason = runner.unsupported();
  if (!reason.empty()) {
    say("skipped", reason);
    return 0;
  }
  std::string wrong = runner.prepare(*expectedOf(arguments.serve, size));
  if (!wrong.empty()) {
    say("wrong", wrong);
    return 1;
  }
  say("ready", runner.deviceName());
  for (std::string line; std::getline(std::cin, line);) {
    double time = runner.run();
    // The C++ form's idle threads spin for a millisecond (KMP_BLOCKTIME): not in another's time.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::printf("{\"ms\": %.6f}\n", time);
    std::fflush(stdout);
  }
  return 0;
}

/// Prints one line; false if the form is wrong.
bool checkForm(const Entry &entry, const std::string &form, const Benchmark &expected,
               const std::string &options) {
  std::string wrong;
  try {
    Runner runner(entry.name, form, Size::Small, options);
    std::string reason = runner.unsupported();
    if (!reason.empty()) {
      std::printf("%-24s %-8s skipped: %s\n", entry.name.c_str(), form.c_str(), reason.c_str());
      return true;
    }
    wrong = runner.prepare(expected);
  } catch (const std::exception &error) {
    wrong = error.what();
  }
  std::printf("%-24s %-8s %s\n", entry.name.c_str(), form.c_str(),
              wrong.empty() ? "ok" : wrong.c_str());
  return wrong.empty();
}

int checkAll(const Arguments &arguments) {
  size_t found = 0;
  bool good = true;
  for (const Entry &entry : entries()) {
    if (entry.variant != "strict" || (!arguments.topic.empty() && entry.topic != arguments.topic) ||
        (!arguments.only.empty() && entry.name != arguments.only)) {
      continue;
    }
    ++found;
    std::unique_ptr<Benchmark> expected = expectedOf(entry.name, Size::Small);
    good &= checkForm(entry, "fast", *expected, {});
    good &= checkForm(entry, "opencl", *expected, arguments.options);
  }
  if (found == 0) {
    std::fprintf(stderr, "kernel_bench: no benchmark matches\n");
  }
  return good && found > 0 ? 0 : 1;
}

int listAll() {
  for (const Entry &entry : entries()) {
    if (entry.variant == "strict") {
      std::printf("%s %s\n", entry.name.c_str(), entry.topic.c_str());
    }
  }
  return 0;
}

Arguments parse(int argc, char **argv) {
  Arguments result;
  for (int i = 1; i < argc; ++i) {
    std::string_view name = argv[i];
    if (name == "--list" || name == "--check" || name == "--small") {
      (name == "--list" ? result.list : name == "--check" ? result.check : result.small) = true;
      continue;
    }
    std::string *value = name == "--serve"     ? &result.serve
                         : name == "--form"    ? &result.form
                         : name == "--only"    ? &result.only
                         : name == "--topic"   ? &result.topic
                         : name == "--options" ? &result.options
                                               : nullptr;
    if (!value || i + 1 == argc) {
      throw std::runtime_error("what is '" + std::string(name) + "'? See the top of main.cpp");
    }
    *value = argv[++i];
  }
  if (result.form != "opencl" && result.form != "strict" && result.form != "fast") {
    throw std::runtime_error("the form is opencl, strict or fast");
  }
  if (!result.list && !result.check && result.serve.empty()) {
    throw std::runtime_error("one of --list, --check, --serve NAME");
  }
  return result;
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  try {
    bench::Arguments arguments = bench::parse(argc, argv);
    return arguments.list    ? bench::listAll()
           : arguments.check ? bench::checkAll(arguments)
                             : bench::serve(arguments);
  } catch (const std::exception &error) {
    bench::say("failed", error.what());
    return 1;
  }
}
