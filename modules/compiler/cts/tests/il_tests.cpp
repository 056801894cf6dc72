// Tests programs in intermediate languages. A target's front end may refuse a language as a whole;
// bytes without a program are errors in any case.
//
// Good programs in SPIR-V and SPIR have tests of their own (test/spirv-ll). Here are the bad ones:
// programs in files are bytes from outside, and neither LLVM's reader of bitcode nor a translator
// may crash the application. A refused module is in the state `failed` and its log has the reason.
#include <random>

#include "fixture.h"

namespace compiler::cts {
namespace {

using Words = std::vector<uint32_t>;

/// The header of a module and no instruction.
const Words header = {0x07230203, 0x00010000, 0, 1, 0};
/// A memory model and capabilities, and no function.
const Words empty = {0x07230203, 0x00010000, 0, 1,          0, 0x00020011,
                     4,          0x00020011, 6, 0x0003000e, 2, 2};

/// Returns modules by hand for the known traps, and a hundred random ones with a fixed seed.
std::vector<Words> badModules() {
  std::vector<Words> modules = {{}, {0x07230203}, {1, 2, 3, 4, 5}, {0x03022307, 1, 0, 1, 0}};
  Words zeroLength = empty;
  // An instruction of no words: a reader that adds the length never ends.
  zeroLength.push_back(0);
  modules.push_back(zeroLength);
  Words tooLong = empty;
  // OpVariable of 65,535 words, behind the end.
  tooLong.push_back(0xffff003b);
  modules.push_back(tooLong);
  Words manyIds = empty;
  manyIds[3] = 0xffffffff;
  manyIds.push_back(0x00020013);  // OpTypeVoid of an identifier behind any bound
  manyIds.push_back(0xfffffffe);
  modules.push_back(manyIds);
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    Words words = i % 2 == 0 ? header : empty;
    for (size_t n = random() % 50; n != 0; --n) {
      // Small words look like instructions: a length above an opcode.
      words.push_back(i % 4 < 2 ? static_cast<uint32_t>(random())
                                : static_cast<uint32_t>((random() % 6) << 16 | random() % 400));
    }
    modules.push_back(words);
  }
  return modules;
}

/// True for the errors that a front end may answer with; any other one is a mistake of the target.
bool isErrorOfIL(std::optional<Error> error) {
  return error == Error::compileFailure || error == Error::invalidBinary ||
         error == Error::unsupported || error == Error::outOfResources ||
         error == Error::invalidValue;
}

}  // namespace

KILN_COMPILER_CTS_SUITE(IntermediateLanguages);

/// Modules without a header, with wrong lengths, identifiers behind the bound, and random words. An
/// error has a log and the state `failed`. Few random modules may be valid by chance.
TEST_P(IntermediateLanguages, SurviveBadSPIRV) {
  int accepted = 0;
  for (const Words &words : badModules()) {
    const ModulePointer module = make();
    const auto error = errorOf(module->compileSPIRV(words, {}));
    EXPECT_TRUE(!error || isErrorOfIL(error)) << testing::PrintToString(error);
    EXPECT_EQ(module->getState(), error ? ModuleState::failed : ModuleState::compiled);
    EXPECT_TRUE(!error || !module->log().empty());
    accepted += !error;
  }
  EXPECT_LE(accepted, 5) << "bytes that are no module are accepted";
}

/// Specialisation constants (clSetProgramSpecializationConstant, CL 3.0 §5.8.3) without bytes, with
/// a wrong size, and with an unknown number.
TEST_P(IntermediateLanguages, SurviveBadConstants) {
  const std::byte bytes[3] = {};
  const std::array<SpecializationConstant, 3> constants = {SpecializationConstant{0, {}},
                                                           SpecializationConstant{~0u, bytes},
                                                           SpecializationConstant{5, bytes}};
  const ModulePointer module = make();
  const auto error = errorOf(module->compileSPIRV(empty, constants));
  EXPECT_TRUE(!error || isErrorOfIL(error)) << testing::PrintToString(error);
}

/// Random bytes, half of them behind the magic number of bitcode. LLVM's reader is not made for
/// foreign files, so a crash of it must not end this process.
TEST_P(IntermediateLanguages, SurviveBadSPIR) {
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    Bytes bytes = {std::byte{'B'}, std::byte{'C'}, std::byte{0xc0}, std::byte{0xde}};
    // Each second file has the magic number.
    bytes.resize(i % 2 == 0 ? 4 : 0);
    for (size_t n = random() % 400; n != 0; --n) {
      bytes.push_back(static_cast<std::byte>(random()));
    }
    const ModulePointer module = make();
    const auto loaded = errorOf(module->loadSPIR(bytes));
    const auto error = loaded ? loaded : errorOf(module->compileSPIR());
    EXPECT_TRUE(isErrorOfIL(error)) << testing::PrintToString(error);
    EXPECT_EQ(module->getState(), ModuleState::failed);
  }
}

/// After refused programs in each language, OpenCL C still builds.
TEST_P(IntermediateLanguages, LeaveTheCompilerUsable) {
  EXPECT_FALSE(make()->compileSPIRV({}, {}));
  EXPECT_FALSE(make()->loadSPIR({}));
  EXPECT_EQ(verified(binaryOf(addSource)).metadata.kernels.size(), 1u);
}

}  // namespace compiler::cts
