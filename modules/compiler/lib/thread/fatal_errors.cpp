// Fatal errors of LLVM as failed builds
// -------------------------------------
// LLVM reports errors to its fatal-error and bad-allocation handlers when it cannot go on. In some
// places LLVM, Clang or lld call abort, exit or _exit themselves. The linker's --wrap
// (lib/CMakeLists.txt) redirects these calls to the __wrap_ functions below, in this library alone:
// the application's own calls are untouched.
//
// On a compile thread with a job, abandonJob() fails the job and never returns. On any other thread
// (command-line tools, static initialisation) it returns, and the call does as the C library
// defines.
//
// __cxa_atexit is wrapped for another reason, given at its definition.

#include "thread/fatal_errors.h"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "llvm/Support/ErrorHandling.h"
#include "thread/compile_threads.h"

namespace compiler {
namespace {

/// LLVM's handler of both kinds. If it returns, LLVM ends the process; so the reason goes to
/// standard error first.
void onFatalError(void *, const char *reason, bool) {
  abandonJob(reason);
  std::fprintf(stderr, "fatal error: %s\n", reason);
}

}  // namespace

void installFatalErrorHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onFatalError);
  });
}

extern "C" int __real___cxa_atexit(void (*)(void *), void *, void *);

/// The null handle: the handler belongs to no library, so no dlclose() calls it. This library is
/// never unloaded.
const std::atomic<bool> &watchExit() {
  static constinit std::atomic<bool> isExiting = false;
  static std::once_flag once;
  std::call_once(
      once, [] { __real___cxa_atexit([](void *) { isExiting.store(true); }, nullptr, nullptr); });
  return isExiting;
}

}  // namespace compiler

extern "C" {

/// The C library's functions under --wrap's names.
[[noreturn]] void __real_abort();
[[noreturn]] void __real_exit(int code);
[[noreturn]] void __real__exit(int code);

/// Replaces abort.
[[noreturn]] void __wrap_abort() {
  compiler::abandonJob("the compiler aborted");
  __real_abort();
}

/// Replaces exit.
[[noreturn]] void __wrap_exit(int code) {
  compiler::abandonJob("the compiler would have left the process");
  __real_exit(code);
}

/// Replaces _exit.
[[noreturn]] void __wrap__exit(int code) {
  compiler::abandonJob("the compiler would have left the process");
  __real__exit(code);
}

// Replaces the registration of static destructors; they never run. An application may exit while
// another of its threads builds, and the build still uses LLVM's static objects. Tools have to
// flush their output before they return from main.
int __wrap___cxa_atexit(void (*)(void *), void *, void *) {
  return 0;
}

}  // extern "C"
