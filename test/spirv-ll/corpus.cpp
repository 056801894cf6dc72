#include "corpus.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include <spirv-tools/libspirv.h>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

std::optional<std::string> verdictOfTools(const Words &words) {
  const spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_const_binary_t binary = {words.data(), words.size()};
  spv_diagnostic diagnostic = nullptr;
  std::optional<std::string> wrong;
  if (spvValidate(context, &binary, &diagnostic) != SPV_SUCCESS) {
    const std::string text = diagnostic && diagnostic->error ? diagnostic->error : "";
    const size_t end = text.find('\n');
    wrong = text.substr(0, end);
    // The instruction with an undefined id stands on the next line.
    if (wrong->ends_with("has not been defined") && end != text.npos) {
      *wrong += ":" + text.substr(end + 1, text.find('\n', end + 1) - end - 1);
    }
  }
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  return wrong;
}

std::optional<spirv_ll::Error> verdictOfOurs(const Words &words) {
  llvm::LLVMContext context;
  const spirv_ll::Device device{.addressBits = 64, .features = spirv_ll::allFeatures()};
  const auto module = spirv_ll::translate(context, words, device, {});
  if (!module) {
    return module.error();
  }
  EXPECT_TRUE(*module);
  return std::nullopt;
}

std::map<std::string, Words> readCorpus() {
  std::map<std::string, Words> corpus;
  for (const char *folder : {KILN_TEST_SOURCES "spirv-ll", KILN_TEST_SOURCES "spirv"}) {
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string path = entry.path().string();
      if (entry.path().extension() != ".spvasm" || path.find("/shaders/") != std::string::npos) {
        continue;
      }
      std::ifstream file(path);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      std::string error;
      if (auto words = spirv_ll::assemble(text, error)) {
        corpus[entry.path().filename().string()] = std::move(*words);
      }
    }
  }
  return corpus;
}

Words readWords(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  Words words(bytes.size() / sizeof(uint32_t));
  std::copy_n(bytes.begin(), words.size() * sizeof(uint32_t),
              reinterpret_cast<char *>(words.data()));
  return words;
}
