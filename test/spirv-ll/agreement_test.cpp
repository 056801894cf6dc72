// Compares the verdicts of SPIRV-Tools and spirv-ll on modules with small random changes.
//
// The modules of this folder are changed thousands of times; most results are invalid. The two must
// agree, except for the errors listed below: deviations accepted on purpose (doc/spirv.md), and
// rules missing in SPIRV-Tools. A module may be valid and still not be supported.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "corpus.h"

namespace {

constexpr size_t headerSize = 5;

/// Errors of SPIRV-Tools on modules accepted by spirv-ll on purpose (doc/spirv.md,
/// validate/relaxation.cpp).
constexpr const char *taken[] = {
    "AliasDomainDeclINTEL",
    "= OpConstantFunctionPointerINTEL",  // of a function, which stands behind all constants
    "Invalid number of bits (",
    "must be a pointer type",
    "Image Operand Lod can only be used with",
    "ConstantPipeStorage must appear in a block",
    "Invalid capability operand: 5116",  // newer than Debian's SPIRV-Tools
    "Invalid capability operand: 5117",
    "Invalid capability operand: 5118",
    "Invalid capability operand: 5156",
    "Invalid capability operand: 6022",
    "Invalid capability operand: 6030",
    "Invalid capability operand: 6115",
    "Invalid opcode: 6096",
    "Invalid capability operand: 6144",
    "Invalid capability operand: 6192",
    "Invalid capability operand: 6238",
    "Invalid capability operand: 6425",
    "Invalid capability operand: 6411",
    "Invalid capability operand: 643",
    "Invalid decoration operand: 61",
    "Invalid capability operand: 6146",
    "Invalid capability operand: 6169",
    "Invalid capability operand: 6187",
    "Invalid capability operand: 6189",
    "Invalid capability operand: 6427",
    "Operand 2 of ExecutionMode requires one of these capabilities: RoundToInfinityINTEL",
    "Invalid decoration operand: 6409",
    "OpVariable Initializer <id>",  // that is OpUndef
    "requires one of these extensions: SPV_INTEL_long_constant_composite",
    "requires one of these extensions: SPV_INTEL_memory_access_aliasing",
    "requires one of these extensions: SPV_INTEL_arbitrary_precision_integers",
    "OpenCL.std printf: expected Format",
    "to index into a structure must be an OpConstant",
    "Expected input to have different bit width from Result Type: SConvert",
    "Expected input to have different bit width from Result Type: UConvert",
};
/// Errors of spirv-ll on modules accepted by SPIRV-Tools.
constexpr const char *refused[] = {
    // SPIRV-Tools expects it there.
    "OpConstantPipeStorage: a constant is in a function",
    // Rules missing in SPIRV-Tools (shims/rules.cpp).
    "is given twice",
    "is for functions and variables of the module alone",
    "is for conversions to integers alone",
    "is for parameters alone",
    "is for functions alone",
    "is for inline assembly alone",
    "is for variables of the module alone",
    "is for variables of the module and parameters alone",
    "is for parameters that are pointers alone",
    "is for pointers alone",
    "is for instructions with a result alone",
    "is for instructions of floating-point type alone",
    "the pointer is not to Function",
    "the size is not 0, and the pointer is to a type that has one",
    "the memory order on failure is stronger",
    "does not declare the capability Float16",
    "the file is no OpString",
    "CopyMemory: the target is in ",
    "CopyMemorySized: the target is in ",
    "two specialization constants have the number",
    "a kernel has a parameter",
    "the access qualifier is missing",
    "does not declare the capability Image",
    "a copy is between global and local memory of one type",
    "the image is only ",
    "both weights are 0",
    "the sum of the weights is too large",
    "the coordinates are normalized (1) or not (0)",
    "recursion is not allowed",
    // Operands not checked by SPIRV-Tools.
    "an index leads into no part of the value",
    "not a list of alias scopes",
    "OpSubgroupImageBlockReadINTEL: an operand is not an image",
    "OpSubgroupImageBlockReadINTEL: the coordinate is no vector of two integers",
    "OpSubgroupImageBlockWriteINTEL: an operand is not an image",
    "OpSubgroupImageBlockWriteINTEL: the coordinate is no vector of two integers",
    "a component does not exist",
    "OpFunction: a parameter is missing",
    "this parameter cannot be for a result",
    "OpTypeImage: an image of kernels has the sampled type void",
    "OpTypePipe: a pipe is read or written",
    "OpRestoreMemoryINTEL: the operand is not a result of OpSaveMemoryINTEL",
    "OpImageWrite: the pixel has not four elements",
    "OpConstantPipeStorage: the type is not OpTypePipeStorage",
    "not a conversion of pointers to global memory",
    "OpExecutionMode: a size is not a positive constant",
    "OpExecutionMode: the number of sub-groups is not a positive constant",
    "OpSaveMemoryINTEL: the result is no pointer",
    "OpSizeOf: ",
    "OpFunctionCall: an argument does not fit",
    "ConstantComposite: part ",
    "OpConvertUToF: the result is of the wrong type",  // by OpSpecConstantOp
    "OpUConvert: the result is of the wrong type",
    "OpImageRead: the result is not a vector of 4 components",
    "the builtin variable is not of the type that it has to have",
    "not a question about a ballot",
    "an operand is of a type that no builtin takes",
    "OpIsValidReserveId: the operand is no reservation",
    "OpGenericPtrMemSemantics: not the semantics",
    "the coordinate does not fit the image",
    "the level of detail does not fit the image",
    "the operands are of different types",
    "an index is not an integer",
    "the predicate is no boolean",
    "an operand is no integer",
    "an operand is no vector",
    "the last operand is no integer of 32 bits",
    "the operands do not fit each other",
    "the size of a cluster is not a constant power of two",
    "an operand is of the wrong type",
    "an operand is not of the result's type",
    "the value does not have the result type",
    "blocks of this type are not supported",
};

bool isListed(std::span<const char *const> list, const std::string &text) {
  return std::ranges::any_of(
      list, [&](const char *part) { return text.find(part) != std::string::npos; });
}

/// True for a module with inline assembly. SPIRV-Tools expects a result type of OpAsmTargetINTEL,
/// so its verdict says nothing.
bool isMisread(const Words &words) {
  constexpr uint32_t asmTarget = 5609;
  for (size_t i = headerSize; i < words.size() && words[i] >> 16 != 0; i += words[i] >> 16) {
    if ((words[i] & 0xffff) == asmTarget) {
      return true;
    }
  }
  return false;
}

class Agreement : public testing::Test {
 protected:
  /// Returns true if SPIRV-Tools takes the module.
  bool compare(const Words &words, const std::string &name) {
    const auto tools = verdictOfTools(words);
    const auto ours = verdictOfOurs(words);
    if (tools && !ours && !isListed(taken, *tools) && !isMisread(words)) {
      ++differences_["taken: " + *tools];
      example_["taken: " + *tools] = name;
    } else if (!tools && ours && ours->kind != spirv_ll::Error::Kind::unsupported &&
               !isListed(refused, ours->message)) {
      ++differences_["refused: " + ours->message];
      example_["refused: " + ours->message] = name;
    }
    return !tools;
  }
  void TearDown() override {
    for (const auto &[text, count] : differences_) {
      ADD_FAILURE() << count << " times " << text << " (" << example_[text] << ")";
    }
  }

