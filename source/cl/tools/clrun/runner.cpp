// A run is a chain of steps, each of which stops the chain with a message: device, context and
// queue, program, kernel, arguments, launch, results.
// Launches after the first one run for their times alone.
//
// Only calls of OpenCL 1.2 are used, with one exception (clCreateProgramWithIL), so that old
// drivers can be compared. The queue is in order, and each step that reads results waits. Errors
// name the failed call and the code; the notes of the driver follow on standard error.

#include "runner.h"

#include <CL/cl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <optional>
#include <utility>

#include "kernel_arguments.h"
#include "opencl_handles.h"
#include "support/command_words.h"

namespace clrun {
namespace {

using support::Failure;
using support::Status;

// A device with the two names that --device is matched with.
struct ListedDevice {
  cl_device_id id;
  std::string name, platform;
};

/// Returns the devices of all platforms, in the loader's order.
std::vector<ListedDevice> allDevices() {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  if (count != 0) {
    clGetPlatformIDs(count, platforms.data(), nullptr);
  }
  std::vector<ListedDevice> devices;
  for (cl_platform_id platform : platforms) {
    const std::string name = textOf([&](size_t size, void *value, size_t *used) {
      return clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, value, used);
    });
    cl_uint number = 0;
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &number);
    std::vector<cl_device_id> ids(number);
    if (number != 0) {
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, number, ids.data(), nullptr);
    }
    for (cl_device_id id : ids) {
      devices.push_back({id, textOf([&](size_t size, void *value, size_t *used) {
                           return clGetDeviceInfo(id, CL_DEVICE_NAME, size, value, used);
                         }),
                         name});
    }
  }
  return devices;
}

// Finds the device of --device: a number as --list shows it, or the first device with the text in
// its name. An empty text is number 0. Null without a match.
const ListedDevice *choose(const std::vector<ListedDevice> &devices, const std::string &wanted) {
  size_t number = 0;
  const char *last = wanted.data() + wanted.size();
  const auto [end, failed] = std::from_chars(wanted.data(), last, number);
  const bool isNumber = wanted.empty() || (failed == std::errc() && end == last);
  for (const ListedDevice &device : devices) {
    const auto index = static_cast<size_t>(&device - devices.data());
    if (isNumber ? index == number
                 : (device.platform + ": " + device.name).find(wanted) != std::string::npos) {
      return &device;
    }
  }
  return nullptr;
}

/// Collects messages of a driver to a context, from any thread.
class Notes {
 public:
  // The pfn_notify of clCreateContext (CL 3.0 §4.4): may come from a thread of the driver at any
  // time.
  static void CL_CALLBACK add(const char *text, const void *, size_t, void *self) {
    auto &notes = *static_cast<Notes *>(self);
    const std::lock_guard guard(notes.mutex_);
    notes.text_.append("clrun: note: ").append(text).append("\n");
  }
  // Returns the messages so far, and forgets them.
  std::string take() {
    const std::lock_guard guard(mutex_);
    return std::exchange(text_, {});
  }

 private:
  // The driver may call from several threads at once.
  std::mutex mutex_;
  std::string text_;
};

/// One setup, from its device to its results.
class Runner {
 public:
  /// `notes` must outlive the runner: they are complete once its context is destroyed.
  Runner(const Setup &setup, const Options &options, RunResult &result, Notes &notes)
      : setup_(setup), options_(options), result_(result), notes_(notes) {}

  // Goes through the steps; the first failure ends the chain.
  Status run();

 private:
  Status openDevice();
  Status createProgram(const Bytes &bytes);
  Status build();
  Status findKernel();
  Status setArguments();
  Status launch();
  std::string explainGroup(cl_int code) const;
  Status readBack() { return arguments_->readBack(result_.buffers); }
  Status repeat();

  const Setup &setup_;
  const Options &options_;
  RunResult &result_;
  Notes &notes_;
  // Objects in the order of their creation: members are destroyed in the opposite one.
  cl_device_id device_ = nullptr;
  Owner<cl_context, clReleaseContext> context_;
  Owner<cl_command_queue, clReleaseCommandQueue> queue_;
  Owner<cl_program, clReleaseProgram> program_;
  Owner<cl_kernel, clReleaseKernel> kernel_;
  // Source alone gets options for argument info and folders: other inputs have their own.
  bool isSource_ = false;
  std::optional<KernelArguments> arguments_;  // once there is a kernel
};

