// The compiler's part of a cl_context: keeps compile threads ready for all builds of one context.
#pragma once

namespace compiler {

/// Created by Library::createContext, and alive longer than every Target made with it.
///
/// Thread-safe. A call never waits for a running compilation, because it takes no lock held by one.
class Context {
 public:
  virtual ~Context() = default;
};

}  // namespace compiler
