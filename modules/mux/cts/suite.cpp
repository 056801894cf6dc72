// The registration, the devices and the seeded defect of the running suite.
#include "suite.h"

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "defects.h"
#include "mux/cts_compile.h"

namespace mux::cts {
namespace {

// Set once by run(), before GoogleTest lists the tests.
struct State {
  Registration registration;
  std::vector<mux_device_info_t> devices;
};

// A function's static: static constructors of test files already ask for the devices.
State &state() {
  static State instance;
  return instance;
}

// Lists the devices, first the number, then the handles. A target without a device fails the suite.
bool findDevices(State &s) {
  uint32_t count = 0;
  if (s.registration.getDeviceInfos(0, nullptr, &count) != mux_success) {
    return false;
  }
  s.devices.resize(count);
  uint32_t again = 0;
  return s.registration.getDeviceInfos(count, s.devices.data(), &again) == mux_success &&
         again == count && count != 0;
}

// Applies KILN_CTS_DEFECT. False for an unknown name.
bool seedDefect(State &s) {
  const char *name = std::getenv("KILN_CTS_DEFECT");
  if (!name || !*name) {
    return true;
  }
  s.devices.resize(1);
  s.devices[0] = withDefect(s.devices[0], name);
  return s.devices[0] != nullptr;
}

}  // namespace

const Registration &registration() {
  return state().registration;
}
const std::vector<mux_device_info_t> &devices() {
  return state().devices;
}

/// Patterns are those of the shell.
std::optional<std::string> skipReason(const std::string &test) {
  for (const Skip &skip : registration().skips) {
    if (fnmatch(skip.pattern.c_str(), test.c_str(), 0) == 0) {
      return skip.reason;
    }
  }
  return std::nullopt;
}

std::optional<Binary> compileWithLibrary(mux_device_info_t info, std::string_view source,
                                         std::string *log) {
  return compileOpenCLC(info->target, info->target_properties, source, log);
}

int run(int argc, char **argv, Registration registration) {
  State &s = state();
  s.registration = std::move(registration);
  if (!findDevices(s)) {
    std::fprintf(stderr, "%s: no device\n", s.registration.name.c_str());
    return 2;
  }
  if (!seedDefect(s)) {
    std::fprintf(stderr, "KILN_CTS_DEFECT: there is no such defect\n");
    return 2;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

}  // namespace mux::cts