  std::map<std::string, size_t> differences_;
  std::map<std::string, std::string> example_;
};

/// Where each instruction begins.
std::vector<size_t> beginnings(const Words &words) {
  std::vector<size_t> all;
  for (size_t i = headerSize; i < words.size() && words[i] >> 16 != 0; i += words[i] >> 16) {
    all.push_back(i);
  }
  return all;
}

/// One change: of a word, or of where an instruction is.
Words changed(const Words &original, std::mt19937 &random) {
  Words words = original;
  const auto all = beginnings(words);
  const size_t first = all[random() % all.size()];
  const auto begin = words.begin() + static_cast<ptrdiff_t>(first);
  const auto end = begin + (words[first] >> 16);
  const Words instruction(begin, end);
  uint32_t &word = words[first + random() % instruction.size()];
  switch (random() % 7) {
    case 0:
      word ^= 1u << random() % 32;
      break;
    case 1:
      word = words[headerSize + random() % (words.size() - headerSize)];
      break;
    case 2:
      word = static_cast<uint32_t>(random() % 64);
      break;
    case 3:  // another id
      word = static_cast<uint32_t>(1 + random() % std::max(words[3], 2u));
      break;
    case 4:
      words.erase(begin, end);
      break;
    case 5:  // twice
      words.insert(begin, instruction.begin(), instruction.end());
      break;
    default: {  // elsewhere
      words.erase(begin, end);
      const auto places = beginnings(words);
      const size_t place = places.empty() ? words.size() : places[random() % places.size()];
      words.insert(words.begin() + static_cast<ptrdiff_t>(place), instruction.begin(),
                   instruction.end());
    }
  }
  return words;
}

TEST_F(Agreement, AboutTheModulesOfTheTests) {
  const auto corpus = readCorpus();
  EXPECT_GE(corpus.size(), 100u);
  size_t valid = 0;
  for (const auto &[name, words] : corpus) {
    valid += compare(words, name);
  }
  EXPECT_GE(valid, 60u);
  EXPECT_LT(valid, corpus.size());
}

TEST_F(Agreement, AboutModulesWithOneChange) {
  constexpr int changes = 150;
  size_t valid = 0, count = 0;
  for (const auto &[name, words] : readCorpus()) {
    // --gtest_random_seed=N makes others.
    std::mt19937 random(20261122U + static_cast<unsigned>(GTEST_FLAG_GET(random_seed)));
    for (int i = 0; i < changes; ++i) {
      valid += compare(changed(words, random), name);
      ++count;
    }
  }
  EXPECT_GE(valid, count / 20);
  EXPECT_LE(valid, count / 2);
}

}  // namespace
