#include "core/process/compiler_loader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <utility>

#include "support/environment.h"
#include "support/report_once.h"
#include "support/trace_events.h"

namespace cl {
namespace {

constexpr char fileName[] = "libkiln-compiler.so";

constinit std::mutex loadMutex;
constinit compiler::Library *loaded = nullptr;

compiler::Failure notAvailable(std::string problem) {
  return {compiler::Error::notAvailable, std::move(problem)};
}

/// Opens the library at `path`.
compiler::Result<compiler::Library *> open(const std::string &path) {
  if (access(path.c_str(), F_OK) != 0) {
    return notAvailable("this driver is installed without its compiler, " + path);
  }
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return notAvailable("the compiler cannot be loaded: " + std::string(reason ? reason : path));
  }
  const auto getLibrary =
      reinterpret_cast<compiler::GetLibraryFunction>(dlsym(handle, compiler::getLibrarySymbol));
  compiler::Library *library = getLibrary ? getLibrary(compiler::interfaceVersion) : nullptr;
  if (!library) {
    dlclose(handle);
    return notAvailable("the compiler " + path + " is of another build of Kiln");
  }
  return library;
}

/// compiler::StepFunction: hands a step or a pass of a build to KILN_PROFILE.
void traceStep(const char *category, std::string_view name, uint64_t start, uint64_t end) {
  support::trace(category, name, start, end);
}

}  // namespace

/// Returns the path beside this library, unless the environment names another.
std::string CompilerLoader::path() {
  if (const auto &path = support::environment().compilerLibrary; !path.empty()) {
    return path;
  }
  Dl_info self = {};
  if (!dladdr(reinterpret_cast<const void *>(&CompilerLoader::isInstalled), &self) ||
      !self.dli_fname) {
    return {};
  }
  const std::string path = self.dli_fname;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? fileName : path.substr(0, slash + 1) + fileName;
}

std::mutex &CompilerLoader::mutex() {
  return loadMutex;
}

bool CompilerLoader::isInstalled() {
  // Every list of extensions asks; the answer must not change between them.
  static const bool isThere = access(path().c_str(), R_OK) == 0;
  return isThere;
}

compiler::Result<compiler::Library *> CompilerLoader::load() {
  std::lock_guard guard(loadMutex);
  if (loaded) {
    return loaded;
  }
  const support::TraceSpan span("compiler", "load the compiler");
  auto opened = open(path());
  if (!opened) {
    support::reportOnce(opened.error().message);
    return opened;
  }
  loaded = *opened;
  if (support::isTracing()) {
    loaded->observeSteps(&traceStep);
  }
  return loaded;
}

}  // namespace cl
