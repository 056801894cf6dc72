// Set-up shared by the examples: a device, a built program, a clock.
#pragma once

#include <CL/opencl.hpp>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

namespace example {

/// The first device of the first platform, a context and a profiling queue on it.
struct Session {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;

  Session()
      : device(cl::Device::getDefault()),
        context(device),
        queue(context, device, cl::QueueProperties::Profiling) {
    std::printf("device: %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
  }

  /// Builds a program; prints the build log and throws if that fails.
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
inline double milliseconds(const cl::Event &event) {
  return 1e-6 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                    event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
}

/// Milliseconds of the host's clock since construction.
class Stopwatch {
 public:
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
