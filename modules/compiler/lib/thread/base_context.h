// Defines BaseContext, the compiler context shared by all builds of one cl_context.
//
// Its lifetime bounds the lifetime of idle compile threads: an application without a context has no
// thread of the compiler.
#pragma once

#include "compiler/context.h"
#include "compiler/library.h"
#include "thread/compile_threads.h"

namespace compiler {

/// Implements Context for every target. Retains the compile threads of the process while it lives,
/// and installs LLVM's fatal-error handlers first. The destructor ends idle threads when it
/// releases the last user. Immutable after construction, so all members are thread-safe.
class BaseContext final : public Context {
 public:
  /// `library` must outlive the context.
  explicit BaseContext(Library &library);
  ~BaseContext() override;
  BaseContext(const BaseContext &) = delete;
  BaseContext &operator=(const BaseContext &) = delete;

  /// Returns the library of this context. Its build id goes to the helper process.
  Library &library() const { return library_; }

 private:
  Library &library_;
  CompileThreads &threads_;
};

}  // namespace compiler
