// The Context of every target: what the builds of one cl_context share.
#pragma once

#include "compiler/context.h"
#include "compiler/library.h"
#include "thread/compile_threads.h"

namespace compiler {

/// Keeps compile threads ready while it lives.
class BaseContext final : public Context {
 public:
  explicit BaseContext(Library &library);
  ~BaseContext() override;
  BaseContext(const BaseContext &) = delete;
  BaseContext &operator=(const BaseContext &) = delete;

  Library &library() const { return library_; }

 private:
  Library &library_;
  CompileThreads &threads_;
};

}  // namespace compiler
