// What passes of a pipeline take, for the Library's observer (KILN_PROFILE).
#pragma once

#include <string>
#include <vector>

#include "compiler/library.h"
#include "llvm/IR/PassInstrumentation.h"

namespace compiler {

/// Lives as long as the callbacks. Does nothing if nobody observes.
class PassObserver {
 public:
  explicit PassObserver(llvm::PassInstrumentationCallbacks &callbacks);

 private:
  void begin();
  void end(llvm::StringRef pass);

  StepFunction observer_;
  llvm::PassInstrumentationCallbacks &callbacks_;
  std::vector<uint64_t> starts_;  ///< of the passes that run, the innermost last
};

}  // namespace compiler
