// The Context of every target: what the builds of one cl_context share.
#pragma once

#include "compiler/context.h"
#include "compiler/library.h"

namespace compiler {

class BaseContext final : public Context {
 public:
  explicit BaseContext(Library &library) : library_(library) {}

  Library &library() const { return library_; }

 private:
  Library &library_;
};

}  // namespace compiler