Status Runner::run() {
  for (const auto step :
       {&Runner::openDevice, &Runner::build, &Runner::findKernel, &Runner::setArguments,
        &Runner::launch, &Runner::readBack, &Runner::repeat}) {
    if (auto done = (this->*step)(); !done) {
      return done;
    }
  }
  return {};
}

/// Chooses the device, and makes its context and a queue that measures times.
Status Runner::openDevice() {
  const auto devices = allDevices();
  const ListedDevice *device = choose(devices, setup_.device);
  if (!device) {
    return Failure{devices.empty()
                       ? "no OpenCL devices; OCL_ICD_VENDORS tells the loader where drivers are"
                       : "there is no device '" + setup_.device + "'; --list shows them"};
  }
  device_ = device->id;
  result_.device = device->name;
  cl_int code = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &device_, Notes::add, &notes_, &code));
  if (auto created = check("clCreateContext", code); !created) {
    return created;
  }
  queue_.reset(clCreateCommandQueue(context_.get(), device_, CL_QUEUE_PROFILING_ENABLE, &code));
  return check("clCreateCommandQueue", code);
}

/// Creates the program. Its file name or first bytes tell the language.
Status Runner::createProgram(const Bytes &bytes) {
  const std::string &name = setup_.program;
  const auto begins = [&](std::string_view magic) {
    return bytes.size() >= magic.size() &&
           std::string_view(reinterpret_cast<const char *>(bytes.data()), magic.size()) == magic;
  };
  // The magic number in both byte orders.
  const bool isSpirv = begins("\x03\x02\x23\x07") || begins("\x07\x23\x02\x03");
  const bool isBinary =
      begins("KILN") || begins("BC\xc0\xde") || name.ends_with(".kbin") || name.ends_with(".bin");
  cl_int code = CL_SUCCESS;
  if (isSpirv) {
    program_.reset(clCreateProgramWithIL(context_.get(), bytes.data(), bytes.size(), &code));
    return check("clCreateProgramWithIL", code);
  }
  const size_t size = bytes.size();
  if (isBinary) {
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int status = CL_SUCCESS;
    program_.reset(
        clCreateProgramWithBinary(context_.get(), 1, &device_, &size, &data, &status, &code));
    return check("clCreateProgramWithBinary", code);
  }
  isSource_ = true;
  const std::string line = support::lineDirective(name == "-" ? "<stdin>" : name);
  const std::string_view text = support::withoutByteOrderMark(
      {size == 0 ? "" : reinterpret_cast<const char *>(bytes.data()), size});
  const char *texts[] = {line.c_str(), text.empty() ? "" : text.data()};  // 0 is no size
  const size_t sizes[] = {line.size(), text.size()};
  program_.reset(clCreateProgramWithSource(context_.get(), 2, texts, sizes, &code));
  return check("clCreateProgramWithSource", code);
}

/// Reads and builds the program, and keeps the log.
Status Runner::build() {
  const auto bytes = readFile(setup_.program);
  if (!bytes) {
    return bytes.error();
  }
  if (auto created = createProgram(*bytes); !created) {
    return created;
  }
  std::string text = setup_.buildOptions, folder;
  if (isSource_) {
    text = support::optionsForSource(setup_.program, std::move(text));
    text += " -cl-kernel-arg-info";
    support::appendEscaped(folder, support::folderOf(setup_.program));
    folder.insert(0, " -I ");
  }
  const auto buildWith = [&](const std::string &options) {
    return clBuildProgram(program_.get(), 1, &device_, options.c_str(), nullptr, nullptr);
  };
  cl_int code = buildWith(text + folder);
  if (code == CL_INVALID_BUILD_OPTIONS && folder.find('\\') != std::string::npos) {
    code = buildWith(text);  // for drivers that do not understand spaces in folder names
  }
  result_.log = textOf([&](size_t size, void *value, size_t *used) {
    return clGetProgramBuildInfo(program_.get(), device_, CL_PROGRAM_BUILD_LOG, size, value, used);
  });
  return check("clBuildProgram", code);
}

