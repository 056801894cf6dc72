// Reports the time of each pass to the library's observer, for KILN_PROFILE.
//
// LLVM's own -time-passes prints sums at the end of a process; a driver in an application's process
// needs single events with start and end.
#pragma once

#include <string>
#include <vector>

#include "compiler/library.h"
#include "llvm/IR/PassInstrumentation.h"

namespace compiler {

/// Registers callbacks before and after each pass, and must live as long as they do. Does nothing
/// if no observer is set when it is constructed. Used on one thread, like the pipeline itself.
///
///   llvm::PassInstrumentationCallbacks callbacks;
///   const PassObserver observer(callbacks);
///   AnalysisManagers managers(&machine, &callbacks);  // runs passes with these callbacks
class PassObserver {
 public:
  /// `callbacks` are the instrumentation of one pipeline and must outlive this object.
  explicit PassObserver(llvm::PassInstrumentationCallbacks &callbacks);

 private:
  /// Notes the start of a pass; passes nest in managers and adaptors.
  void begin();
  /// Reports the innermost pass that has started, unless it was short or a mere container. Called
  /// with the class's name.
  void end(llvm::StringRef pass);

  StepFunction observer_;                          ///< null if nobody observes
  llvm::PassInstrumentationCallbacks &callbacks_;  ///< knows the passes' registered names
  std::vector<uint64_t>
      starts_;  ///< start times of the running passes, innermost last; nanoseconds
};

}  // namespace compiler
