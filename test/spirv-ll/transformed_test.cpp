// Checks that spirv-ll accepts modules transformed by SPIRV-Tools' optimiser.
//
// The passes produce code that no front end writes: phis instead of variables, merged returns,
// scalarised structures, inlined functions, peeled and unrolled loops, renumbered ids.
//
// KILN_TEST_MODULES=<folder> tests the .spv files of a folder instead, each with every pass and
// with random sequences of passes; --gtest_random_seed=N selects other sequences.

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <span>

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

#include "corpus.h"
#include "spirv/unified1/spirv.hpp11"

namespace {

using Passes = std::vector<std::string>;

constexpr const char *allPasses[] = {
    "O",
    "Os",
    "ccp",
    "cfg-cleanup",
    "combine-access-chains",
    "compact-ids",
    "convert-local-access-chains",
    "copy-propagate-arrays",
    "eliminate-dead-branches",
    "eliminate-dead-code-aggressive",
    "eliminate-dead-const",
    "eliminate-dead-functions",
    "eliminate-dead-inserts",
    "eliminate-dead-variables",
    "eliminate-insert-extract",
    "eliminate-local-multi-store",
    "eliminate-local-single-block",
    "eliminate-local-single-store",
    "fix-func-call-param",
    "flatten-decorations",
    "fold-spec-const-op-composite",
    "freeze-spec-const",
    "if-conversion",
    "inline-entry-points-exhaustive",
    "local-redundancy-elimination",
    "loop-fission=5",
    "loop-fusion=5",
    "loop-invariant-code-motion",
    "loop-peeling",
    "loop-unroll",
    "loop-unroll-partial=3",
    "loop-unswitch",
    "merge-blocks",
    "merge-return",
    "private-to-local",
    "reduce-load-size",
    "redundancy-elimination",
    "remove-duplicates",
    "remove-unused-interface-variables",
    "replace-invalid-opcode",
    "scalar-replacement=100",
    "simplify-instructions",
    "ssa-rewrite",
    "strength-reduction",
    "strip-debug",
    "strip-nonsemantic",
    "unify-const",
    "vector-dce",
    "workaround-1209",
    "wrap-opkill",
};

constexpr size_t headerSize = 5;
constexpr uint32_t addresses = 4, shader = 1, logical = 0;
constexpr uint32_t glsl = 0x4c534c47;  // four letters

/// The id of the first instruction of this opcode with such a first operand; 0 if there is none.
size_t placeOf(const Words &words, spv::Op op, std::optional<uint32_t> operand) {
  for (size_t i = headerSize; i + 1 < words.size() && words[i] >> 16 != 0; i += words[i] >> 16) {
    if ((words[i] & 0xffff) == static_cast<uint32_t>(op) &&
        (!operand || words[i + 1] == *operand)) {
      return i + 1;
    }
  }
  return 0;
}

bool hasSetOfShaders(const Words &words) {
  for (size_t i = headerSize; i + 2 < words.size() && words[i] >> 16 != 0; i += words[i] >> 16) {
    if ((words[i] & 0xffff) == static_cast<uint32_t>(spv::Op::OpExtInstImport) &&
        words[i + 2] == glsl) {
      return true;
    }
  }
  return false;
}

/// Most passes skip modules with physical addresses. The change of the header disguises a kernel as
/// a shader.
Words disguised(Words words) {
  const size_t capability = placeOf(words, spv::Op::OpCapability, addresses);
  const size_t model = placeOf(words, spv::Op::OpMemoryModel, {});
  if (capability == 0 || model == 0) {
    return {};
  }
  words[capability] = shader;
  words[model] = logical;
  return words;
}

/// Restores the original of each instruction changed by `disguised`.
void undisguise(Words &words, const Words &original) {
  const size_t capability = placeOf(words, spv::Op::OpCapability, shader);
  const size_t model = placeOf(words, spv::Op::OpMemoryModel, {});
  if (capability != 0 && model != 0) {
    words[capability] = addresses;
    words[model] = original[placeOf(original, spv::Op::OpMemoryModel, {})];
  }
}

/// Runs the optimiser; empty if it fails.
Words optimized(const Words &words, const Passes &passes) {
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  for (const std::string &pass : passes) {
    if (!optimizer.RegisterPassFromFlag(pass.starts_with("O") ? "-" + pass : "--" + pass)) {
      return {};
    }
  }
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  Words result;
  return optimizer.Run(words.data(), words.size(), &result, options) ? result : Words();
}

/// Writes the number of words and the words of each result. Ends the process, at the latest after
/// 5 seconds of the processor for one result.
[[noreturn]] void optimizeAll(int file, const Words &words, std::span<const Passes> lists) {
  const rlimit bytes = {rlim_t{4} << 30, rlim_t{4} << 30}, none = {0, 0};
  setrlimit(RLIMIT_AS, &bytes);
  setrlimit(RLIMIT_CORE, &none);
  for (int signal : {SIGSEGV, SIGABRT, SIGPROF}) {
    std::signal(signal, SIG_DFL);
  }
  close(STDERR_FILENO);
  for (const Passes &passes : lists) {
    const itimerval limit = {.it_interval = {}, .it_value = {.tv_sec = 5, .tv_usec = 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    Words record = optimized(words, passes);
    record.insert(record.begin(), static_cast<uint32_t>(record.size()));
    const auto size = static_cast<ssize_t>(record.size() * sizeof(uint32_t));
    if (write(file, record.data(), static_cast<size_t>(size)) != size) {
      _exit(1);
    }
  }
  _exit(0);
}

/// The results of a process with optimizeAll(), up to its crash.
std::vector<Words> optimizeInChild(const Words &words, std::span<const Passes> lists) {
  char path[] = "/tmp/kiln-transformed-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) {
    return {};
  }
  unlink(path);
  const pid_t child = fork();
  if (child == 0) {
    optimizeAll(file, words, lists);
  }
  while (child > 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  Words records(static_cast<size_t>(lseek(file, 0, SEEK_END)) / sizeof(uint32_t));
  if (pread(file, records.data(), records.size() * sizeof(uint32_t), 0) < 0) {
    records.clear();
  }
  close(file);
  std::vector<Words> results;
  for (size_t i = 0; i < records.size() && records[i] < records.size() - i; i += records[i] + 1) {
    const auto first = records.begin() + static_cast<ptrdiff_t>(i) + 1;
    results.emplace_back(first, first + records[i]);
  }
  return results;
}

/// The module after each list of passes. Empty if the passes change nothing, crash or make an
/// invalid module. The optimiser crashes on some modules, so it runs in a process of its own. One
/// process serves all lists up to a crash: a fork of this large program takes longer than the
/// passes.
std::vector<Words> transformed(const Words &original, std::span<const Passes> lists,
                               bool isDisguised) {
  const Words words = isDisguised ? disguised(original) : original;
  std::vector<Words> results;
  while (!words.empty() && results.size() < lists.size()) {
    for (Words &result : optimizeInChild(words, lists.subspan(results.size()))) {
      results.push_back(std::move(result));
    }
    if (results.size() < lists.size()) {
      results.emplace_back();  // of the crash
    }
  }
  for (Words &result : results) {
    if (isDisguised) {
      undisguise(result, original);
    }
    // Properties of shaders that passes take for granted.
    const bool usesOthers = hasSetOfShaders(result);
    if (result == original || usesOthers || (!result.empty() && verdictOfTools(result))) {
      result.clear();
    }
  }
  return results;
}

std::string join(const Passes &passes) {
  std::string text;
  for (const std::string &pass : passes) {
    text += " --" + pass;
  }
  return text;
}

class Transformed : public testing::Test {
 protected:
  /// With each pass alone, and with sequences of them.
  void checkWithAll(const std::string &name, const Words &words, int sequences) {
    std::vector<Passes> lists;
    for (const char *pass : allPasses) {
      lists.push_back({pass});
    }
    for (int i = 0; i < sequences; ++i) {
      lists.emplace_back();
      for (size_t count = 2 + random_() % 8; count > 0; --count) {
        lists.back().emplace_back(allPasses[random_() % std::size(allPasses)]);
      }
    }
    for (bool isDisguised : {false, true}) {
      const auto results = transformed(words, lists, isDisguised);
      for (size_t i = 0; i < results.size(); ++i) {
        if (!results[i].empty()) {
          check(results[i], name + join(lists[i]) + (isDisguised ? " disguised" : ""));
        }
      }
    }
  }
  void TearDown() override {
    for (const auto &[text, count] : differences_) {
      ADD_FAILURE() << count << " times " << text << " (" << example_[text] << ")";
    }
  }

  void check(const Words &changed, const std::string &name) {
    ++count_;
    if (const auto error = verdictOfOurs(changed)) {
      ++differences_[error->message];
      example_[error->message] = name;
    }
  }

  std::mt19937 random_{20261122U + static_cast<unsigned>(GTEST_FLAG_GET(random_seed))};
  size_t count_ = 0;
  std::map<std::string, size_t> differences_;
  std::map<std::string, std::string> example_;
};

std::map<std::string, Words> readFolder(const char *folder) {
  std::map<std::string, Words> modules;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    modules[entry.path().filename().string()] = readWords(entry.path());
  }
  return modules;
}

TEST_F(Transformed, ModulesAreTaken) {
  const char *folder = std::getenv("KILN_TEST_MODULES");
  for (const auto &[name, words] : folder ? readFolder(folder) : readCorpus()) {
    if (verdictOfTools(words)) {
      continue;
    }
    if (const auto error = verdictOfOurs(words)) {
      std::cout << name << ": " << error->message << "\n";
    } else {
      checkWithAll(name, words, folder ? 10 : 1);
    }
  }
  std::cout << count_ << " modules\n";
  EXPECT_GE(count_, 300u);
}

}  // namespace
