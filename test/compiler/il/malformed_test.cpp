// Any bytes: what comes of them is an error or a module, and this process goes on.
#include <random>

#include "compiler/library.h"
#include "il_files.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace il {
namespace {

using compiler::Error;
using compiler::ModuleState;

struct MalformedTest : testing::Test {
  compiler::Library &library = *kiln_compiler_get_library(compiler::interfaceVersion);
  std::unique_ptr<compiler::Context> context = library.createContext();
  std::unique_ptr<compiler::Target> target =
      std::move(*library.infos()[0]->createTarget(*context, ""));

  /// True if it was taken; then it has to get through finalize, well or not.
  bool trySpirv(std::span<const uint32_t> words) {
    auto module = target->createModule();
    EXPECT_TRUE(module->parseOptions("", compiler::OptionsMode::build));
    const auto result = module->compileSPIRV(words, {});
    if (!result) {
      EXPECT_EQ(module->getState(), ModuleState::failed);
      EXPECT_NE(module->log(), "");
      EXPECT_TRUE(result.error().code == Error::compileFailure ||
                  result.error().code == Error::invalidBinary)
          << result.error().message << module->log();
      return false;
    }
    EXPECT_TRUE(module->finalize() || module->log() != "");
    return true;
  }

  /// The error, or nothing if it was taken.
  std::optional<Error> trySpir(std::span<const std::byte> bitcode) {
    auto module = target->createModule();
    EXPECT_TRUE(module->parseOptions("", compiler::OptionsMode::build));
    auto result = module->loadSPIR(bitcode);
    if (result) {
      result = module->compileSPIR();
    }
    EXPECT_TRUE(result || module->log() != "");
    return result ? std::nullopt : std::optional(result.error().code);
  }

  void expectWorking() { EXPECT_TRUE(trySpirv(readWords("vector_add-O2-CL3.0.spv"))); }
};

/// A module may end after any whole function.
TEST_F(MalformedTest, TruncationsOfSpirvAreErrorsOrModules) {
  constexpr size_t headerSize = 5;
  const auto words = readWords("reduce-O2-CL3.0.spv");
  size_t boundary = headerSize;
  size_t taken = 0;
  for (size_t size = 0; size < words.size(); ++size) {
    if (size > boundary) {
      boundary += words[boundary] >> 16;
    }
    const bool isTaken = trySpirv(std::span(words).first(size));
    EXPECT_TRUE(!isTaken || size == boundary) << size;
    taken += isTaken;
  }
  EXPECT_LE(taken, 5u);
  expectWorking();
}

TEST_F(MalformedTest, ChangedWordsOfSpirvAreErrorsOrModules) {
  std::mt19937 random(20261121);
  size_t taken = 0;
  for (const char *kernel : {"vector_add-O0-CL1.2.spv", "reduce-O2-CL3.0.spv", "hello-O2-CL3.0.spv",
                             "mixed_spirv-O0-CL3.0.spv"}) {
    const auto original = readWords(kernel);
    for (int round = 0; round < 1000; ++round) {
      auto words = original;
      uint32_t &word = words[random() % words.size()];
      switch (random() % 4) {
        case 0:
          word = static_cast<uint32_t>(random());
          break;
        case 1:
          word ^= 1u << random() % 32;
          break;
        case 2:
          word = words[random() % words.size()];
          break;
        default:
          word += random() % 2 ? 1 : -1;
      }
      taken += trySpirv(words);
    }
  }
  // Some changes do no harm: literals, names, alignments.
  EXPECT_GT(taken, 20u);
  expectWorking();
}

TEST_F(MalformedTest, SpirvInTheOtherByteOrderIsTaken) {
  auto words = readWords("vector_add-O2-CL3.0.spv");
  for (uint32_t &word : words) {
    word = __builtin_bswap32(word);
  }
  EXPECT_TRUE(trySpirv(words));
}

TEST_F(MalformedTest, WhatIsNoSpirvIsAnInvalidBinary) {
  auto module = target->createModule();
  const std::vector<uint32_t> words = {0xdec04342, 1, 2, 3, 4, 5};
  EXPECT_EQ(module->compileSPIRV(words, {}).error().code, Error::invalidBinary);
}

TEST_F(MalformedTest, DamagedBitcodeIsAnInvalidBinary) {
  std::mt19937 random(20261121);
  const auto original = readBytes("reduce-O2-CL3.0.bc");
  EXPECT_EQ(trySpir(original), std::nullopt);
  for (size_t size : {size_t{0}, size_t{3}, size_t{4}, original.size() / 2, original.size() - 4}) {
    EXPECT_EQ(trySpir(std::span(original).first(size)), Error::invalidBinary) << size;
  }
  for (int round = 0; round < 60; ++round) {
    auto bytes = original;
    for (int change = 0; change < 3; ++change) {
      bytes[random() % bytes.size()] ^= static_cast<std::byte>(1u << random() % 8);
    }
    const auto error = trySpir(bytes);
    EXPECT_TRUE(!error || *error == Error::invalidBinary || *error == Error::compileFailure)
        << round << ": " << static_cast<int>(*error);
  }
  expectWorking();
  EXPECT_EQ(trySpir(original), std::nullopt);
}

TEST_F(MalformedTest, BitcodeOfAnotherTargetIsAnInvalidBinary) {
  EXPECT_EQ(trySpir(readBytes("vector_add-spir32.bc")), Error::invalidBinary);
}

TEST_F(MalformedTest, ImagesAndSamplersThatAreNoneAreErrors) {
  for (const char *name : {"opaque_builtin", "opaque_maker", "opaque_address", "opaque_parameter",
                           "opaque_reserved"}) {
    EXPECT_EQ(trySpir(readBytes(std::string(name) + ".bc")), Error::compileFailure) << name;
  }
  EXPECT_EQ(trySpir(readBytes("opaque_type.bc")), Error::invalidBinary);
  expectWorking();
}

TEST_F(MalformedTest, StepsOfSpirKeepTheirOrder) {
  auto module = target->createModule();
  EXPECT_EQ(module->compileSPIR().error().code, Error::invalidValue);
  ASSERT_TRUE(module->loadSPIR(readBytes("vector_add-O2-CL3.0.bc"))) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::loaded);
  EXPECT_EQ(module->finalize().error().code, Error::invalidValue);
  EXPECT_EQ(module->loadSPIR({}).error().code, Error::invalidValue);
  EXPECT_TRUE(module->compileSPIR()) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::compiled);
}

}  // namespace
}  // namespace il
