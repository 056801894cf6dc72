// The runtime half: the in-process device with a scratchpad and an engine.

#include <sys/auxv.h>

#include <string>

#include "engine.h"
#include "hal/inprocess.h"
#include "hal/target.h"
#include "hooks/properties.h"
#include "mux/target_support/process.h"
#include "mux/target_support/target_properties.h"

namespace hooks {
namespace {

hal::InProcessConfiguration configuration() {
  static const std::string targetProperties =
      mux::formatTargetProperties(mux::baselineProperties());
  return {
      .name = "Kiln device with hooks",
      .targetProperties = targetProperties.c_str(),
      .workers = workers,
      .localMemorySize = scratchpadSize,
      .scratchpadSize = scratchpadSize,
  };
}

const hal_t &inner() {
  return *hal::inProcessHal<configuration>();
}

/// CRC-32C is an instruction taken for granted by the target's code generation.
bool hasInstruction() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("sse4.2");
#else
  constexpr unsigned long hwcapCrc32 = 1 << 7;
  return getauxval(AT_HWCAP) & hwcapCrc32;
#endif
}

hal_result_t getInfo(const hal_info_t **info) {
  return hasInstruction() ? inner().get_info(info) : hal_error_unsupported;
}

hal_result_t open(hal_device_t *device) {
  const hal_result_t result = Engine::instance().open();
  if (result != hal_success) {
    return result;
  }
  const hal_result_t opened = inner().open(device);
  if (opened != hal_success) {
    Engine::instance().close();
  }
  return opened;
}

/// In a forked child there is no engine to stop.
void close(hal_device_t device) {
  static const uint32_t generation = mux::processGeneration();
  inner().close(device);
  if (generation == mux::processGeneration()) {
    Engine::instance().close();
  }
}

hal_result_t launch(hal_device_t device, const hal_launch_t *launch, hal_job_t *job) {
  Engine::instance().beginJob();
  const hal_result_t result = inner().launch(device, launch, job);
  if (result != hal_success) {
    Engine::instance().endJob();
  }
  return result;
}

hal_result_t wait(hal_device_t device, hal_job_t job, uint64_t timeout, hal_job_result_t *result) {
  const hal_result_t state = inner().wait(device, job, timeout, result);
  if (state != hal_not_ready) {
    Engine::instance().endJob();
  }
  return state;
}

const hal_t *hal() {
  static const hal_t table = [] {
    hal_t made = inner();
    made.get_info = getInfo;
    made.open = open;
    made.close = close;
    made.launch = launch;
    made.wait = wait;
    return made;
  }();
  return &table;
}

}  // namespace
}  // namespace hooks

extern "C" mux_result_t kiln_hooks_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                    uint32_t *count) {
  static auto *target = new hal::Target({
      .name = hooks::targetName,
      .hal = hooks::hal(),
      .kernelExtensions = hooks::kernelExtensions,
      .kernelFeatures = hooks::kernelFeatures,
      .maxWorkGroupSize = hooks::maxWorkGroupSize,
  });
  return target->deviceInfos(capacity, infos, count);
}
