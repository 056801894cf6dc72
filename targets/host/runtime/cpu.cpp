// Detects CPU features.
//
// A feature counts only if the CPU has it and the operating system saves its registers (XCR0). The
// model name of a CPU says neither, least of all in a virtual machine.
//
// The result is a level of the psABI with the remaining features one by one, for example x86-64-v3
// with +avxvnni: the highest level of which nothing is missing, and all present features beyond it.
// So most machines of one kind have equal properties, and share cached binaries.
//
// Example: a virtual machine with AVX2, whose host hides BMI2. Level v3 then misses a feature, so
// the CPU is x86-64-v2 with +avx, +avx2, +fma and all others that it has. Code for x86-64-v3 does
// not run there (runsOn), while each program built on the machine itself uses all that is there.
#include "cpu.h"

#include <algorithm>
#include <fstream>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace host {

#if defined(__x86_64__)
namespace {

// The registers that the operating system has to save for a feature.
enum class State : uint8_t { none, avx, avx512 };
// The psABI level that includes a feature; `extra` is in none.
enum class Level : uint8_t { v1, v2, v3, v4, extra };
enum Register : uint8_t { eax, ebx, ecx, edx };

// A feature by LLVM's name, with its place in the results of CPUID.
struct Feature {
  const char *name;
  uint32_t leaf, subleaf;
  Register where;
  uint8_t bit;
  State state;
  Level level;
};

// The leaf of AMD's extensions, whose features count for the levels too.
constexpr uint32_t extended = 0x80000001;
// By level. The psABI for x86-64 defines v2 to v4; the rest are features of LLVM that code
// generation or the builtins profit from.
constexpr Feature features[] = {
    {"sse3", 1, 0, ecx, 0, State::none, Level::v2},
    {"ssse3", 1, 0, ecx, 9, State::none, Level::v2},
    {"cx16", 1, 0, ecx, 13, State::none, Level::v2},
    {"sse4.1", 1, 0, ecx, 19, State::none, Level::v2},
    {"sse4.2", 1, 0, ecx, 20, State::none, Level::v2},
    {"popcnt", 1, 0, ecx, 23, State::none, Level::v2},
    {"sahf", extended, 0, ecx, 0, State::none, Level::v2},
    {"fma", 1, 0, ecx, 12, State::avx, Level::v3},
    {"movbe", 1, 0, ecx, 22, State::none, Level::v3},
    {"xsave", 1, 0, ecx, 26, State::none, Level::v3},
    {"avx", 1, 0, ecx, 28, State::avx, Level::v3},
    {"f16c", 1, 0, ecx, 29, State::avx, Level::v3},
    {"bmi", 7, 0, ebx, 3, State::none, Level::v3},
    {"avx2", 7, 0, ebx, 5, State::avx, Level::v3},
    {"bmi2", 7, 0, ebx, 8, State::none, Level::v3},
    {"lzcnt", extended, 0, ecx, 5, State::none, Level::v3},
    {"avx512f", 7, 0, ebx, 16, State::avx512, Level::v4},
    {"avx512dq", 7, 0, ebx, 17, State::avx512, Level::v4},
    {"avx512cd", 7, 0, ebx, 28, State::avx512, Level::v4},
    {"avx512bw", 7, 0, ebx, 30, State::avx512, Level::v4},
    {"avx512vl", 7, 0, ebx, 31, State::avx512, Level::v4},
    {"pclmul", 1, 0, ecx, 1, State::none, Level::extra},
    {"aes", 1, 0, ecx, 25, State::none, Level::extra},
    {"rdrnd", 1, 0, ecx, 30, State::none, Level::extra},
    {"prfchw", extended, 0, ecx, 8, State::none, Level::extra},
    {"fsgsbase", 7, 0, ebx, 0, State::none, Level::extra},
    {"adx", 7, 0, ebx, 19, State::none, Level::extra},
    {"sha", 7, 0, ebx, 29, State::none, Level::extra},
    {"gfni", 7, 0, ecx, 8, State::none, Level::extra},
    {"vaes", 7, 0, ecx, 9, State::avx, Level::extra},
    {"vpclmulqdq", 7, 0, ecx, 10, State::avx, Level::extra},
    {"avx512ifma", 7, 0, ebx, 21, State::avx512, Level::extra},
    {"avx512vbmi", 7, 0, ecx, 1, State::avx512, Level::extra},
    {"avx512vbmi2", 7, 0, ecx, 6, State::avx512, Level::extra},
    {"avx512vnni", 7, 0, ecx, 11, State::avx512, Level::extra},
    {"avx512bitalg", 7, 0, ecx, 12, State::avx512, Level::extra},
    {"avx512vpopcntdq", 7, 0, ecx, 14, State::avx512, Level::extra},
    {"avx512fp16", 7, 0, edx, 23, State::avx512, Level::extra},
    {"avxvnni", 7, 1, eax, 4, State::avx, Level::extra},
    {"avx512bf16", 7, 1, eax, 5, State::avx512, Level::extra},
    {"avxifma", 7, 1, eax, 23, State::avx, Level::extra},
    {"avxvnniint8", 7, 1, edx, 4, State::avx, Level::extra},
    {"avxneconvert", 7, 1, edx, 5, State::avx, Level::extra},
    {"avxvnniint16", 7, 1, edx, 10, State::avx, Level::extra},
};

// The four results of CPUID.
struct Registers {
  uint32_t value[4] = {};
};

// Executes CPUID; zeros for a leaf beyond the CPU's highest.
Registers cpuid(uint32_t leaf, uint32_t subleaf) {
  Registers r;
  if (__get_cpuid_max(leaf & 0x80000000, nullptr) >= leaf) {
    __cpuid_count(leaf, subleaf, r.value[eax], r.value[ebx], r.value[ecx], r.value[edx]);
  }
  return r;
}

// Reads XCR0, the register states that the operating system saves; 0 without XGETBV.
uint64_t savedState(const Registers &leaf1) {
  constexpr uint32_t osxsave = 1u << 27;
  if (!(leaf1.value[ecx] & osxsave)) {
    return 0;
  }
  uint32_t low = 0, high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low | static_cast<uint64_t>(high) << 32;
}

// Returns true if XCR0 has all bits that `state` needs.
bool isSaved(State state, uint64_t xcr0) {
  constexpr uint64_t avxBits = 0x6, avx512Bits = 0xe6;
  uint64_t needed = state == State::none ? 0 : state == State::avx ? avxBits : avx512Bits;
  return (xcr0 & needed) == needed;
}

// The leaves of CPUID with features, each read once: in a virtual machine CPUID is slow.
class FeatureReader {
 public:
  // True if the CPU has the feature and the system saves its registers.
  bool isPresent(const Feature &feature) const {
    const Registers &registers = feature.leaf == extended ? extended_
                                 : feature.leaf == 1      ? leaf1_
                                                          : leaf7_[feature.subleaf];
    return (registers.value[feature.where] >> feature.bit & 1) != 0 &&
           isSaved(feature.state, xcr0_);
  }

