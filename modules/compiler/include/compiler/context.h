// The compiler's part of a cl_context: the state shared by all builds of one context.
//
// Its threads and its pool of target machines serve every program of the context. Two contexts
// share nothing, so the end of one does not disturb the builds of another.
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
