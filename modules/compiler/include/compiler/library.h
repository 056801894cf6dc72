// The door of libkiln-compiler.so: what its one exported function hands over.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "compiler/info.h"

namespace compiler {

/// Raised whenever a class of include/compiler changes.
inline constexpr uint32_t interfaceVersion = 9;

/// Told of something in a build when it is over: `category` is "step" or "pass", the times are
/// nanoseconds of the monotonic clock. Called on the thread that did it; many at once.
using StepFunction = void (*)(const char *category, std::string_view name, uint64_t start,
                              uint64_t end);

/// A process has one, alive until the process ends (the library is never unloaded).
/// Thread-safe.
class Library {
 public:
  virtual ~Library() = default;

  /// Equal exactly for builds of the driver that generate the same code.
  virtual std::string_view buildId() const = 0;
  virtual std::span<Info *const> infos() const = 0;
  virtual std::unique_ptr<Context> createContext() = 0;
  /// Of the builds that begin later, in this process; null is none.
  virtual void observeSteps(StepFunction function) = 0;
};

/// `kiln_compiler_get_library`: null if `version` is not interfaceVersion.
using GetLibraryFunction = Library *(*)(uint32_t version);
/// `kiln_tool_main`: runs a tool ("clc", "muxc", ...) with the arguments of its main; the
/// exit code, or 127 if there is no such tool.
using ToolMainFunction = int (*)(const char *tool, int argc, const char *const *argv);

inline constexpr char getLibrarySymbol[] = "kiln_compiler_get_library";
inline constexpr char toolMainSymbol[] = "kiln_tool_main";

}  // namespace compiler