 private:
  Registers leaf1_ = cpuid(1, 0), leaf7_[2] = {cpuid(7, 0), cpuid(7, 1)};
  Registers extended_ = cpuid(extended, 0);
  uint64_t xcr0_ = savedState(leaf1_);
};

constexpr const char *levelNames[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

// Returns the index of a level in levelNames, or -1 for any other CPU.
int levelOf(std::string_view cpu) {
  auto found = std::ranges::find(levelNames, cpu);
  return found == std::end(levelNames) ? -1 : static_cast<int>(found - levelNames);
}

// Returns true if code for the level with this index may use the feature.
bool isInLevel(std::string_view name, int level) {
  return std::ranges::any_of(features, [&](const Feature &feature) {
    return name == feature.name && static_cast<int>(feature.level) <= level;
  });
}

// Returns true for AMD's CPUs and their licensees'. On one with AVX-512, masked accesses took more
// than twice as long as plain ones (doc/benchmarks.md).
bool hasSlowMasks() {
  constexpr uint32_t amd[] = {0x68747541, 0x69746e65, 0x444d4163};    // AuthenticAMD
  constexpr uint32_t hygon[] = {0x6f677948, 0x6e65476e, 0x656e6975};  // HygonGenuine
  const Registers r = cpuid(0, 0);
  const uint32_t vendor[] = {r.value[ebx], r.value[edx], r.value[ecx]};
  return std::ranges::equal(vendor, amd) || std::ranges::equal(vendor, hygon);
}

// The CPU's name for people, without the blanks around it.
std::string brandString() {
  std::string brand;
  for (uint32_t leaf = 0x80000002; leaf <= 0x80000004; ++leaf) {
    Registers r = cpuid(leaf, 0);
    brand.append(reinterpret_cast<const char *>(r.value), sizeof r.value);
  }
  brand = brand.c_str();
  size_t first = brand.find_first_not_of(' ');
  size_t last = brand.find_last_not_of(' ');
  return first == std::string::npos ? "x86-64 CPU" : brand.substr(first, last - first + 1);
}

}  // namespace

// First finds the lowest level with a missing feature, then lists all present features from this
// level on. The last level below it is the CPU's.
CpuInfo detectCpu() {
  CpuInfo info;
  info.brand = brandString();
  const FeatureReader reader;
  // The lowest level with a missing feature.
  Level missing = Level::extra;
  for (const Feature &feature : features) {
    if (!reader.isPresent(feature)) {
      missing = std::min(missing, feature.level);
      continue;
    }
    std::string_view name = feature.name;
    info.hasFma |= name == "fma";
    if (name == "avx" || name == "avx512f") {
      info.vectorBits = name == "avx" ? 256 : 512;
    }
  }
  for (const Feature &feature : features) {
    if (feature.level >= missing && reader.isPresent(feature)) {
      info.properties.features.push_back(std::string("+") + feature.name);
    }
  }
  info.properties.cpu = levelNames[static_cast<int>(missing) - 1];
  if (hasSlowMasks()) {
    info.properties.avoid = mux::avoidMaskedAccesses;
  }
  return info;
}

// A feature is there if the device's level includes it or its list names it. A removed feature
// ("-name") in the code's properties needs nothing, and neither does what the code avoids.
bool runsOn(const TargetProperties &code, const TargetProperties &device) {
  if (code == device || code == baselineProperties()) {
    return true;
  }
  const int needed = levelOf(code.cpu), there = levelOf(device.cpu);
  return needed >= 0 && needed <= there &&
         std::ranges::all_of(code.features, [&](const std::string &feature) {
           return feature[0] == '-' || isInLevel(feature.substr(1), there) ||
                  std::ranges::count(device.features, feature) != 0;
         });
}

#else

namespace {

// Returns the CPU's name for people from /proc/cpuinfo, or "CPU" on kernels without it.
std::string modelName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "CPU";
}

}  // namespace

// Assumes fused multiply-add and vectors of 128 bits, as AArch64 has them in its baseline.
CpuInfo detectCpu() {
  return {
      .brand = modelName(), .properties = baselineProperties(), .vectorBits = 128, .hasFma = true};
}

// Without levels, only equal properties and the baseline suit.
bool runsOn(const TargetProperties &code, const TargetProperties &device) {
  return code == device || code == baselineProperties();
}

#endif

}  // namespace host
