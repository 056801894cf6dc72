// Finds and opens libkiln-compiler.so at the first build in need of it.
//
// The compiler is a library of its own, opened with dlopen: the driver holds no LLVM. An
// application that builds nothing, or loads binaries, needs neither the library nor its memory.
#pragma once

#include <mutex>
#include <string>

#include "compiler/library.h"

namespace cl {

/// The compiler library of this process. Thread-safe: a mutex guards loading. Programs that build
/// nothing never load it, which saves them its start-up time and memory.
class CompilerLoader {
 public:
  /// Returns the path where the library is looked for: beside this library, unless
  /// KILN_COMPILER_LIBRARY names another one.
  static std::string path();

  /// Tells if the library's file exists; loads nothing. The answer never changes within a process:
  /// extensions and versions of devices depend on it.
  static bool isInstalled();

  /// Returns the library, opened at the first call. If it is missing or of another version,
  /// compiler::Error::notAvailable with a sentence and the file's path; standard error gets it
  /// once. The library stays loaded (-z nodelete).
  static compiler::Result<compiler::Library *> load();

  /// The lock of load(). Forks hold it (process.h), so that a child can load the library.
  static std::mutex &mutex();
};

}  // namespace cl
