#include "runner.h"

#include <CL/cl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "error_names.h"
#include "support/command_words.h"

namespace clrun {
namespace {

template <auto release>
struct Release {
  template <class T>
  void operator()(T *handle) const {
    release(handle);
  }
};
template <class Handle, auto release>
using Owner = std::unique_ptr<std::remove_pointer_t<Handle>, Release<release>>;

struct ListedDevice {
  cl_device_id id;
  std::string name, platform;
};

template <class Query>
std::string textOf(const Query &query) {
  size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS || size == 0) {
    return {};
  }
  std::string text(size, '\0');
  if (query(size, text.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  text.resize(text.find('\0') == std::string::npos ? size : text.find('\0'));
  return text;
}

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

std::string describe(const std::string &call, cl_int code) {
  const std::string name = errorName(code);
  return call + ": " + (name.empty() ? "error " + std::to_string(code) : name);
}

/// Collects messages of a driver to a context, from any thread.
class Notes {
 public:
  static void CL_CALLBACK add(const char *text, const void *, size_t, void *self) {
    auto &notes = *static_cast<Notes *>(self);
    const std::lock_guard guard(notes.mutex_);
    notes.text_.append("clrun: note: ").append(text).append("\n");
  }
  std::string take() {
    const std::lock_guard guard(mutex_);
    return std::exchange(text_, {});
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

/// Each buffer lies between two guard zones of this many bytes; a correct kernel leaves them alone.
constexpr size_t zoneSize = 4096;  // aligned enough for sub-buffers
constexpr std::byte zoneByte{0xa5};

/// One setup, from its device to its results.
class Runner {
 public:
  /// `notes` must outlive the runner: they are complete once its context is destroyed.
  Runner(const Setup &setup, const Options &options, RunResult &result, Notes &notes,
         std::string &error)
      : setup_(setup), options_(options), result_(result), notes_(notes), error_(error) {}

  bool run() {
    return openDevice() && build() && findKernel() && setArguments() && launch() && readBack() &&
           repeat();
  }

 private:
  bool check(const char *call, cl_int code) {
    error_ = code == CL_SUCCESS ? error_ : describe(call, code);
    return code == CL_SUCCESS;
  }
  bool openDevice();
  bool createProgram(const Bytes &bytes);
  bool build();
  bool findKernel();
  Parameter parameterOf(unsigned index) const;
  bool setArguments();
  bool setArgument(unsigned index, const Argument &argument);
  bool makeBuffer(unsigned index, const Argument &argument);
  bool makeImage(unsigned index, const Argument &argument);
  bool makeSampler(const Argument &argument);
  bool launch();
  std::string explainGroup(cl_int code) const;
  bool readBack();
  bool readZones(unsigned index, Buffer &buffer);
  bool repeat();

  const Setup &setup_;
  const Options &options_;
  RunResult &result_;
  Notes &notes_;
  std::string &error_;
  cl_device_id device_ = nullptr;
  Owner<cl_context, clReleaseContext> context_;
  Owner<cl_command_queue, clReleaseCommandQueue> queue_;
  Owner<cl_program, clReleaseProgram> program_;
  Owner<cl_kernel, clReleaseKernel> kernel_;
  bool isSource_ = false;
  std::vector<Argument> arguments_;
  std::vector<Parameter> parameters_;
  /// Buffers and images by argument; null for other arguments.
  std::vector<Owner<cl_mem, clReleaseMemObject>> buffers_;
  /// The parents of the buffers, guard zones included.
  std::vector<Owner<cl_mem, clReleaseMemObject>> surroundings_;
  std::vector<Owner<cl_sampler, clReleaseSampler>> samplers_;
};

bool Runner::openDevice() {
  const auto devices = allDevices();
  const ListedDevice *device = choose(devices, setup_.device);
  if (!device) {
    error_ = devices.empty()
                 ? "no OpenCL devices; OCL_ICD_VENDORS tells the loader where drivers are"
                 : "there is no device '" + setup_.device + "'; --list shows them";
    return false;
  }
  device_ = device->id;
  result_.device = device->name;
  cl_int code = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &device_, Notes::add, &notes_, &code));
  if (!check("clCreateContext", code)) {
    return false;
  }
  queue_.reset(clCreateCommandQueue(context_.get(), device_, CL_QUEUE_PROFILING_ENABLE, &code));
  return check("clCreateCommandQueue", code);
}

/// Creates the program. Its file name or first bytes tell the language.
bool Runner::createProgram(const Bytes &bytes) {
  const std::string &name = setup_.program;
  const auto begins = [&](std::string_view magic) {
    return bytes.size() >= magic.size() &&
           std::string_view(reinterpret_cast<const char *>(bytes.data()), magic.size()) == magic;
  };
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

bool Runner::build() {
  Bytes bytes;
  if (!readFile(setup_.program, bytes, error_)) {
    return false;
  }
  if (!createProgram(bytes)) {
    return false;
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

bool Runner::findKernel() {
  const std::string names = textOf([&](size_t size, void *value, size_t *used) {
    return clGetProgramInfo(program_.get(), CL_PROGRAM_KERNEL_NAMES, size, value, used);
  });
  std::string name = options_.kernel;
  if (name.empty() && (names.empty() || names.find(';') != std::string::npos)) {
    error_ = names.empty() ? "the program has no kernel"
                           : "the program has several kernels (" + names + "): choose with -k";
    return false;
  }
  name = name.empty() ? names : name;
  cl_int code = CL_SUCCESS;
  kernel_.reset(clCreateKernel(program_.get(), name.c_str(), &code));
  if (code == CL_INVALID_KERNEL_NAME) {
    error_ = "there is no kernel '" + name + "'; there are: " + names;
    return false;
  }
  return check("clCreateKernel", code);
}

Parameter Runner::parameterOf(unsigned index) const {
  const auto text = [&](cl_kernel_arg_info info) {
    return textOf([&](size_t size, void *value, size_t *used) {
      return clGetKernelArgInfo(kernel_.get(), index, info, size, value, used);
    });
  };
  Parameter parameter;
  parameter.index = index;
  parameter.type = text(CL_KERNEL_ARG_TYPE_NAME);
  parameter.name = text(CL_KERNEL_ARG_NAME);
  cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  clGetKernelArgInfo(kernel_.get(), index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
                     nullptr);
  parameter.isLocal = space == CL_KERNEL_ARG_ADDRESS_LOCAL;
  return parameter;
}

bool Runner::setArguments() {
  cl_uint count = 0;
  if (!check("clGetKernelInfo",
             clGetKernelInfo(kernel_.get(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr))) {
    return false;
  }
  for (unsigned i = 0; i < count; ++i) {
    parameters_.push_back(parameterOf(i));
  }
  if (count != options_.arguments.size()) {
    error_ = "the kernel takes " + std::to_string(count) + " argument(s), and " +
             std::to_string(options_.arguments.size()) + " are given:";
    for (const Parameter &parameter : parameters_) {
      error_ +=
          "\n  " + std::to_string(parameter.index) + ": " + (parameter.isLocal ? "local " : "") +
          (parameter.type.empty() ? "of unknown type" : parameter.type) + " " + parameter.name;
    }
    return false;
  }
  arguments_.resize(count);
  buffers_.resize(count);
  surroundings_.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    if (!parseArgument(options_.arguments[i], parameters_[i], arguments_[i], error_) ||
        !setArgument(i, arguments_[i])) {
      error_ = "argument " + std::to_string(i) + " (" + options_.arguments[i] + "): " + error_;
      return false;
    }
  }
  return true;
}

bool Runner::makeBuffer(unsigned index, const Argument &argument) {
  const size_t size = argument.bytes.size();
  auto &whole = surroundings_[index];
  cl_int code = CL_SUCCESS;
  whole.reset(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, zoneSize + size + zoneSize, nullptr,
                             &code));
  const Bytes zone(zoneSize, zoneByte);
  const auto write = [&](size_t offset, const Bytes &bytes) {
    return check("clEnqueueWriteBuffer",
                 clEnqueueWriteBuffer(queue_.get(), whole.get(), CL_TRUE, offset, bytes.size(),
                                      bytes.data(), 0, nullptr, nullptr));
  };
  if (!check("clCreateBuffer", code) || !write(0, zone) || !write(zoneSize, argument.bytes) ||
      !write(zoneSize + size, zone)) {
    return false;
  }
  const cl_buffer_region region = {zoneSize, size};
  buffers_[index].reset(clCreateSubBuffer(whole.get(), CL_MEM_READ_WRITE,
                                          CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  return check("clCreateSubBuffer", code);
}

/// Counts changed bytes in the guard zones.
bool Runner::readZones(unsigned index, Buffer &buffer) {
  size_t *const written[] = {&buffer.writtenBefore, &buffer.writtenBehind};
  size_t offset = 0;
  for (size_t *count : written) {
    Bytes zone(zoneSize);
    if (!check("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue_.get(), surroundings_[index].get(), CL_TRUE, offset,
                                   zone.size(), zone.data(), 0, nullptr, nullptr))) {
      return false;
    }
    *count = zone.size() - static_cast<size_t>(std::ranges::count(zone, zoneByte));
    offset = zoneSize + buffer.bytes.size();
  }
  return true;
}

bool Runner::makeImage(unsigned index, const Argument &argument) {
  const ImageShape &shape = argument.image;
  cl_image_desc description = {};
  description.image_type = shape.type;
  description.image_width = shape.extent[0];
  description.image_height = shape.extent[1];
  description.image_depth = shape.extent[2];
  description.image_array_size =
      shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? shape.extent[1] : shape.extent[2];
  // The buffer holds the pixels, and the image keeps the buffer.
  Owner<cl_mem, clReleaseMemObject> buffer;
  cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  auto *pixels = const_cast<std::byte *>(argument.bytes.data());
  cl_int code = CL_SUCCESS;
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    buffer.reset(clCreateBuffer(context_.get(), flags, argument.bytes.size(), pixels, &code));
    if (!check("clCreateBuffer", code)) {
      return false;
    }
    description.buffer = buffer.get();
    flags = CL_MEM_READ_WRITE;
    pixels = nullptr;
  }
  buffers_[index].reset(
      clCreateImage(context_.get(), flags, &shape.pixel.format, &description, pixels, &code));
  return check("clCreateImage", code);
}

bool Runner::makeSampler(const Argument &argument) {
  const SamplerMode &mode = argument.sampler;
  cl_int code = CL_SUCCESS;
  samplers_.emplace_back(
      clCreateSampler(context_.get(), mode.isNormalized, mode.addressing, mode.filter, &code));
  return check("clCreateSampler", code);
}

bool Runner::setArgument(unsigned index, const Argument &argument) {
  size_t size = sizeof(cl_mem);
  cl_mem memory = nullptr;
  cl_sampler sampler = nullptr;
  const void *value = &memory;
  switch (argument.kind) {
    case Argument::Kind::scalar:
      size = argument.bytes.size();
      value = argument.bytes.data();
      break;
    case Argument::Kind::local:
      size = argument.localSize;
      value = nullptr;
      break;
    case Argument::Kind::buffer:
    case Argument::Kind::image: {
      const bool isImage = argument.kind == Argument::Kind::image;
      if (isImage ? !makeImage(index, argument) : !makeBuffer(index, argument)) {
        return false;
      }
      memory = buffers_[index].get();
      break;
    }
    case Argument::Kind::sampler:
      if (!makeSampler(argument)) {
        return false;
      }
      size = sizeof(cl_sampler);
      sampler = samplers_.back().get();
      value = &sampler;
      break;
    case Argument::Kind::same:
      if (argument.sameAs >= index || !buffers_[argument.sameAs]) {
        error_ = "argument " + std::to_string(argument.sameAs) +
                 " is no buffer or image before this one";
        return false;
      }
      memory = buffers_[argument.sameAs].get();
      break;
    case Argument::Kind::null:
      break;
  }
  return check("clSetKernelArg", clSetKernelArg(kernel_.get(), index, size, value));
}

/// Explains the work-group sizes that a kernel accepts, after an error about them.
std::string Runner::explainGroup(cl_int code) const {
  if (code != CL_INVALID_WORK_GROUP_SIZE && code != CL_INVALID_WORK_ITEM_SIZE) {
    return {};
  }
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

bool Runner::launch() {
  cl_event launched = nullptr;
  const cl_int code = clEnqueueNDRangeKernel(queue_.get(), kernel_.get(), options_.dimensions,
                                             options_.offset.data(), options_.global.data(),
                                             options_.hasLocal ? options_.local.data() : nullptr, 0,
                                             nullptr, &launched);
  const Owner<cl_event, clReleaseEvent> event(launched);
  if (!check("clEnqueueNDRangeKernel", code)) {
    error_ += explainGroup(code);
    return false;
  }
  const cl_int waited = clWaitForEvents(1, &launched);
  cl_int status = CL_COMPLETE;
  clGetEventInfo(launched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  if (waited != CL_SUCCESS || status < 0) {
    error_ = describe("the kernel ended with an error", status < 0 ? status : waited);
    return false;
  }
  cl_ulong start = 0, end = 0;
  clGetEventProfilingInfo(launched, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  clGetEventProfilingInfo(launched, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  constexpr double milli = 1e-6;
  result_.times.push_back(static_cast<double>(end - start) * milli);
  return true;
}

bool Runner::readBack() {
  for (unsigned i = 0; i < arguments_.size(); ++i) {
    if (!buffers_[i]) {
      continue;
    }
    const Argument &argument = arguments_[i];
    Buffer buffer = {i, parameters_[i].name, argument.element, argument.hasElement,
                     Bytes(argument.bytes.size())};
    constexpr size_t origin[3] = {};
    const bool isImage = argument.kind == Argument::Kind::image;
    if (isImage) {
      buffer.image = argument.image;
    }
    if (isImage ? !check("clEnqueueReadImage",
                         clEnqueueReadImage(queue_.get(), buffers_[i].get(), CL_TRUE, origin,
                                            argument.image.extent.data(), 0, 0, buffer.bytes.data(),
                                            0, nullptr, nullptr))
                : !check("clEnqueueReadBuffer",
                         clEnqueueReadBuffer(queue_.get(), buffers_[i].get(), CL_TRUE, 0,
                                             buffer.bytes.size(), buffer.bytes.data(), 0, nullptr,
                                             nullptr))) {
      return false;
    }
    if (!isImage && !readZones(i, buffer)) {
      return false;
    }
    result_.buffers.push_back(std::move(buffer));
  }
  return true;
}

bool Runner::repeat() {
  for (unsigned i = 0; i < options_.repeat; ++i) {
    if (!launch()) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool run(const Setup &setup, const Options &options, RunResult &result, std::string &error) {
  Notes notes;
  const bool done = Runner(setup, options, result, notes, error).run();
  result.notes = notes.take();
  return done;
}

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
