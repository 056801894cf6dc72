#include "core/commands/late_choice.h"

namespace cl {
namespace {

/// A launch that may get other code. Immutable, and used by the one thread that starts its command.
class LateChoice {
 public:
  /// Copies the arguments of the range. `chosen` is the code of the launch up to now.
  LateChoice(KernelCode &code, const LaunchCode &chosen, const mux_ndrange_t &range,
             uint64_t dynamicLocalSize)
      : code_(&code),
        key_(*chosen.later),
        values_(chosen.values),
        recorded_(chosen.kernel),
        range_(range),
        dynamicLocalSize_(dynamicLocalSize),
        arguments_(range.arguments, range.arguments + range.argument_count) {
    for (mux_argument_t &argument : arguments_) {
      if (argument.type == mux_argument_value) {
        const auto *bytes = static_cast<const std::byte *>(argument.value.bytes);
        argument.value.bytes = bytes_.emplace_back(bytes, bytes + argument.value.size).data();
      }
    }
    range_.arguments = arguments_.data();
  }
  LateChoice(const LateChoice &) = delete;

  /// Records the command anew if there is other code by now that can run the launch.
  Status run(Command &command) const {
    const Ref<LoadedKernel> other = code_->lateVariant(key_, values_);
    if (!other || other == recorded_ || !canRun(*other) || record(command, other)) {
      return success();
    }
    return record(command, recorded_);
  }

 private:
  /// Repeats the checks of the enqueue that depend on the code.
  bool canRun(LoadedKernel &variant) const {
    const uint64_t items = range_.local_size[0] * range_.local_size[1] * range_.local_size[2];
    uint64_t most = 0;
    return code_->subGroupSize(variant) == code_->subGroupSize(*recorded_) &&
           muxQueryMaxWorkGroupSize(variant.mux(), dynamicLocalSize_, &most) == mux_success &&
           items <= most;
  }

  Status record(Command &command, const Ref<LoadedKernel> &kernel) const {
    auto commands = command.record();
    if (!commands) {
      return commands.error();
    }
    mux_result_t result = muxResetCommandBuffer(*commands);
    if (result == mux_success) {
      result = muxCommandNDRange(*commands, kernel->mux(), &range_);
    }
    if (result == mux_success) {
      result = muxFinalizeCommandBuffer(*commands);
    }
    if (result == mux_success) {
      const uint64_t *size = range_.global_size;
      command.recording().keepOnce(*kernel);
      command.measure(*kernel, {size[0] * size[1] * size[2], values_});
    }
    return fromMux(result);
  }

  Ref<KernelCode> code_;
  VariantKey key_;
  uint64_t values_;  // Work::values
  Ref<LoadedKernel> recorded_;
  mux_ndrange_t range_;
  uint64_t dynamicLocalSize_;
  std::vector<mux_argument_t> arguments_;
  // The bytes of arguments that are values.
  std::vector<std::vector<std::byte>> bytes_;
};

}  // namespace

void chooseLater(Command &command, const Kernel &kernel, KernelCode &code, const LaunchCode &chosen,
                 const mux_ndrange_t &range) {
  if (command.queue()->recorder() || range.printf_buffer || command.profile().isCounting()) {
    return;
  }
  const auto choice = std::make_shared<LateChoice>(code, chosen, range, kernel.dynamicLocalSize());
  command.recording().onStart([choice](Command &started) { return choice->run(started); });
}

}  // namespace cl
