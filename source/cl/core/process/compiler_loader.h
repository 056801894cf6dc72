// Finding and opening libkiln-compiler.so, at the first build that needs it.
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
  /// Where the library's file is looked for.
  static std::string path();

  /// Whether the library's file is where it would be looked for; loads nothing.
  static bool isInstalled();

  /// The library, opened if it is not yet; CL_COMPILER_NOT_AVAILABLE if there is none or it is of
  /// another version: standard error is told once. Never closed: the library asks to stay
  /// (-z nodelete).
  static Result<compiler::Library *> load();

  /// Why load() failed the last time: a sentence with the path of the file.
  static std::string problem();

  /// The part of it that compiles for a target; CL_COMPILER_NOT_AVAILABLE if it has none.
  static Result<compiler::Info *> infoOf(const char *target);

  /// Held while the library is opened; forks wait for it.
  static std::mutex &mutex();
};

}  // namespace cl
