// Set-up shared by the examples: a device, a built program, a clock.
//
// Every example is one file over this header and OpenCL's C++ bindings, with exceptions for errors.
// It runs on any driver found by the loader: it checks its own results, and its exit code tells if
// they are right.
#pragma once

#include <CL/opencl.hpp>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

namespace example {

/// The first device of the first platform, a context and a profiling queue on it.
struct Session {
  /// Members in the order of their creation; the queue goes first.
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;

  /// Prints the device's name. Throws cl::Error if there is no device.
  Session()
      : device(cl::Device::getDefault()),
        context(device),
        queue(context, device, cl::QueueProperties::Profiling) {
    std::printf("device: %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
  }

  /// Builds a program; prints the build log and throws if that fails.
  /// `options` as for clBuildProgram (CL 3.0 §5.8.6).
  cl::Program build(const std::string &source, const char *options = "") const {
    cl::Program program(context, source);
    try {
      program.build(options);
    } catch (const cl::Error &) {
      std::fprintf(stderr, "%s\n", program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device).c_str());
      throw;
    }
    return program;
  }
};

/// Milliseconds that the command of `event` ran.
/// The event has ended, and its queue measures times (CL 3.0 §5.14).
inline double milliseconds(const cl::Event &event) {
  return 1e-6 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                    event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
}

/// Milliseconds of the host's clock since construction.
/// For builds, which have no event.
class Stopwatch {
 public:
  /// May be called several times.
  double milliseconds() const {
    std::chrono::duration<double, std::milli> elapsed = Clock::now() - start_;
    return elapsed.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Runs `body`, reports an OpenCL error in words; the exit code of main.
template <class Body>
int run(Body body) {
  try {
    return body();
  } catch (const cl::Error &error) {
    std::fprintf(stderr, "%s failed with %d\n", error.what(), error.err());
    return 1;
  }
}

}  // namespace example
