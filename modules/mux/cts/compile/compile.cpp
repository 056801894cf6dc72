// OpenCL C to a binary through libkiln-compiler.so, as the driver does it.
//
// A suite for a target proves code and launches together, so it compiles as the driver does:
// through the compiler library's C++ interface, without the API above it. Both suites, for mux and
// for HALs, use this function.
//
// Each failure ends in an empty result and a text in `log`; nothing is printed. The library is
// opened at each call, which is cheap once it is loaded. The language is always OpenCL C 3.0, so
// that programs may use each feature of the device.
#include <dlfcn.h>

#include "compiler/library.h"
#include "mux/cts_compile.h"
#include "support/environment.h"

namespace mux::cts {
namespace {

// Loads the library named by KILN_COMPILER_LIBRARY; it stays loaded. Null with a reason in `log` on
// failure.
compiler::Library *openLibrary(std::string *log) {
  const std::string &path = support::environment().compilerLibrary;
  if (path.empty()) {
    *log = "KILN_COMPILER_LIBRARY is not set";
    return nullptr;
  }
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  // A null handle leaves its reason in dlerror().
  void *symbol = handle ? dlsym(handle, compiler::getLibrarySymbol) : nullptr;
  if (!symbol) {
    *log = dlerror();
    return nullptr;
  }
  auto *library =
      reinterpret_cast<compiler::GetLibraryFunction>(symbol)(compiler::interfaceVersion);
  if (!library) {
    *log = path + " has another version of the interface";
  }
  return library;
}

// Returns the compiler half of this name, or null.
compiler::Info *findInfo(compiler::Library &library, std::string_view target) {
  for (compiler::Info *info : library.infos()) {
    if (info->name() == target) {
      return info;
    }
  }
  return nullptr;
}

// Goes through all steps of a build. A failure puts its message and the module's log into `log`.
std::optional<std::vector<std::byte>> build(compiler::Module &module, std::string_view source,
                                            std::string *log) {
  // The message first, then all that the compiler has said.
  const auto failed = [&](const compiler::Failure &failure) {
    *log = failure.message + "\n" + std::string(module.log());
    return std::nullopt;
  };
  if (auto result = module.parseOptions("-cl-std=CL3.0", compiler::OptionsMode::build); !result) {
    return failed(result.error());
  }
  if (auto result = module.compileOpenCLC(source, {}); !result) {
    return failed(result.error());
  }
  if (auto result = module.link({}, false); !result) {
    return failed(result.error());
  }
  if (auto result = module.finalize(); !result) {
    return failed(result.error());
  }
  auto binary = module.createBinary();
  if (!binary) {
    return failed(binary.error());
  }
  return std::move(*binary);
}

}  // namespace

// A context for each call: suites compile little, and no test depends on another one.
std::optional<std::vector<std::byte>> compileOpenCLC(std::string_view targetName,
                                                     std::string_view properties,
                                                     std::string_view source, std::string *log) {
  compiler::Library *library = openLibrary(log);
  if (!library) {
    return std::nullopt;
  }
  compiler::Info *half = findInfo(*library, targetName);
  if (!half) {
    *log = "the library has no compiler half for " + std::string(targetName);
    return std::nullopt;
  }
  // Target and module end before it, in the opposite order of their creation.
  const auto context = library->createContext();
  auto target = half->createTarget(*context, properties);
  if (!target) {
    *log = target.error().message;
    return std::nullopt;
  }
  const auto module = (*target)->createModule();
  return build(*module, source, log);
}

}  // namespace mux::cts
