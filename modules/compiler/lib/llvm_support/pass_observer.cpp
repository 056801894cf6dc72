// Times of passes, by LLVM's pass instrumentation. Passes nest (a manager runs an adaptor, which
// runs a pass), so start times form a stack. A skipped pass has no start: the "before" callback is
// the one for passes that really run.

#include "llvm_support/pass_observer.h"

#include "llvm_support/step_timer.h"

namespace compiler {
namespace {

/// Nanoseconds below which a pass is not reported: a pipeline runs thousands of passes without
/// work.
constexpr uint64_t leastTime = 10'000;  // nanoseconds

/// Returns a pass's class name without namespaces, for passes without a registered name.
std::string shortName(llvm::StringRef name) {
  std::string text = name.str();
  for (const std::string_view space :
       {"(anonymous namespace)::", "compiler::passes::", "compiler::vecz::", "llvm::"}) {
    for (size_t at; (at = text.find(space)) != std::string::npos;) {
      text.erase(at, space.size());
    }
  }
  return text;
}

/// Returns true for pass managers and adaptors, whose time is the sum of their passes.
bool isContainer(llvm::StringRef name) {
  return name.starts_with("PassManager<") || name.ends_with("PassAdaptor");
}

}  // namespace

PassObserver::PassObserver(llvm::PassInstrumentationCallbacks &callbacks)
    : observer_(stepFunction()), callbacks_(callbacks) {
  if (!observer_) {
    return;
  }
  callbacks.registerBeforeNonSkippedPassCallback(
      [this](llvm::StringRef, const llvm::Any &) { begin(); });
  callbacks.registerAfterPassCallback([this](llvm::StringRef pass, const llvm::Any &,
                                             const llvm::PreservedAnalyses &) { end(pass); });
  callbacks.registerAfterPassInvalidatedCallback(
      [this](llvm::StringRef pass, const llvm::PreservedAnalyses &) { end(pass); });
}

void PassObserver::begin() {
  starts_.push_back(stepNow());
}

void PassObserver::end(llvm::StringRef pass) {
  if (starts_.empty()) {
    return;
  }
  const uint64_t start = starts_.back(), now = stepNow();
  starts_.pop_back();
  if (now - start >= leastTime && !isContainer(pass)) {
    const llvm::StringRef name = callbacks_.getPassNameForClassName(pass);
    observer_("pass", name.empty() ? shortName(pass) : name.str(), start, now);
  }
}

}  // namespace compiler
