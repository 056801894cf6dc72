// Redirects LLVM's ways to end the process to abandonJob().
//
// LLVM, Clang and lld call their fatal-error handlers, abort, exit or _exit when they cannot go on.
// In an application's process each of these calls has to fail the build alone.
#pragma once

#include <atomic>

namespace compiler {

/// Installs LLVM's fatal-error and bad-allocation handlers, once per process. Thread-safe. The
/// wrapped functions of the C library (fatal_errors.cpp) need no installation.
void installFatalErrorHandlers();

/// Returns a flag that turns true when the process begins to exit. The first call registers the
/// handler: static objects constructed before it are destroyed later. Thread-safe.
const std::atomic<bool> &watchExit();

}  // namespace compiler
