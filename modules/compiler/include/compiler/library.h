// The entry to libkiln-compiler.so: the object behind its one exported function.
//
// The driver loads the library at the first build (`dlopen`), asks for `getLibrarySymbol`, and
// works with the interfaces in include/compiler from there on. LLVM, Clang and lld are hidden
// inside, so an application with another LLVM in its process does not collide with them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "compiler/info.h"

namespace compiler {

/// The version of all classes in include/compiler; any change of a class raises it.
///
/// Driver and library are two files, and a broken installation can mix two builds. Calls through
/// the wrong virtual table would crash; the comparison turns this into a failed load.
inline constexpr uint32_t interfaceVersion = 10;

/// A callback for timing: tells of a step of a build after its end.
///
/// `category` is "step" or "pass", `name` the step's name, valid during the call. `start` and `end`
/// are nanoseconds of CLOCK_MONOTONIC. Called on the thread of the step, so several calls may run
/// at once.
using StepFunction = void (*)(const char *category, std::string_view name, uint64_t start,
                              uint64_t end);

/// The compiler library as an object: one per process, alive until the process ends, because the
/// library is never unloaded. Thread-safe.
class Library {
 public:
  virtual ~Library() = default;

  /// Identifies the code generator: two builds of the driver have equal texts exactly if they
  /// generate the same code. Caches use it as part of their keys. Not empty.
  virtual std::string_view buildId() const = 0;
  /// One Info for each target of the driver, with distinct names. Owned by the library.
  virtual std::span<Info *const> infos() const = 0;
  /// Creates the compiler's part of a cl_context. Never null.
  virtual std::unique_ptr<Context> createContext() = 0;
  /// Sets the callback for all builds of this process that begin later. Null ends the observation.
  virtual void observeSteps(StepFunction function) = 0;
  /// Returns a flag that turns true when the process begins to exit, before static objects made
  /// earlier than the first call are destroyed. The library itself may be used until the process is
  /// gone, so threads that compile need not end before.
  virtual const std::atomic<bool> &watchExit() = 0;
};

/// The type of `kiln_compiler_get_library`. Returns null if `version` is not interfaceVersion.
using GetLibraryFunction = Library *(*)(uint32_t version);
/// The type of `kiln_tool_main`: runs a tool ("clc", "muxc", ...) with the arguments of its main.
///
/// Returns the exit code, or 127 if no tool has this name. Tools live in the library, because they
/// share LLVM with it.
using ToolMainFunction = int (*)(const char *tool, int argc, const char *const *argv);

/// The names of the two exported functions.
inline constexpr char getLibrarySymbol[] = "kiln_compiler_get_library";
inline constexpr char toolMainSymbol[] = "kiln_tool_main";

}  // namespace compiler
