#include "core/build/on_demand_code.h"

#include <cstdio>
#include <initializer_list>
#include <utility>

#include "core/build/build.h"
#include "support/environment.h"

namespace cl {
namespace {

/// Returns the choice that a variable names; the first one, with a message, for an unknown name.
template <class T>
T choiceOf(const char *variable, const std::string &text,
           std::initializer_list<std::pair<std::string_view, T>> choices) {
  for (const auto &[name, choice] : choices) {
    if (text == name) {
      return choice;
    }
  }
  std::fprintf(stderr, "kiln: %s=%s is not understood and is ignored\n", variable, text.c_str());
  return choices.begin()->second;
}

/// Time for first launches in baseline code, without the background beside them. A launch that
/// needs optimised code does not wait for it.
constexpr std::chrono::milliseconds patience(20);

}  // namespace

BaselineUse baselineUse() {
  static const auto use = choiceOf<BaselineUse>("KILN_BASELINE", support::environment().baseline,
                                                {{"auto", BaselineUse::whileWaiting},
                                                 {"never", BaselineUse::never},
                                                 {"always", BaselineUse::always}});
  return use;
}

GenerateTime generateTime() {
  static const auto time = choiceOf<GenerateTime>("KILN_GENERATE", support::environment().generate,
                                                  {{"create", GenerateTime::create},
                                                   {"launch", GenerateTime::launch},
                                                   {"build", GenerateTime::build}});
  return time;
}

void CodeJob::run() {
  if (kernel_.empty()) {
    build_.openBaselines();
  }
  code_ = kernel_.empty()                                ? build_.generateAll()
          : variant_ == compiler::CodeVariant::optimized ? build_.generate(kernel_)
                                                         : build_.generateBaseline(kernel_);
}

Ref<RefCounted> CodeJob::lockOwner() {
  return build_.tryRetain() ? Ref<RefCounted>::adopt(&build_) : Ref<RefCounted>();
}

OnDemandCode::~OnDemandCode() {
  if (!isOn()) {
    return;
  }
  JobQueue &queue = JobQueue::instance();
  queue.cancel(*whole_);
  for (const auto &[name, job] : kernels_) {
    queue.cancel(*job);
  }
}

void OnDemandCode::begin(const compiler::ProgramInfo &info, bool areSeparable) {
  whole_ = make<CodeJob>(build_, std::string());
  if (areSeparable && info.kernels.size() > 1) {
    for (const compiler::KernelInfo &kernel : info.kernels) {
      kernels_.try_emplace(kernel.name, make<CodeJob>(build_, kernel.name));
    }
  }
  beginBaselines(info);
}

/// Kernels that are compiled together share variables: one of them with code of its own would have
/// other variables. The compiler refuses to compile it alone then.
void OnDemandCode::beginBaselines(const compiler::ProgramInfo &info) {
  if (generateTime() != GenerateTime::create || support::environment().deferred ||
      baselineUse() == BaselineUse::never) {
    return;
  }
  for (const compiler::KernelInfo &kernel : info.kernels) {
    if (kernel.baselineItems != 0) {
      Baseline &baseline = baselines_[kernel.name];
      baseline.job = make<CodeJob>(build_, kernel.name, compiler::CodeVariant::baseline);
      baseline.itemsLeft = kernel.baselineItems;
    }
  }
}

void OnDemandCode::start(CachedBuild entry) {
  entry_ = std::move(entry);
  inBackground_ =
      isOn() && generateTime() == GenerateTime::create && !support::environment().deferred;
}

CodeJob &OnDemandCode::jobOf(std::string_view kernel) const {
  const auto found = kernels_.find(kernel);
  return found == kernels_.end() ? *whole_ : *found->second;
}

void OnDemandCode::open(Baseline &baseline, std::string_view kernel) {
  std::call_once(baseline.opened, [&] {
    if (auto made = build_.kernel(kernel)) {
      baseline.compiler = std::move(*made);
    }
  });
}

void OnDemandCode::openBaselines() {
  for (auto &[kernel, baseline] : baselines_) {
    open(baseline, kernel);
  }
}

compiler::Kernel *OnDemandCode::baselineCompiler(std::string_view kernel) {
  const auto found = baselines_.find(kernel);
  if (found == baselines_.end()) {
    return nullptr;
  }
  open(found->second, kernel);
  return found->second.compiler.get();
}

void OnDemandCode::announce(std::string_view kernel) {
  if (inBackground_ && !build_.isLost()) {
    JobQueue::instance().add(Ref<Job>(&jobOf(kernel)),
                             baselines_.contains(kernel) ? patience : std::chrono::milliseconds());
  }
}

Result<Ref<Executable>> OnDemandCode::finish(CodeJob &job) {
  if (build_.isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  JobQueue::instance().finish(job);
  return job.code();
}

bool OnDemandCode::isWholeReady() const {
  return !build_.isLost() && JobQueue::hasEnded(*whole_) && whole_->code();
}

/// Code of the whole program serves all kernels.
Result<Ref<Executable>> OnDemandCode::codeOf(std::string_view kernel) {
  CodeJob &job = jobOf(kernel);
  return finish(isWholeReady() && !JobQueue::hasEnded(job) ? *whole_ : job);
}

/// A failure stays hidden: codeOf() reports what is wrong with the kernel.
Ref<Executable> OnDemandCode::baselineOf(std::string_view kernel, uint64_t items) {
  const auto found = baselines_.find(kernel);
  if (found == baselines_.end() || build_.isLost()) {
    return nullptr;
  }
  auto &job = found->second.job;
  auto &itemsLeft = found->second.itemsLeft;
  if (baselineUse() != BaselineUse::always) {
    if (isWholeReady() || JobQueue::hasEnded(jobOf(kernel)) ||
        (!JobQueue::hasEnded(*job) && entry_.findKernel(kernel))) {
      return nullptr;
    }
    uint64_t left = itemsLeft;
    do {
      if (left < items) {
        return nullptr;
      }
    } while (!itemsLeft.compare_exchange_weak(left, left - items));
  }
  auto code = finish(*job);
  return code ? std::move(*code) : nullptr;
}

Result<Ref<Executable>> OnDemandCode::codeOfAll() {
  return finish(*whole_);
}

void OnDemandCode::addToLog(std::string_view lines) {
  std::lock_guard guard(logMutex_);
  if (log_.find(lines) == std::string::npos) {
    log_ += lines;
  }
}

std::string OnDemandCode::log() const {
  std::lock_guard guard(logMutex_);
  return log_;
}

}  // namespace cl
