// Finds and opens libkiln-compiler.so at the first build in need of it.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "compiler/library.h"
#include "core/base/result.h"

namespace cl {

/// The compiler library of this process. Thread-safe.
class CompilerLoader {
 public:
  /// Returns the path where the library is looked for.
  static std::string path();

  /// Tells if the library's file exists; loads nothing.
  static bool isInstalled();

  /// Returns the library, opened at the first call. CL_COMPILER_NOT_AVAILABLE if it is missing or
  /// of another version; standard error says so once. The library stays loaded (-z nodelete).
  static Result<compiler::Library *> load();

  /// Returns the cause of the last failure of load(): a sentence with the file's path.
  static std::string problem();

  /// Returns the library's compiler for a target, or CL_COMPILER_NOT_AVAILABLE.
  static Result<compiler::Info *> infoOf(const char *target);

  /// The lock of load(). Forks hold it (process.h).
  static std::mutex &mutex();
};

}  // namespace cl
