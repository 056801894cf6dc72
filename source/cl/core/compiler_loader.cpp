#include "core/compiler_loader.h"

#include "core/context.h"
#include "core/profile.h"

#include <dlfcn.h>
#include <unistd.h>

#include <mutex>
#include <string>

#include "support/environment.h"

namespace cl {
namespace {

constexpr char fileName[] = "libkiln-compiler.so";

constinit std::mutex loadMutex;
constinit compiler::Library *loaded = nullptr;

}  // namespace

/// Beside the library that this function is in, unless the environment names another place.
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
  // Asked for with every list of extensions, and constant as they are.
  static const bool isThere = access(path().c_str(), R_OK) == 0;
  return isThere;
}

Result<compiler::Library *> CompilerLoader::load() {
  std::lock_guard guard(loadMutex);
  if (loaded) {
    return loaded;
  }
  const support::TraceSpan span("compiler", "load the compiler");
  void *handle = dlopen(path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    return Error{CL_COMPILER_NOT_AVAILABLE};
  }
  const auto getLibrary =
      reinterpret_cast<compiler::GetLibraryFunction>(dlsym(handle, compiler::getLibrarySymbol));
  loaded = getLibrary ? getLibrary(compiler::interfaceVersion) : nullptr;
  if (!loaded) {
    dlclose(handle);
    return Error{CL_COMPILER_NOT_AVAILABLE};
  }
  if (support::isTracing()) {
    loaded->observeSteps(&traceStep);
  }
  return loaded;
}

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

Error withoutCompiler(Context &context, std::string_view call, cl_int error) {
  context.report("Kiln: " + std::string(call) +
                 ": this driver is installed without its compiler, " + CompilerLoader::path());
  return Error{error};
}

}  // namespace cl
