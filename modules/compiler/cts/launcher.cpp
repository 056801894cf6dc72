#include "launcher.h"

#include <list>
#include <optional>

#include "mux/target_support/printf.h"

namespace compiler::cts {
namespace {

// Longer than any emulator needs; and room for some hundred records of printf.
constexpr uint64_t patience = 60'000'000'000;  // nanoseconds
constexpr uint64_t printfSize = 16 << 10;      // bytes

}  // namespace

// The objects of one launch. The first failing call is stored, and no further one is made.
class Launcher::Objects {
 public:
  explicit Objects(Launcher &launcher) : launcher_(launcher) {
    check(muxCreateCommandBuffer(device(), &commands_));
    check(result_ ? result_ : muxCreateFence(device(), &fence_));
  }
  // Waits first: after a timeout the launch may still use the objects.
  ~Objects() {
    if (dispatched_) {
      muxWaitAll(launcher_.queue_);
    }
    muxDestroyKernel(device(), kernel_);
    muxDestroyCommandBuffer(device(), commands_);
    muxDestroyFence(device(), fence_);
    for (const Buffer &buffer : buffers_) {
      muxDestroyBuffer(device(), buffer.buffer);
      muxFreeMemory(device(), buffer.memory);
    }
  }
  Objects(const Objects &) = delete;
  Objects &operator=(const Objects &) = delete;

  /// Creates a buffer, records that it is written now and read at the end.
  mux_buffer_t add(std::span<std::byte> bytes) {
    Buffer &buffer = buffers_.emplace_back(Buffer{bytes, nullptr, nullptr});
    check(result_ ? result_ : muxAllocateMemory(device(), bytes.size(), 0, 0, &buffer.memory));
    check(result_ ? result_ : muxCreateBuffer(device(), bytes.size(), &buffer.buffer));
    check(result_ ? result_ : muxBindBufferMemory(device(), buffer.memory, buffer.buffer, 0));
    check(result_ ? result_
                  : muxCommandWriteBuffer(commands_, buffer.buffer, 0, bytes.data(), bytes.size()));
    return buffer.buffer;
  }

  // Finds the kernel and records its launch.
  void launch(const char *kernel, const mux_ndrange_t &range) {
    check(result_ ? result_ : muxCreateKernel(device(), launcher_.executable_, kernel, &kernel_));
    check(result_ ? result_ : muxCommandNDRange(commands_, kernel_, &range));
  }

  // Records the reads, dispatches, and waits. Returns the first error of all steps.
  mux_result_t finish() {
    for (const Buffer &buffer : buffers_) {
      check(result_ ? result_
                    : muxCommandReadBuffer(commands_, buffer.buffer, 0, buffer.bytes.data(),
                                           buffer.bytes.size()));
    }
    check(result_ ? result_ : muxFinalizeCommandBuffer(commands_));
    if (!result_) {
      mux_dispatch_t what{};
      what.command_buffer = commands_;
      what.fence = fence_;
      check(muxDispatch(launcher_.queue_, &what));
      dispatched_ = result_ == mux_success;
    }
    check(result_ ? result_ : muxTryWait(launcher_.queue_, patience, fence_));
    return result_;
  }

 private:
  // A device buffer, and the bytes for it on the host.
  struct Buffer {
    std::span<std::byte> bytes;
    mux_memory_t memory;
    mux_buffer_t buffer;
  };

  mux_device_t device() const { return launcher_.device_; }
  void check(mux_result_t result) { result_ = result; }

  Launcher &launcher_;
  mux_result_t result_ = mux_success;
  bool dispatched_ = false;
  mux_command_buffer_t commands_ = nullptr;
  mux_fence_t fence_ = nullptr;
  mux_kernel_t kernel_ = nullptr;
  std::list<Buffer> buffers_;
};

// A failure is stored, since a constructor has no result.
Launcher::Launcher(mux_device_info_t info) {
  opened_ = muxCreateDevice(info, nullptr, &device_);
  if (opened_ == mux_success) {
    opened_ = muxCreateQueue(device_, &queue_);
  }
}

Launcher::~Launcher() {
  if (device_) {
    muxDestroyExecutable(device_, executable_);
    muxDestroyQueue(device_, queue_);
    muxDestroyDevice(device_);
  }
}

// The former executable goes first, so a device with little memory has room.
mux_result_t Launcher::load(const Bytes &binary) {
  if (opened_ != mux_success) {
    return opened_;
  }
  muxDestroyExecutable(device_, executable_);
  executable_ = nullptr;
  return muxCreateExecutable(device_, binary.data(), binary.size(), &executable_);
}

// Creates a kernel and destroys it again.
mux_result_t Launcher::find(const char *kernel) {
  mux_kernel_t handle = nullptr;
  const mux_result_t result = muxCreateKernel(device_, executable_, kernel, &handle);
  if (result == mux_success) {
    muxDestroyKernel(device_, handle);
  }
  return result;
}

// Each launch has objects of its own, and a printf buffer even if the kernel prints nothing.
mux_result_t Launcher::run(const Launch &launch) {
  printed_.clear();
  std::vector<std::byte> printf(printfSize);
  mux::resetPrintfBuffer(printf);
  Objects objects(*this);
  std::vector<mux_argument_t> arguments;
  for (const LaunchArgument &argument : launch.arguments) {
    mux_argument_t &raw = arguments.emplace_back();
    if (const auto *buffer = std::get_if<BufferBytes *>(&argument)) {
      raw.type = mux_argument_buffer;
      raw.buffer = {objects.add(**buffer), 0};
    } else if (const auto *value = std::get_if<std::span<const std::byte>>(&argument)) {
      raw.type = mux_argument_value;
      raw.value = {value->data(), value->size()};
    } else {
      raw.type = mux_argument_local;
      raw.local.size = std::get<LocalBytes>(argument).size;
    }
  }
  mux_ndrange_t range{};
  range.dimensions = static_cast<uint32_t>(launch.globalSize.size());
  for (size_t i = 0; i < 3; ++i) {
    range.global_size[i] = i < launch.globalSize.size() ? launch.globalSize[i] : 1;
    range.local_size[i] = i < launch.localSize.size() ? launch.localSize[i] : 1;
  }
  range.argument_count = static_cast<uint32_t>(arguments.size());
  range.arguments = arguments.data();
  range.printf_buffer = objects.add(printf);
  objects.launch(launch.kernel, range);
  const mux_result_t result = objects.finish();
  if (result == mux_success) {
    readPrintf(printf);
  }
  return result;
}

// Formats as the driver does, with the strings of the executable.
void Launcher::readPrintf(std::span<const std::byte> buffer) {
  const auto strings = [&](uint32_t id) -> std::optional<std::string_view> {
    const char *text = nullptr;
    uint64_t length = 0;
    if (muxGetPrintfString(executable_, id, &text, &length) != mux_success) {
      return std::nullopt;
    }
    return std::string_view(text, length);
  };
  mux::formatPrintf(buffer, strings, [&](std::string_view text) { printed_ += text; });
}

}  // namespace compiler::cts
