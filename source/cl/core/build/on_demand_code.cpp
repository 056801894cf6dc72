#include "core/build/on_demand_code.h"

#include <cstdio>

#include "core/build/build.h"
#include "support/environment.h"

namespace cl {
namespace {

GenerateTime readGenerateTime() {
  const std::string &text = support::environment().generate;
  if (text == "build") {
    return GenerateTime::build;
  }
  if (text == "launch") {
    return GenerateTime::launch;
  }
  if (text != "create") {
    std::fprintf(stderr, "kiln: KILN_GENERATE=%s is not understood and is ignored\n", text.c_str());
  }
  return GenerateTime::create;
}

}  // namespace

GenerateTime generateTime() {
  static const GenerateTime time = readGenerateTime();
  return time;
}

void CodeJob::run() {
  code_ = kernel_.empty() ? build_.generateAll() : build_.generate(kernel_);
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

void OnDemandCode::announce(std::string_view kernel) {
  if (inBackground_ && !build_.isLost()) {
    JobQueue::instance().add(Ref<Job>(&jobOf(kernel)));
  }
}

Result<Ref<Executable>> OnDemandCode::finish(CodeJob &job) {
  if (build_.isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  JobQueue::instance().finish(job);
  return job.code();
}

/// Code of the whole program serves all kernels.
Result<Ref<Executable>> OnDemandCode::codeOf(std::string_view kernel) {
  CodeJob &job = jobOf(kernel);
  const JobQueue &queue = JobQueue::instance();
  const bool isWholeReady = !build_.isLost() && queue.hasEnded(*whole_) && whole_->code();
  return finish(isWholeReady && !queue.hasEnded(job) ? *whole_ : job);
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
