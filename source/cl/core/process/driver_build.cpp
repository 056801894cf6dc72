#include "core/process/driver_build.h"

#define XXH_INLINE_ALL
#include <dlfcn.h>
#include <xxhash.h>

#include <array>
#include <cstdio>

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

const DriverBuild &driverBuild() {
  static const auto *const build =
      new DriverBuild{support::buildIdOf(ownPath()), support::buildIdOf(CompilerLoader::path())};
  return *build;
}

std::string shortDriverBuild() {
  const std::string both = driverBuild().driver + ' ' + driverBuild().compiler;
  std::array<char, 9> text;
  std::snprintf(text.data(), text.size(), "%08x", XXH32(both.data(), both.size(), 0));
  return text.data();
}

}  // namespace cl
