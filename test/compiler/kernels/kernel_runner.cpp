#include "kernel_runner.h"

#include <gtest/gtest.h>

#include "compiler/kernel.h"
#include "mux/target.h"
#include "mux/target_support/printf.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace kernels {
namespace {

/// The first device whose target has a compiler half in the library.
mux_device_info_t firstDevice(compiler::Library &library, compiler::Info *&info) {
  uint32_t count = 0;
  muxGetDeviceInfos(0, nullptr, &count);
  std::vector<mux_device_info_t> devices(count);
  muxGetDeviceInfos(count, devices.data(), &count);
  for (mux_device_info_t device : devices) {
    for (compiler::Info *candidate : library.infos()) {
      if (candidate->name() == device->target) {
        info = candidate;
        return device;
      }
    }
  }
  return nullptr;
}

/// Records the commands of `record`, runs them and waits.
template <class Record>
mux_result_t recordAndRun(mux_device_t device, mux_queue_t queue, Record record) {
  mux_command_buffer_t commands = nullptr;
  EXPECT_EQ(muxCreateCommandBuffer(device, &commands), mux_success);
  mux_result_t result = record(commands);
  if (result == mux_success) {
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    mux_dispatch_t dispatch = {};
    dispatch.command_buffer = commands;
    mux_completion_t completion = {};
    dispatch.completed = [](const mux_completion_t *done, void *user) {
      *static_cast<mux_completion_t *>(user) = *done;
    };
    dispatch.user = &completion;
    EXPECT_EQ(muxDispatch(queue, &dispatch), mux_success);
    EXPECT_EQ(muxWaitAll(queue), mux_success);
    result = completion.result;
  }
  muxDestroyCommandBuffer(device, commands);
  return result;
}

/// A buffer with memory of its own; the host need not be able to map it.
class DeviceBuffer {
 public:
  DeviceBuffer(mux_queue_t queue, mux_device_info_t info, uint64_t size)
      : device_(queue->object.device), queue_(queue), size_(size) {
    EXPECT_EQ(muxAllocateMemory(device_, size, 0, info->buffer_alignment, &memory_), mux_success);
    EXPECT_EQ(muxCreateBuffer(device_, size, &buffer_), mux_success);
    EXPECT_EQ(muxBindBufferMemory(device_, memory_, buffer_, 0), mux_success);
  }
  ~DeviceBuffer() {
    muxDestroyBuffer(device_, buffer_);
    muxFreeMemory(device_, memory_);
  }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;

  mux_buffer_t get() const { return buffer_; }
  void write(const void *bytes) const {
    const auto record = [&](mux_command_buffer_t commands) {
      return muxCommandWriteBuffer(commands, buffer_, 0, bytes, size_);
    };
    EXPECT_EQ(recordAndRun(device_, queue_, record), mux_success);
  }
  void read(void *bytes) const {
    const auto record = [&](mux_command_buffer_t commands) {
      return muxCommandReadBuffer(commands, buffer_, 0, bytes, size_);
    };
    EXPECT_EQ(recordAndRun(device_, queue_, record), mux_success);
  }

 private:
  mux_device_t device_;
  mux_queue_t queue_;
  uint64_t size_;
  mux_memory_t memory_ = nullptr;
  mux_buffer_t buffer_ = nullptr;
};

mux_argument_t describe(const Argument &argument, const DeviceBuffer *buffer) {
  mux_argument_t result = {};
  switch (argument.kind) {
    case Argument::Kind::buffer:
      result.type = mux_argument_buffer;
      result.buffer.buffer = buffer->get();
      break;
    case Argument::Kind::value:
      result.type = mux_argument_value;
      result.value.bytes = argument.data;
      result.value.size = argument.size;
      break;
    case Argument::Kind::local:
      result.type = mux_argument_local;
      result.local.size = argument.size;
      break;
  }
  return result;
}

}  // namespace

Program::Program(const std::string &source, const std::string &options) {
  build([&](compiler::Target &, compiler::Module &module) {
    auto parsed = module.parseOptions(options, compiler::OptionsMode::build);
    auto compiled = parsed ? module.compileOpenCLC(source, {}) : parsed;
    if (!compiled) {
      ADD_FAILURE() << compiled.error().message << "\n" << module.log();
      return false;
    }
    return true;
  });
}

Program::Program(const Front &front) {
  build(front);
}

void Program::build(const Front &front) {
  compiler::Library *library = kiln_compiler_get_library(compiler::interfaceVersion);
  compiler::Info *compilerInfo = nullptr;
  info_ = library ? firstDevice(*library, compilerInfo) : nullptr;
  if (!info_) {
    ADD_FAILURE() << "no device that a compiler half is there for";
    return;
  }
  EXPECT_EQ(muxCreateDevice(info_, nullptr, &device_), mux_success);
  EXPECT_EQ(muxCreateQueue(device_, &queue_), mux_success);
  context_ = library->createContext();
  auto target = compilerInfo->createTarget(*context_, info_->target_properties);
  if (!target) {
    ADD_FAILURE() << target.error().message;
    return;
  }
  target_ = std::move(*target);
  module_ = target_->createModule();
  if (!front(*target_, *module_)) {
    return;
  }
  auto finalized = module_->finalize();
  if (!finalized) {
    ADD_FAILURE() << finalized.error().message << "\n" << module_->log();
    return;
  }
  auto binary = module_->createBinary();
  if (!binary) {
    ADD_FAILURE() << binary.error().message << "\n" << module_->log();
    return;
  }
  executable_ = load(*binary);
}

