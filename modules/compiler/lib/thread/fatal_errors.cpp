// LLVM reports what it cannot handle to its fatal-error and bad-allocation handlers; in places
// it, Clang or lld call abort, exit or _exit themselves. The latter calls come here through
// the linker's --wrap (see CMakeLists.txt), which acts on this library alone: on a compile
// thread they fail the build, anywhere else (tools) they are what they were. The registration of
// static destructors is wrapped for a reason of its own, given there.

#include "thread/fatal_errors.h"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "llvm/Support/ErrorHandling.h"
#include "thread/compile_threads.h"

namespace compiler {
namespace {

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

}  // namespace compiler

extern "C" {

[[noreturn]] void __real_abort();
[[noreturn]] void __real_exit(int code);
[[noreturn]] void __real__exit(int code);

[[noreturn]] void __wrap_abort() {
  compiler::abandonJob("the compiler aborted");
  __real_abort();
}

[[noreturn]] void __wrap_exit(int code) {
  compiler::abandonJob("the compiler would have left the process");
  __real_exit(code);
}

[[noreturn]] void __wrap__exit(int code) {
  compiler::abandonJob("the compiler would have left the process");
  __real__exit(code);
}

// An application may leave while another of its threads builds, so nothing that LLVM keeps in
// static objects is ever destroyed. (Tools flush their output before they return.)
int __wrap___cxa_atexit(void (*)(void *), void *, void *) {
  return 0;
}

}  // extern "C"
