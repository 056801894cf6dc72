// Steps of the compiler on accesses to memory, and kernels to trigger them.
#pragma once

#include <array>
#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace guards {

/// One launch; `n` and `m` are the kernel's last two arguments.
struct Launch {
  int n;
  int m;
  std::array<size_t, 2> global = {64, 1};
  std::array<size_t, 2> local = {64, 1};
  size_t offset = 0;
};

/// A buffer of a kernel. It has exactly the bytes of the work-items' accesses.
struct Memory {
  enum class Kind {
    input,     ///< the kernel may not write
    output,    ///< the kernel may read and write
    untouched  ///< the kernel may not even read
  };

  Kind kind;
  size_t elementSize;                     ///< 0: of the type T
  size_t (*count)(const Launch &launch);  ///< of elements
  unsigned below = 0;                     ///< elements are smaller than this; 0: any bytes
};

/// A kernel `f(memories…, int n, int m)` whose shape makes the compiler take a step.
struct Step {
  std::string name;
  std::string source;
  std::vector<Memory> memories;
  std::vector<Launch> launches;
  /// A regular expression for the kernel's IR behind the step, for T = uint with a width on a
  /// level. Empty: the step leaves no trace.
  std::string evidence = "";
  std::string evidenceWidth = "16";
  std::string evidenceLevel = "avx512";
  std::string options = "";  ///< of each build
};

/// Types in the place of T.
inline constexpr std::array<const char *, 4> elementTypes = {"uint", "uchar", "ushort", "ulong"};

bool usesT(const Step &step);
/// The step with kernels for one type, and with its name behind the step's.
Step withType(Step step, const std::string &type);

const std::vector<Step> &vectorSteps();  ///< accesses of SIMD groups (modules/compiler/vecz)
const std::vector<Step> &flowSteps();    ///< control flow, work-item loops and LLVM's passes

inline void PrintTo(const Step &step, std::ostream *out) {
  *out << step.name;
}

}  // namespace guards
