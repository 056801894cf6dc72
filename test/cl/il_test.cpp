// Programs in intermediate languages: the checks of the entry points themselves, and how they reach
// the compiler.

#include <CL/cl_ext.h>

#include <cstring>
#include <random>

#include "fixture.h"

namespace {

/// A module with two specialization constants and nothing to run: SpecId 3 is a 32-bit integer,
/// 5 a boolean; id 7 is decorated and no constant.
std::vector<uint32_t> sampleModule() {
  const auto op = [](uint32_t opcode, std::initializer_list<uint32_t> operands) {
    std::vector<uint32_t> words = {static_cast<uint32_t>(operands.size() + 1) << 16 | opcode};
    words.insert(words.end(), operands);
    return words;
  };
  std::vector<uint32_t> words = {0x07230203, 0x00010000, 0, 20, 0};
  for (const auto &instruction : {op(17, {6}), op(17, {4}), op(14, {2, 2}), op(71, {10, 1, 3}),
                                  op(71, {11, 1, 5}), op(71, {12, 1, 7}), op(21, {1, 32, 0}),
                                  op(20, {2}), op(50, {1, 10, 42}), op(48, {2, 11})}) {
    words.insert(words.end(), instruction.begin(), instruction.end());
  }
  return words;
}

class Il : public test::Fixture {
 protected:
  test::OwnedProgram create(const void *il, size_t size, cl_int expected) {
    cl_int error = 1;
    test::OwnedProgram program = clCreateProgramWithIL(context, il, size, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(program.get() != nullptr, expected == CL_SUCCESS);
    return program;
  }
  test::OwnedProgram create(const std::vector<uint32_t> &words, cl_int expected = CL_SUCCESS) {
    return create(words.data(), words.size() * sizeof words[0], expected);
  }
};

TEST_F(Il, IsWhatTheProgramWasMadeFrom) {
  const auto words = sampleModule();
  const auto program = create(words);
  std::vector<uint32_t> il(words.size());
  size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, il.size() * 4, il.data(), &size), CL_SUCCESS);
  EXPECT_EQ(size, words.size() * 4);
  EXPECT_EQ(il, words);
  char source = 1;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 1, &source, &size), CL_SUCCESS);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(source, '\0');
  EXPECT_EQ(clGetProgramInfo(makeProgram("\n"), CL_PROGRAM_IL, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
}

TEST_F(Il, ComesInEitherByteOrder) {
  auto words = sampleModule();
  for (uint32_t &word : words) {
    word = __builtin_bswap32(word);
  }
  const auto program = create(words);
  const cl_uint value = 9;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof value, &value), CL_SUCCESS);
}

TEST_F(Il, HasTypedConstants) {
  const auto program = create(sampleModule());
  const cl_ulong value = 1;
  struct Case {
    cl_uint id;
    size_t size;
    const void *value;
    cl_int expected;
  };
  for (const auto &[id, size, pointer, expected] :
       {Case{3, 4, &value, CL_SUCCESS}, Case{5, 1, &value, CL_SUCCESS},
        Case{3, 8, &value, CL_INVALID_VALUE}, Case{3, 0, &value, CL_INVALID_VALUE},
        Case{5, 4, &value, CL_INVALID_VALUE}, Case{3, 4, nullptr, CL_INVALID_VALUE},
        Case{7, 4, &value, CL_INVALID_SPEC_ID}, Case{0, 4, &value, CL_INVALID_SPEC_ID},
        Case{10, 4, &value, CL_INVALID_SPEC_ID}}) {
    EXPECT_EQ(clSetProgramSpecializationConstant(program, id, size, pointer), expected)
        << id << ", " << size;
  }
}

TEST_F(Il, HasNoConstantsIfItIsSource) {
  const cl_uint value = 1;
  EXPECT_EQ(clSetProgramSpecializationConstant(makeProgram("\n"), 3, sizeof value, &value),
            CL_INVALID_PROGRAM);
}

TEST_F(Il, IsReachedThroughItsExtensionToo) {
  const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
  ASSERT_NE(create, nullptr);
  const auto words = sampleModule();
  cl_int error = 1;
  const test::OwnedProgram program = create(context, words.data(), words.size() * 4, &error);
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_F(Il, RefusesWhatIsNoModule) {
  const auto words = sampleModule();
  create(nullptr, 100, CL_INVALID_VALUE);
  create(words.data(), 0, CL_INVALID_VALUE);
  for (size_t size = 0; size < words.size() * 4; ++size) {
    if (size != 20) {  // the header alone is whole instructions, none
      cl_int error = 1;
      const test::OwnedProgram program = clCreateProgramWithIL(context, words.data(), size, &error);
      EXPECT_TRUE(error == CL_INVALID_VALUE || (error == CL_SUCCESS && size % 4 == 0)) << size;
    }
  }
  auto endless = words;
  endless[5] &= 0xffff;
  create(endless, CL_INVALID_VALUE);
  auto beyond = words;
  beyond.back() |= 0xffff0000;
  beyond[beyond.size() - 3] = 0xffff0030;
  create(beyond, CL_INVALID_VALUE);
}

TEST_F(Il, SurvivesDamage) {
  std::mt19937 random(4);
  const auto words = sampleModule();
  for (int round = 0; round < 200; ++round) {
    auto damaged = words;
    for (int i = 0; i < 2; ++i) {
      damaged[random() % damaged.size()] = static_cast<uint32_t>(random());
    }
    cl_int error = 1;
    const test::OwnedProgram program =
        clCreateProgramWithIL(context, damaged.data(), damaged.size() * 4, &error);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_VALUE);
    if (program.get() && round % 10 == 0) {
      (void)clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    }
  }
}

TEST_F(Il, OfNonsenseFailsToBuild) {
  auto words = sampleModule();
  words.push_back(0x00010000 | 0xfff);  // no instruction of this name
  const auto program = create(words);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  const std::string place = "word " + std::to_string(words.size() - 1) + ": opcode 4095";
  EXPECT_NE(logOf(program).find(place), std::string::npos) << logOf(program);
  EXPECT_EQ(clCompileProgram(create(words), 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(Il, AsBitcodeIsABinary) {
  const unsigned char bitcode[] = {'B', 'C', 0xc0, 0xde, 0x35, 0x14, 0, 0, 5, 0, 0, 0};
  const unsigned char *pointer = bitcode;
  const size_t size = sizeof bitcode;
  cl_int error = 1, status = 1;
  const test::OwnedProgram program =
      clCreateProgramWithBinary(context, 1, &device, &size, &pointer, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  cl_program_binary_type type = 0;
  EXPECT_EQ(
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(type, static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_INTERMEDIATE));
  unsigned char back[sizeof bitcode] = {};
  unsigned char *out = back;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof out, &out, nullptr), CL_SUCCESS);
  EXPECT_EQ(std::memcmp(back, bitcode, size), 0);
  // Damaged, it fails at the build and not before.
  EXPECT_NE(clBuildProgram(program, 1, &device, "-x spir -spir-std=1.2", nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_FALSE(logOf(program).empty());
}

}  // namespace
