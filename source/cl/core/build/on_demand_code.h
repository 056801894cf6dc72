// Generates the code of a program's kernels when it is wanted, instead of at the build.
//
// A build on demand ends with the finalized module. Each kernel has a job then, or all kernels have
// one together: if there is only one, if they share variables, or if the target compiles whole
// programs (compiler::CodePlan). The first launch of a kernel, and queries that only code answers,
// want the kernel's job. clCreateKernel leaves it to the background (core/process/job_queue.h),
// which may have done it by then. CL_PROGRAM_BINARIES wants the job of all kernels.
//
// A launch of little work does not wait for that: baseline code (compiler::CodeVariant) is compiled
// in a fraction of the time, by a job of its own. Launches use it until the kernel's code is there,
// or until they have run for an eighth of the time that it takes.
//
//   build ends --> job of kernel a    --clCreateKernel--> in the background --launch--> code
//                  job of kernel b    --launch--> wanted --> code
//                  job of all kernels --CL_PROGRAM_BINARIES--> wanted --> container
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "compiler/kernel.h"
#include "compiler/program_info.h"
#include "core/build/build_cache.h"
#include "core/build/executable.h"
#include "core/process/job_queue.h"

namespace cl {

class Build;

/// The time of code generation for programs whose plan leaves the choice (KILN_GENERATE).
enum class GenerateTime : uint8_t {
  /// In the build, for all kernels.
  build,
  /// When a launch or a query needs it.
  launch,
  /// Likewise, or earlier in the background, once the kernel is created.
  create,
};
/// Returns the value of KILN_GENERATE. A wrong text is reported on standard error and ignored.
GenerateTime generateTime();

/// The launches that use baseline code (KILN_BASELINE).
enum class BaselineUse : uint8_t {
  never,
  /// Those of little work, until there is optimised code.
  whileWaiting,
  /// All of kernels whose work is known, for tests.
  always,
};
/// Returns the value of KILN_BASELINE. Likewise.
BaselineUse baselineUse();

/// Generates the code of one kernel, or of all, once. The code is read after the job's end.
class CodeJob final : public Job {
 public:
  /// An empty name stands for all kernels, with optimised code. The owner of the build cancels a
  /// job that the background may have before it ends.
  CodeJob(Build &build, std::string kernel,
          compiler::CodeVariant variant = compiler::CodeVariant::optimized)
      : build_(build), kernel_(std::move(kernel)), variant_(variant) {}

  /// Returns the code, or the error for the call that wants it.
  const Result<Ref<Executable>> &code() const { return code_; }

 private:
  void run() override;
  Ref<RefCounted> lockOwner() override;

  Build &build_;
  std::string kernel_;
  compiler::CodeVariant variant_;
  // The error stays after an exception. CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_OUT_OF_HOST_MEMORY.
  Result<Ref<Executable>> code_ = Error{CL_OUT_OF_HOST_MEMORY};
};

/// The jobs of a build. Inactive unless begin() is called. Immutable from start() on, except for
/// the jobs, which are thread-safe, and for the log, guarded by a mutex.
class OnDemandCode {
 public:
  /// Belongs to `build`, as a member of it.
  explicit OnDemandCode(Build &build) : build_(build) {}
  OnDemandCode(const OnDemandCode &) = delete;
  /// Cancels the jobs that do not run. A running one has a reference to the build, so there is
  /// none.
  ~OnDemandCode();

  /// Makes the jobs of a finalized program. `areSeparable`: each kernel has code of its own.
  void begin(const compiler::ProgramInfo &info, bool areSeparable);
  /// Stores the cache entry of the build. From here on kernels may be created.
  void start(CachedBuild entry);

  /// Tells if the code is generated on demand.
  bool isOn() const { return static_cast<bool>(whole_); }
  /// Tells if each kernel has code of its own.
  bool areSeparable() const { return !kernels_.empty(); }
  /// Returns the cache entry of the build.
  const CachedBuild &cacheEntry() const { return entry_; }

  /// Leaves a kernel's job to the background: a launch is likely. Does not wait. The program has
  /// the kernel.
  void announce(std::string_view kernel);
  /// Returns code that has the kernel, generated now unless it is there. CL_OUT_OF_RESOURCES if
  /// that fails; log() has the reason.
  Result<Ref<Executable>> codeOf(std::string_view kernel);
  /// Returns baseline code of the kernel for one more launch, generated now unless it is there.
  /// Null if the launch should use codeOf(): it is there or in the cache, or the launch has too
  /// many work-items (KILN_BASELINE).
  Ref<Executable> baselineOf(std::string_view kernel, uint64_t items);
  /// Makes the compilers of all kernels' baseline code, unless they are there.
  void openBaselines();
  /// Returns the compiler of a kernel's baseline code, for its job; null if there is none.
  compiler::Kernel *baselineCompiler(std::string_view kernel);
  /// Returns the code of all kernels, generated now unless it is there. Likewise.
  Result<Ref<Executable>> codeOfAll();

  /// Adds lines to the log, unless it has them.
  void addToLog(std::string_view lines);
  /// Returns the messages of code generation up to now.
  std::string log() const;

 private:
  /// Returns the job whose code has the kernel.
  CodeJob &jobOf(std::string_view kernel) const;
  /// Waits for a job and returns its code.
  Result<Ref<Executable>> finish(CodeJob &job);
  /// Tells if the code of all kernels is there.
  bool isWholeReady() const;
  /// Makes the jobs for baseline code, unless KILN_BASELINE or KILN_GENERATE say otherwise.
  void beginBaselines(const compiler::ProgramInfo &info);

  /// The baseline code of a kernel.
  struct Baseline {
    Ref<CodeJob> job;
    /// Work-items that it may still run.
    std::atomic<uint64_t> itemsLeft;
    /// Made once, before a thread has the build's mutex for as long as it compiles all kernels.
    std::once_flag opened;
    std::unique_ptr<compiler::Kernel> compiler;
  };
  /// Makes the compiler of a kernel's baseline code, unless it is there.
  void open(Baseline &baseline, std::string_view kernel);

  // Owns this object.
  Build &build_;
  // The job of all kernels; null unless isOn().
  Ref<CodeJob> whole_;
  // By name; empty if there is one kernel, or if kernels are compiled together.
  std::map<std::string, Ref<CodeJob>, std::less<>> kernels_;
  // By name, of kernels with a known bound of work.
  std::map<std::string, Baseline, std::less<>> baselines_;
  // Created kernels are generated in the background.
  bool inBackground_ = false;
  // Unused without a cache.
  CachedBuild entry_;
  // Guards log_.
  mutable std::mutex logMutex_;
  // Lines, each with its end.
  std::string log_;
};

}  // namespace cl
