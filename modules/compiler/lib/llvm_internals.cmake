# Everything in Kiln that depends on LLVM's insides, with the damage if LLVM changes.
#
# LLVM has no public hook for the following, so the link of libkiln-compiler.so redirects functions
# with the linker's --wrap: calls of `f` go to Kiln's `__wrap_f`, and `__real_f` is the original one.
# It acts on this library alone, not on the application. The linker says nothing about a --wrap of an
# unknown symbol: after a rename in LLVM the redirection would simply be gone. The test
# `llvm-internals` (test/compiler/shared_library/llvm_internals_test.py) fails then and points here. Run it first
# with each new release.
#
# 1. abort, exit, _exit (thread/fatal_errors.cpp). LLVM's public handlers (install_fatal_error_handler,
#    install_bad_alloc_error_handler) cover report_fatal_error and allocation. But llvm_unreachable,
#    lld's exitLld and some of Clang's code call the C library. Without the wrap such a call ends the
#    application's process instead of failing one build.
# 2. __cxa_atexit (thread/fatal_errors.cpp). LLVM registers destructors of static objects, and has no
#    switch against it outside of its own build (-fno-c++-static-destructors). Without the wrap an
#    application that leaves main() while another thread builds crashes at random.
set(kiln_wrapped abort exit _exit __cxa_atexit)

# 3. llvm::FileOutputBuffer::create(StringRef, size_t, unsigned) (codegen/elf_linker.cpp). lld writes
#    its output through it, and has no interface for an output in memory: its check of the output
#    file refuses a memfd, and a pipe needs a thread. Without the wrap each build writes a file
#    "binary" into the application's current folder, and linkBinary() fails with "the link of the
#    binary failed", because its result is empty.
list(APPEND kiln_wrapped _ZN4llvm16FileOutputBuffer6createENS_9StringRefEmj)

# 4. llvm::allocate_buffer and llvm::deallocate_buffer (thread/buffer_cache.cpp). They serve LLVM's
#    allocators and hash tables. Without the wraps builds are correct, and slower after the first one
#    of a process (doc/decisions/appendix/006.md). A sanitizer checks these buffers itself. The two
#    belong together: one of them alone would free memory with the wrong function.
if(NOT KILN_SANITIZE)
  list(APPEND kiln_wrapped _ZN4llvm15allocate_bufferEmm _ZN4llvm17deallocate_bufferEPvmm)
endif()

# 5. The names of hot functions (shared_library/hot_functions.txt). A renamed function costs page
#    faults and nothing else; the test `hot-functions` fails when a tenth of the names is unknown.
# 6. Clang's table of OpenCL extensions (clang/Basic/OpenCLExtensions.def, frontend/invocation.cpp).
#    The header is public, its macros are not stable. A change does not compile, or fails the test
#    `MacrosTest.extensionsBeginWithTheirVersion`.

set_property(GLOBAL PROPERTY KILN_WRAPPED ${kiln_wrapped})
list(TRANSFORM kiln_wrapped PREPEND "-Wl,--wrap=" OUTPUT_VARIABLE kiln_wrap_options)