Program::~Program() {
  if (executable_) {
    muxDestroyExecutable(device_, executable_);
  }
  if (queue_) {
    muxDestroyQueue(device_, queue_);
  }
  if (device_) {
    muxDestroyDevice(device_);
  }
}

uint64_t Program::maxWorkGroupSize() const {
  return info_ ? info_->max_work_group_size : 0;
}

mux_executable_t Program::load(const compiler::Bytes &binary) {
  mux_executable_t executable = nullptr;
  EXPECT_EQ(muxCreateExecutable(device_, binary.data(), binary.size(), &executable), mux_success);
  return executable;
}

mux_result_t Program::run(const std::string &kernel, const Grid &grid,
                          std::vector<Argument> arguments) {
  return executable_ ? launch(executable_, kernel, grid, arguments) : mux_error_invalid_binary;
}

mux_result_t Program::runPrinting(const std::string &kernel, const Grid &grid,
                                  std::vector<Argument> arguments, std::string &text) {
  return executable_ ? launch(executable_, kernel, grid, arguments, &text)
                     : mux_error_invalid_binary;
}

void Program::readPrintf(mux_executable_t executable, std::span<const std::byte> bytes,
                         std::string &text) {
  const auto strings = [&](uint32_t id) -> std::optional<std::string_view> {
    const char *string = nullptr;
    uint64_t size = 0;
    return muxGetPrintfString(executable, id, &string, &size) == mux_success
               ? std::optional(std::string_view(string, size))
               : std::nullopt;
  };
  const auto report =
      mux::formatPrintf(bytes, strings, [&](std::string_view record) { text += record; });
  EXPECT_EQ(report.damaged, 0u);
}

mux_result_t Program::runSpecialized(const std::string &kernel, const Grid &grid,
                                     std::vector<Argument> arguments) {
  auto object = module_->createKernel(kernel);
  if (!object) {
    ADD_FAILURE() << object.error().message;
    return mux_error_missing_kernel;
  }
  compiler::SpecializationOptions options;
  options.localSize = grid.local;
  auto binary = (*object)->createSpecializedKernel(options);
  if (!binary) {
    ADD_FAILURE() << binary.error().message;
    return mux_error_invalid_binary;
  }
  mux_executable_t executable = load(*binary);
  mux_result_t result =
      executable ? launch(executable, kernel, grid, arguments) : mux_error_invalid_binary;
  if (executable) {
    muxDestroyExecutable(device_, executable);
  }
  return result;
}

mux_kernel_descriptor_t Program::descriptor(const std::string &kernel) {
  mux_kernel_descriptor_t copy = {};
  mux_kernel_t object = nullptr;
  EXPECT_EQ(muxCreateKernel(device_, executable_, kernel.c_str(), &object), mux_success);
  const mux_kernel_descriptor_t *descriptor = nullptr;
  if (object && muxGetKernelDescriptor(object, &descriptor) == mux_success) {
    copy = *descriptor;
    copy.name = nullptr;
    copy.parameters = nullptr;
    muxDestroyKernel(device_, object);
  }
  return copy;
}

mux_result_t Program::launch(mux_executable_t executable, const std::string &kernel,
                             const Grid &grid, std::vector<Argument> &arguments,
                             std::string *printed) {
  mux_kernel_t object = nullptr;
  mux_result_t result = muxCreateKernel(device_, executable, kernel.c_str(), &object);
  if (result != mux_success) {
    return result;
  }
  std::vector<std::unique_ptr<DeviceBuffer>> buffers;
  std::vector<mux_argument_t> described;
  for (const Argument &argument : arguments) {
    buffers.push_back(nullptr);
    if (argument.kind == Argument::Kind::buffer) {
      buffers.back() = std::make_unique<DeviceBuffer>(queue_, info_, argument.size);
      buffers.back()->write(argument.data);
    }
    described.push_back(describe(argument, buffers.back().get()));
  }
  mux_ndrange_t range = {};
  range.dimensions = 3;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    range.global_size[dimension] = grid.global[dimension];
    range.local_size[dimension] = grid.local[dimension];
    range.global_offset[dimension] = grid.offset[dimension];
  }
  range.argument_count = described.size();
  range.arguments = described.data();
  std::vector<std::byte> records(printed ? 4096 : 16);
  mux::resetPrintfBuffer(records);
  const DeviceBuffer printfBuffer(queue_, info_, records.size());
  if (printed) {
    printfBuffer.write(records.data());
    range.printf_buffer = printfBuffer.get();
  }
  result = recordAndRun(device_, queue_, [&](mux_command_buffer_t commands) {
    return muxCommandNDRange(commands, object, &range);
  });
  if (printed) {
    printfBuffer.read(records.data());
    readPrintf(executable, records, *printed);
  }
  for (size_t number = 0; number < arguments.size(); ++number) {
    if (buffers[number]) {
      buffers[number]->read(arguments[number].data);
    }
  }
  muxDestroyKernel(device_, object);
  return result;
}

}  // namespace kernels
