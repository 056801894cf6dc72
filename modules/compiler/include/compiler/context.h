// What the builds of one cl_context share.
#pragma once

namespace compiler {

/// Thread-safe; takes no lock that a build holds while it compiles.
class Context {
 public:
  virtual ~Context() = default;
};

}  // namespace compiler