/// Creates the kernel of -k, or the only one.
Status Runner::findKernel() {
  const std::string names = textOf([&](size_t size, void *value, size_t *used) {
    return clGetProgramInfo(program_.get(), CL_PROGRAM_KERNEL_NAMES, size, value, used);
  });
  std::string name = options_.kernel;
  if (name.empty() && (names.empty() || names.find(';') != std::string::npos)) {
    return Failure{names.empty()
                       ? "the program has no kernel"
                       : "the program has several kernels (" + names + "): choose with -k"};
  }
  name = name.empty() ? names : name;
  cl_int code = CL_SUCCESS;
  kernel_.reset(clCreateKernel(program_.get(), name.c_str(), &code));
  if (code == CL_INVALID_KERNEL_NAME) {
    return Failure{"there is no kernel '" + name + "'; there are: " + names};
  }
  return check("clCreateKernel", code);
}

// Types come from the kernel, so this follows the build (kernel_arguments.h).
Status Runner::setArguments() {
  arguments_.emplace(context_.get(), queue_.get(), kernel_.get());
  return arguments_->set(options_.arguments);
}

/// Explains the work-group sizes that a kernel accepts, after an error about them.
std::string Runner::explainGroup(cl_int code) const {
  if (code != CL_INVALID_WORK_GROUP_SIZE && code != CL_INVALID_WORK_ITEM_SIZE) {
    return {};
  }
  // CL_KERNEL_WORK_GROUP_SIZE and its relatives (CL 3.0 §5.9.4).
  size_t most = 0;
  std::array<size_t, 3> required = {}, dimensions = {};
  clGetKernelWorkGroupInfo(kernel_.get(), device_, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                           nullptr);
  clGetKernelWorkGroupInfo(kernel_.get(), device_, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                           sizeof required, required.data(), nullptr);
  clGetDeviceInfo(device_, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof dimensions, dimensions.data(),
                  nullptr);
  const auto text = [](const std::array<size_t, 3> &sizes) {
    return std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," +
           std::to_string(sizes[2]);
  };
  return required[0] != 0 ? "; the kernel requires groups of " + text(required)
                          : "; the kernel takes groups of up to " + std::to_string(most) +
                                " work-items, the device of " + text(dimensions) +
                                " in each dimension, and before OpenCL C 2.0 global sizes are "
                                "multiples of local ones";
}

/// Launches the kernel, waits for it, and stores its time on the device.
Status Runner::launch() {
  cl_event launched = nullptr;
  const cl_int code = clEnqueueNDRangeKernel(queue_.get(), kernel_.get(), options_.dimensions,
                                             options_.offset.data(), options_.global.data(),
                                             options_.hasLocal ? options_.local.data() : nullptr, 0,
                                             nullptr, &launched);
  const Owner<cl_event, clReleaseEvent> event(launched);
  if (const auto enqueued = check("clEnqueueNDRangeKernel", code); !enqueued) {
    return Failure{enqueued.error().message + explainGroup(code)};
  }
  const cl_int waited = clWaitForEvents(1, &launched);
  cl_int status = CL_COMPLETE;
  clGetEventInfo(launched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  if (waited != CL_SUCCESS || status < 0) {
    return Failure{describe("the kernel ended with an error", status < 0 ? status : waited)};
  }
  cl_ulong start = 0, end = 0;
  clGetEventProfilingInfo(launched, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  clGetEventProfilingInfo(launched, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  // Profiling times are nanoseconds (CL 3.0 §5.14).
  constexpr double milli = 1e-6;
  result_.times.push_back(static_cast<double>(end - start) * milli);
  return {};
}

// Repeats the launch for times. The contents of buffers change further, but the results have been
// read.
Status Runner::repeat() {
  for (unsigned i = 0; i < options_.repeat; ++i) {
    if (auto launched = launch(); !launched) {
      return launched;
    }
  }
  return {};
}

}  // namespace

Status run(const Setup &setup, const Options &options, RunResult &result) {
  // The driver may report until the context is destroyed, with the runner.
  Notes notes;
  auto done = Runner(setup, options, result, notes).run();
  result.notes = notes.take();
  return done;
}

// The number is the index in the list of all devices. It changes if the loader finds other drivers.
std::string listDevices() {
  std::string text;
  const auto devices = allDevices();
  for (const ListedDevice &device : devices) {
    text += std::to_string(&device - devices.data()) + ": " + device.platform + ": " + device.name +
            "\n";
  }
  return text.empty() ? "no OpenCL devices\n" : text;
}

}  // namespace clrun
