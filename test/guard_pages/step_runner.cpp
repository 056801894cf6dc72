#include "step_runner.h"

#include <CL/cl_ext_kiln.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <regex>
#include <stdexcept>
#include <utility>

#include "guarded_memory.h"

namespace guards {

namespace {

using Bytes = std::vector<std::byte>;

/// Text from a child process to its parent. It outlives a fault of the child.
class SharedText {
 public:
  SharedText()
      : text_(static_cast<char *>(
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    if (text_ == MAP_FAILED) {
      throw std::runtime_error("mmap");
    }
  }
  ~SharedText() { munmap(text_, size); }
  SharedText(const SharedText &) = delete;
  SharedText &operator=(const SharedText &) = delete;

  void set(const std::string &text) { std::strncpy(text_, text.c_str(), size - 1); }
  std::string get() const { return text_; }

 private:
  static constexpr size_t size = 1 << 16;
  char *text_;
};

void check(cl_int error, const std::string &what) {
  if (error != CL_SUCCESS) {
    throw std::runtime_error(what + ": error " + std::to_string(error));
  }
}

/// splitmix64: the same contents in each run.
uint64_t noise(uint64_t number) {
  uint64_t x = (number + 1) * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

void fill(std::span<std::byte> bytes, const Memory &memory, size_t seed) {
  const size_t count = bytes.size() / memory.elementSize;
  for (size_t i = 0; i < count; ++i) {
    uint64_t value = noise(seed * 1000003 + i);
    if (memory.below != 0) {
      value = i + 1 == count ? memory.below - 1 : value % memory.below;
    }
    std::memcpy(&bytes[i * memory.elementSize], &value, memory.elementSize);
  }
}

/// A context of this process.
class Device {
 public:
  Device() : device_(cl::Device::getDefault()), context_(device_), queue_(context_, device_) {}

  cl::Kernel build(const Step &step, const std::string &options) {
    cl::Program program(context_, step.source);
    const std::string all = step.options + " " + options;
    if (program.build(all.c_str()) != CL_SUCCESS) {
      throw std::runtime_error(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_));
    }
    cl_int error = CL_SUCCESS;
    cl::Kernel kernel(program, "f", &error);
    check(error, "clCreateKernel");
    return kernel;
  }

  std::string irOf(const cl::Kernel &kernel) const {
    size_t size = 0;
    check(clGetKernelWorkGroupInfo(kernel(), device_(), CL_KERNEL_IR_KILN, 0, nullptr, &size),
          "CL_KERNEL_IR_KILN");
    std::string text(size, '\0');
    check(clGetKernelWorkGroupInfo(kernel(), device_(), CL_KERNEL_IR_KILN, size, text.data(),
                                   nullptr),
          "CL_KERNEL_IR_KILN");
    return text;
  }

  /// The outputs' bytes.
  std::vector<Bytes> launch(cl::Kernel &kernel, const Step &step, const Launch &launch,
                            GuardedMemory::Side side) {
    std::vector<std::unique_ptr<GuardedMemory>> memories;
    std::vector<cl::Buffer> buffers;
    cl_uint index = 0;
    for (const Memory &memory : step.memories) {
      const size_t size = memory.elementSize * memory.count(launch);
      memories.push_back(std::make_unique<GuardedMemory>(size, side));
      GuardedMemory &guarded = *memories.back();
      fill(guarded.bytes(), memory, index);
      cl_int error = CL_SUCCESS;
      buffers.emplace_back(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size,
                           guarded.bytes().data(), &error);
      check(error, "clCreateBuffer");
      check(kernel.setArg(index++, buffers.back()), "clSetKernelArg");
      guarded.protect(accessOf(memory));
    }
    check(kernel.setArg(index++, launch.n), "clSetKernelArg");
    check(kernel.setArg(index++, launch.m), "clSetKernelArg");
    check(queue_.enqueueNDRangeKernel(kernel, cl::NDRange(launch.offset, 0),
                                      cl::NDRange(launch.global[0], launch.global[1]),
                                      cl::NDRange(launch.local[0], launch.local[1])),
          "clEnqueueNDRangeKernel");
    check(queue_.finish(), "clFinish");
    return results(step, memories);
  }

 private:
  static GuardedMemory::Access accessOf(const Memory &memory) {
    switch (memory.kind) {
      case Memory::Kind::input:
        return GuardedMemory::Access::read;
      case Memory::Kind::output:
        return GuardedMemory::Access::readWrite;
      case Memory::Kind::untouched:
        return GuardedMemory::Access::none;
    }
    std::abort();
  }

  static std::vector<Bytes> results(const Step &step,
                                    std::vector<std::unique_ptr<GuardedMemory>> &memories) {
    std::vector<Bytes> results;
    for (size_t i = 0; i < memories.size(); ++i) {
      memories[i]->protect(GuardedMemory::Access::readWrite);
      if (!memories[i]->isPaddingWhole()) {
        throw std::runtime_error("a byte beside memory " + std::to_string(i) + " was written");
      }
      if (step.memories[i].kind == Memory::Kind::output) {
        const auto bytes = memories[i]->bytes();
        results.emplace_back(bytes.begin(), bytes.end());
      }
    }
    return results;
  }

  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
};

std::string describe(const Launch &launch, GuardedMemory::Side side) {
  return "n " + std::to_string(launch.n) + ", m " + std::to_string(launch.m) + ", " +
         std::to_string(launch.global[0]) + " x " + std::to_string(launch.global[1]) +
         " work-items in groups of " + std::to_string(launch.local[0]) + ", guard page at the " +
         (side == GuardedMemory::Side::start ? "start" : "end");
}

void compare(const std::vector<Bytes> &expected, const std::vector<Bytes> &got) {
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto [one, other] =
        std::mismatch(expected[i].begin(), expected[i].end(), got[i].begin(), got[i].end());
    if (one != expected[i].end()) {
      throw std::runtime_error("output " + std::to_string(i) + " differs at byte " +
                               std::to_string(one - expected[i].begin()));
    }
  }
}

void expectEvidence(const Build &build, const Device &device, const cl::Kernel &kernel) {
  if (build.evidence.empty()) {
    return;
  }
  const std::string ir = device.irOf(kernel);
  if (!std::regex_search(ir, std::regex(build.evidence))) {
    throw std::runtime_error("no " + build.evidence + " in\n" + ir);
  }
}

/// Runs `work` in a child process. Empty, or the failure in it.
std::string inChild(const Level &level, const std::function<void(SharedText &)> &work) {
  SharedText state;
  const pid_t child = fork();
  if (child == 0) {
    setenv("KILN_HOST_CPU", level.cpu, 1);
    int code = 0;
    try {
      work(state);
    } catch (const std::exception &error) {
      state.set(state.get() + ": " + error.what());
      code = 1;
    }
    _exit(code);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    return "no child process";
  }
  if (WIFSIGNALED(status)) {
    return state.get() + ": signal " + std::to_string(WTERMSIG(status));
  }
  return WEXITSTATUS(status) == 0 ? "" : state.get();
}

}  // namespace

std::vector<Level> levels() {
  std::vector<Level> all = {{"sse", "x86-64-v2"}};
#ifdef __x86_64__
  if (__builtin_cpu_supports("x86-64-v3")) {
    all.push_back({"avx2", "x86-64-v3"});
  }
  if (__builtin_cpu_supports("x86-64-v4")) {
    all.push_back({"avx512", "x86-64-v4"});
  }
#endif
  return all;
}

std::string run(const Step &step, const Level &level, const std::vector<Build> &builds) {
  return inChild(level, [&](SharedText &state) {
    Device device;
    std::vector<std::vector<Bytes>> expected;
    for (const Build &build : builds) {
      const std::string option = "-cl-kiln-vectorize=" + build.width;
      state.set("build with " + option);
      cl::Kernel kernel = device.build(step, option);
      expectEvidence(build, device, kernel);
      size_t number = 0;
      for (const Launch &launch : step.launches) {
        for (auto side : {GuardedMemory::Side::start, GuardedMemory::Side::end}) {
          state.set(option + ", " + describe(launch, side));
          std::vector<Bytes> got = device.launch(kernel, step, launch, side);
          if (number == expected.size()) {
            expected.push_back(got);
          }
          compare(expected[number++], got);
        }
      }
    }
  });
}

}  // namespace guards
