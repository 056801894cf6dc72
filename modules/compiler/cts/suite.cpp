#include "suite.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "defects.h"
#include "support/environment.h"

namespace compiler::cts {
namespace {

// Set by run() before the first test.
struct State {
  Registration registration;
  Library *library = nullptr;
  Info *info = nullptr;
  std::vector<std::string> variants;
  std::vector<mux_device_info_t> devices;
};

// A function's static: GoogleTest lists the parameters while tests are registered.
State &state() {
  static State instance;
  return instance;
}

// Each of these returns an empty text, or a message about the mistake.
// Loads the compiler library as the driver does: dlopen with all symbols at once.
std::string openLibrary(State &s) {
  const std::string &path = support::environment().compilerLibrary;
  if (path.empty()) {
    return "KILN_COMPILER_LIBRARY is not set";
  }
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = handle ? dlsym(handle, getLibrarySymbol) : nullptr;
  if (!symbol) {
    return dlerror();
  }
  s.library = reinterpret_cast<GetLibraryFunction>(symbol)(interfaceVersion);
  return s.library ? "" : path + " has another version of the interface";
}

// Finds the compiler half by the registered name.
std::string findInfo(State &s) {
  const auto infos = s.library->infos();
  const auto found = std::ranges::find(infos, s.registration.name, &Info::name);
  if (found == infos.end()) {
    return "the library has no compiler half of this name";
  }
  s.info = *found;
  return {};
}

// Lists the devices twice, first their number. No runtime half is no mistake.
std::string findDevices(State &s) {
  const auto get = s.registration.getDeviceInfos;
  if (!get) {
    return {};
  }
  uint32_t count = 0;
  uint32_t again = 0;
  if (get(0, nullptr, &count) != mux_success) {
    return "the devices cannot be listed";
  }
  s.devices.resize(count);
  const bool listed = get(count, s.devices.data(), &again) == mux_success && again == count;
  return listed && count != 0 ? "" : "the runtime half has no device";
}

// Applies KILN_CTS_DEFECT.
std::string seedDefect(State &s) {
  const char *name = std::getenv("KILN_CTS_DEFECT");
  if (!name || !*name) {
    return {};
  }
  s.info = withDefect(*s.info, name);
  return s.info ? "" : "KILN_CTS_DEFECT: there is no such defect";
}

// The default first, then registered texts, then those of the devices, without repetition.
void collectVariants(State &s) {
  const auto add = [&](const std::string &properties) {
    if (std::ranges::find(s.variants, properties) == s.variants.end()) {
      s.variants.push_back(properties);
    }
  };
  add("");
  std::ranges::for_each(s.registration.targetProperties, add);
  for (mux_device_info_t device : s.devices) {
    add(device->target_properties);
  }
}

}  // namespace

// Accessors of the state; valid once run() has set it.
const Registration &registration() {
  return state().registration;
}
Library &library() {
  return *state().library;
}
Info &info() {
  return *state().info;
}
const std::vector<std::string> &variants() {
  return state().variants;
}
const std::vector<mux_device_info_t> &devices() {
  return state().devices;
}

// Patterns are those of the shell (fnmatch).
std::optional<std::string> skipReason(const std::string &test) {
  for (const Skip &skip : registration().skips) {
    if (fnmatch(skip.pattern.c_str(), test.c_str(), 0) == 0) {
      return skip.reason;
    }
  }
  return std::nullopt;
}

int run(int argc, char **argv, Registration registration) {
  State &s = state();
  s.registration = std::move(registration);
  for (auto prepare : {openLibrary, findInfo, findDevices, seedDefect}) {
    if (const std::string problem = prepare(s); !problem.empty()) {
      std::fprintf(stderr, "%s: %s\n", s.registration.name.c_str(), problem.c_str());
      return 2;
    }
  }
  collectVariants(s);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

}  // namespace compiler::cts
