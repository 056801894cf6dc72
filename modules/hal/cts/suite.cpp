// The registration of the running suite, and the seeded defect.
#include "suite.h"

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "defects.h"
#include "mux/cts_compile.h"

namespace hal::cts {
namespace {

// Never destroyed: tests may use it until the process ends.
Registration &mutableRegistration() {
  static auto *const registration = new Registration;
  return *registration;
}

}  // namespace

const Registration &registration() {
  return mutableRegistration();
}

std::optional<std::string> skipReason(const std::string &test) {
  for (const Skip &skip : registration().skips) {
    if (fnmatch(skip.pattern.c_str(), test.c_str(), 0) == 0) {
      return skip.reason;
    }
  }
  return std::nullopt;
}

Compile compileFor(std::string target) {
  return [target](const hal_info_t &info, std::string_view source, std::string *log) {
    return mux::cts::compileOpenCLC(target, info.target_properties, source, log);
  };
}

int run(int argc, char **argv, Registration registered) {
  mutableRegistration() = std::move(registered);
  for (const hal_t *hal : registration().hals) {
    const hal_info_t *info = nullptr;
    if (!hal || hal->get_info(&info) != hal_success) {
      std::fprintf(stderr, "%s: no device\n", registration().name.c_str());
      return 2;
    }
  }
  const char *defect = std::getenv("KILN_HAL_CTS_DEFECT");
  if (defect && *defect) {
    const hal_t *faulty = withDefect(*registration().hals.front(), defect);
    if (!faulty) {
      std::fprintf(stderr, "KILN_HAL_CTS_DEFECT: there is no such defect\n");
      return 2;
    }
    mutableRegistration().hals = {faulty};
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

}  // namespace hal::cts
