#include "core/process/driver_build.h"

#define XXH_INLINE_ALL
#include <dlfcn.h>
#include <xxhash.h>

#include <array>
#include <cstdio>
#include <mutex>

#include "core/process/compiler_loader.h"
#include "support/elf_build_id.h"

namespace cl {
namespace {

/// Returns the file of the library or program around this function.
std::string ownPath() {
  Dl_info self = {};
  const bool isFound = dladdr(reinterpret_cast<const void *>(&driverBuild), &self) != 0;
  return isFound && self.dli_fname ? self.dli_fname : "";
}

}  // namespace

// Forks hold the loader's lock (Platform::Platform). A static variable with an initialiser has a
// lock of its own: a child of a fork during the first call would wait for it for ever.
const DriverBuild &driverBuild() {
  static constinit const DriverBuild *build = nullptr;
  const std::lock_guard guard(CompilerLoader::mutex());
  if (!build) {
    build =
        new DriverBuild{support::buildIdOf(ownPath()), support::buildIdOf(CompilerLoader::path())};
  }
  return *build;
}

std::string shortDriverBuild() {
  const std::string both = driverBuild().driver + ' ' + driverBuild().compiler;
  std::array<char, 9> text;
  std::snprintf(text.data(), text.size(), "%08x", XXH32(both.data(), both.size(), 0));
  return text.data();
}

}  // namespace cl
