// The compiler halves of riscv and riscv32 through libkiln-compiler.so.

#include <dlfcn.h>
#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/kernel.h"
#include "compiler/library.h"
#include "mux/target_support/elf.h"
#include "riscv/properties.h"

namespace riscv {
namespace {

using compiler::Error;
using compiler::OptionsMode;

compiler::Library &library() {
  static compiler::Library *const opened = [] {
    void *handle = dlopen(KILN_TEST_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    auto get =
        reinterpret_cast<compiler::GetLibraryFunction>(dlsym(handle, compiler::getLibrarySymbol));
    return get(compiler::interfaceVersion);
  }();
  return *opened;
}

compiler::Info *findInfo(std::string_view name) {
  for (compiler::Info *info : library().infos()) {
    if (info->name() == name) {
      return info;
    }
  }
  return nullptr;
}

struct Width {
  const char *name;
  uint8_t bits;
};

class RiscvCompiler : public testing::TestWithParam<Width> {
 protected:
  compiler::Info &info() { return *findInfo(GetParam().name); }

  std::unique_ptr<compiler::Module> finalized(const std::string &properties,
                                              std::string_view options) {
    target_ = std::move(*info().createTarget(*context_, properties));
    auto module = target_->createModule();
    EXPECT_TRUE(module->parseOptions(options, OptionsMode::build));
    EXPECT_TRUE(module->compileOpenCLC(source, {})) << module->log();
    EXPECT_TRUE(module->finalize()) << module->log();
    return module;
  }

  mux::elf::Image verified(const compiler::Result<compiler::Bytes> &binary) {
    EXPECT_TRUE(binary) << binary.error().message;
    if (!binary) {
      return {};
    }
    auto image = mux::elf::verify(*binary, {EM_RISCV, GetParam().bits, R_RISCV_RELATIVE, pageSize});
    EXPECT_TRUE(image) << image.error().message;
    return image ? std::move(*image) : mux::elf::Image();
  }

  static constexpr char source[] =
      "kernel void one(global float *p) { p[get_global_id(0)] *= 2.0f; }\n"
      "kernel void two(global long *p, long y, local long *l) {\n"
      "  l[get_local_id(0)] = p[get_global_id(0)] / y;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n";
  std::unique_ptr<compiler::Context> context_ = library().createContext();
  std::unique_ptr<compiler::Target> target_;
};

INSTANTIATE_TEST_SUITE_P(Widths, RiscvCompiler,
                         testing::Values(Width{targetName, 64}, Width{targetName32, 32}),
                         [](const auto &width) { return width.param.name; });

TEST_P(RiscvCompiler, InfoSaysWhatTheDeviceHas) {
  ASSERT_NE(findInfo(GetParam().name), nullptr);
  const compiler::DeviceProperties &properties = info().properties();
  EXPECT_EQ(properties.addressBits, GetParam().bits);
  EXPECT_EQ(properties.is64BitAtomics, GetParam().bits == 64);
  EXPECT_EQ(std::ranges::count(properties.extensions, "cl_khr_int64_base_atomics"),
            GetParam().bits == 64);
  EXPECT_EQ(properties.localMemorySize, localMemorySize);
  EXPECT_TRUE(info().supportsDeferredCompilation());
}

TEST_P(RiscvCompiler, BinariesVerifyForEveryDevice) {
  for (uint32_t vectorBits : {0u, 128u, 256u, 512u, 1024u}) {
    for (const char *options : {"", "-cl-opt-disable"}) {
      const std::string text = mux::formatTargetProperties(properties(GetParam().bits, vectorBits));
      const auto image = verified(finalized(text, options)->createBinary());
      EXPECT_EQ(image.metadata.target, GetParam().name);
      EXPECT_EQ(image.metadata.targetProperties, text);
      EXPECT_EQ(image.metadata.kernels.size(), 2u);
      EXPECT_EQ(image.entries.size(), 2u);
    }
  }
}

TEST_P(RiscvCompiler, TheDefaultIsNamedInTheBinary) {
  const auto image = verified(finalized("", "")->createBinary());
  EXPECT_EQ(image.metadata.targetProperties,
            mux::formatTargetProperties(defaultProperties(GetParam().bits)));
}

TEST_P(RiscvCompiler, KernelsAreCompiledLate) {
  auto module = finalized("", "");
  auto kernel = module->createKernel("two");
  ASSERT_TRUE(kernel) << kernel.error().message;
  module.reset();
  const auto image = verified((*kernel)->createSpecializedKernel({.localSize = {8, 1, 1}}));
  ASSERT_EQ(image.metadata.kernels.size(), 1u);
  EXPECT_EQ(image.metadata.kernels[0].name, "two");
  EXPECT_EQ(image.metadata.kernels[0].descriptor.specialized_local_size[0], 8u);
}

TEST_P(RiscvCompiler, RefusesOtherDevices) {
  for (const char *text : {"cpu=x86-64", "cpu=generic-rv64;features=+m", "cpu=generic-rv32",
                           "cpu=generic-rv64;features=+m,+a,+f,+d;abi=lp64q", "rv64gc", ";"}) {
    const auto target = info().createTarget(*context_, text);
    ASSERT_FALSE(target) << text;
    EXPECT_EQ(target.error().code, Error::invalidValue) << text;
    EXPECT_FALSE(target.error().message.empty());
  }
}

TEST(RiscvProperties, AreWhatTheRegistersSay) {
  EXPECT_EQ(mux::formatTargetProperties(properties(64, 256)),
            "cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl256b;abi=lp64d");
  EXPECT_EQ(mux::formatTargetProperties(properties(32, 0)),
            "cpu=generic-rv32;features=+m,+a,+f,+d,+c;abi=ilp32d");
  for (unsigned bits : {32u, 64u}) {
    EXPECT_EQ(mux::parseTargetProperties(mux::formatTargetProperties(defaultProperties(bits))),
              defaultProperties(bits));
  }
}

TEST(RiscvProperties, DecideWhatRuns) {
  const auto runs = [](const mux::TargetProperties &code, const mux::TargetProperties &device) {
    return runsOn(mux::formatTargetProperties(code).c_str(),
                  mux::formatTargetProperties(device).c_str());
  };
  for (uint32_t longer : {128u, 256u, 1024u}) {
    EXPECT_TRUE(runs(properties(64, 0), properties(64, longer)));
    EXPECT_TRUE(runs(properties(64, 128), properties(64, longer)));
    EXPECT_TRUE(runs(defaultProperties(64), properties(64, longer)));
    EXPECT_FALSE(runs(properties(64, longer), properties(64, 0)));
    EXPECT_FALSE(runs(properties(64, 2 * longer), properties(64, longer)));
    mux::TargetProperties emulated = properties(64, longer);
    emulated.avoid = avoidVectorTruncation;
    EXPECT_TRUE(runs(defaultProperties(64), emulated));
    EXPECT_TRUE(runs(properties(64, 0), emulated));
    EXPECT_FALSE(runs(properties(64, 128), emulated));
  }
  mux::TargetProperties more = properties(64, 0);
  more.features.push_back("+zbb");
  EXPECT_TRUE(runs(properties(64, 0), more));
  EXPECT_FALSE(runs(more, properties(64, 0)));
  EXPECT_FALSE(runs(properties(32, 0), properties(64, 0)));
  mux::TargetProperties otherAbi = properties(64, 0);
  otherAbi.abi = "lp64";
  EXPECT_FALSE(runs(otherAbi, properties(64, 0)));
  for (const char *text : {"", "cpu=", "cpu=generic-rv64;features=+zvlb", ";;;"}) {
    EXPECT_FALSE(runsOn(text, mux::formatTargetProperties(properties(64, 128)).c_str())) << text;
    EXPECT_FALSE(runsOn(mux::formatTargetProperties(properties(64, 0)).c_str(), text)) << text;
  }
}

}  // namespace
}  // namespace riscv
