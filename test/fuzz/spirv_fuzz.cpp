// libFuzzer over SPIR-V, from words to the end of the finalize pipeline: no crash, no hang, no
// memory without bound; an error is of the module. A module rejected by LLVM's verifier is an error
// of the translator. The finalize pipeline verifies its result, too.
//
// The mutator (spirv_mutator.cpp) changes instructions. The lower half of the producer's word
// selects the device and the values of specialization constants.
//
//   scripts/fuzz.sh 60
#include <array>
#include <cstdio>
#include <cstring>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm_support/analysis_managers.h"
#include "llvm_support/log_handler.h"
#include "pipeline/pipeline.h"
#include "spirv-ll/spirv_ll.h"

namespace {

constexpr size_t headerSize = 5;
constexpr size_t producerPlace = 2;

[[noreturn]] void report(const char *what, const std::string &text) {
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  __builtin_trap();
}

bool declaresShader(const std::vector<uint32_t> &words) {
  constexpr uint32_t capability = 2u << 16 | 17;
  constexpr uint32_t shader = 1;
  for (size_t i = headerSize; i + 1 < words.size() && words[i] == capability; i += 2) {
    if (words[i + 1] == shader) {
      return true;
    }
  }
  return false;
}

/// Values of one size for the first ids.
std::vector<spirv_ll::Specialization> specialize(uint32_t choice) {
  static constexpr std::array<std::byte, 8> value{std::byte{3}};
  constexpr size_t sizes[] = {0, 1, 4, 8};
  std::vector<spirv_ll::Specialization> constants;
  for (uint32_t id = 0; id < 8 && sizes[choice % 4] != 0; ++id) {
    constants.push_back({id, std::span(value).first(sizes[choice % 4])});
  }
  return constants;
}

void finalize(llvm::LLVMContext &context, llvm::Module &module, bool optimize) {
  std::string log;
  const compiler::DiagnosticLog diagnostics(context, log);
  compiler::AnalysisManagers managers(nullptr);
  llvm::ModulePassManager passes;
  compiler::passes::buildFinalizePipeline(passes, {.optimize = optimize});
  passes.run(module, managers.modules);
  if (log.find("internal error") != std::string::npos) {
    report("finalize", log);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<uint32_t> words(size / sizeof(uint32_t));
  if (!words.empty()) {
    std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
  }
  const uint32_t choice = words.size() > producerPlace ? words[producerPlace] & 0xffff : 0;
  const bool isShader = declaresShader(words);
  spirv_ll::Device device{.addressBits = (choice & 4) != 0 ? 32u : 64u,
                          .features = spirv_ll::allFeatures(),
                          .api = isShader ? spirv_ll::Api::vulkan : spirv_ll::Api::openCL};
  llvm::LLVMContext context;
  const auto module = spirv_ll::translate(context, words, device, specialize(choice));
  if (!module) {
    if (module.error().message.find("verifier rejects") != std::string::npos) {
      report("translate", module.error().message);
    }
    return 0;
  }
  if (!*module) {
    report("translate", "neither a module nor an error");
  }
  finalize(context, **module, (choice & 8) == 0);
  return 0;
}
