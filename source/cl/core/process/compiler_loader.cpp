#include "core/process/compiler_loader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <mutex>
#include <string>

#include "support/environment.h"
#include "support/report_once.h"
#include "support/trace_events.h"

namespace cl {
namespace {

constexpr char fileName[] = "libkiln-compiler.so";

constinit std::mutex loadMutex;
constinit compiler::Library *loaded = nullptr;
constinit std::string *problemOfLoad = nullptr;

/// Opens the library at `path`. Returns null, with a sentence in `problem`, on failure.
compiler::Library *open(const std::string &path, std::string &problem) {
  if (access(path.c_str(), F_OK) != 0) {
    problem = "this driver is installed without its compiler, " + path;
    return nullptr;
  }
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    problem = "the compiler cannot be loaded: " + std::string(reason ? reason : path);
    return nullptr;
  }
  const auto getLibrary =
      reinterpret_cast<compiler::GetLibraryFunction>(dlsym(handle, compiler::getLibrarySymbol));
  compiler::Library *library = getLibrary ? getLibrary(compiler::interfaceVersion) : nullptr;
  if (!library) {
    dlclose(handle);
    problem = "the compiler " + path + " is of another build of Kiln";
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

/// CL 3.0 §5.8.4: CL_COMPILER_NOT_AVAILABLE.
Result<compiler::Library *> CompilerLoader::load() {
  std::lock_guard guard(loadMutex);
  if (loaded) {
    return loaded;
  }
  const support::TraceSpan span("compiler", "load the compiler");
  if (!problemOfLoad) {
    problemOfLoad = new std::string;
  }
  loaded = open(path(), *problemOfLoad);
  if (!loaded) {
    support::reportOnce(*problemOfLoad);
    return Error{CL_COMPILER_NOT_AVAILABLE};
  }
  if (support::isTracing()) {
    loaded->observeSteps(&traceStep);
  }
  return loaded;
}

/// CL 3.0 §5.8.4: CL_COMPILER_NOT_AVAILABLE if the library knows no such target.
Result<compiler::Info *> CompilerLoader::infoOf(const char *target) {
  auto library = load();
  if (!library) {
    return library.error();
  }
  for (compiler::Info *info : (*library)->infos()) {
    if (info->name() == target) {
      return info;
    }
  }
  return Error{CL_COMPILER_NOT_AVAILABLE};
}

std::string CompilerLoader::problem() {
  std::lock_guard guard(loadMutex);
  return problemOfLoad ? *problemOfLoad : std::string();
}

}  // namespace cl
