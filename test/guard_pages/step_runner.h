// Runs steps on guarded memory, in a process of their own.
#pragma once

#include <string>
#include <vector>

#include "step.h"

namespace guards {

/// A kind of processor to compile for: "sse", "avx2" or "avx512".
struct Level {
  const char *name;
  const char *cpu;  ///< as LLVM names it
};

/// All kinds with features of this machine.
std::vector<Level> levels();

/// A build of a step's kernel.
struct Build {
  std::string width;          ///< for -cl-kiln-vectorize=
  std::string evidence = "";  ///< a regular expression for the kernel's IR
};

/// Runs a step's launches with each of the builds, on memory with a guard page before and behind
/// it, and compares the results. Empty, or the failure. Faults of the kernel end a child
/// process alone, so the caller must not have used OpenCL.
std::string run(const Step &step, const Level &level, const std::vector<Build> &builds);

}  // namespace guards
