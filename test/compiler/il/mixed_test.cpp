// One program of OpenCL C, SPIR-V and SPIR: each kind's kernel calls functions of both others.
#include <numeric>

#include "il_files.h"
#include "kernel_runner.h"

namespace il {
namespace {

using compiler::Module;
using compiler::OptionsMode;
using compiler::Target;
using kernels::buffer;
using kernels::Program;

constexpr char sourceOfC[] =
    "int from_spirv(int x, global const int *p);\n"
    "int from_spir(int x, global const int *p);\n"
    "int from_c(int x, global const int *p) { return x * 7 + p[0]; }\n"
    "kernel void calls_c(global const int *in, global int *out) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i] = from_spirv(in[i], in) + 1000 * from_spir(in[i], in);\n"
    "}\n";

bool compileAll(Target &target, Module &module, const std::string &variant) {
  auto c = target.createModule();
  auto spirv = target.createModule();
  auto spir = target.createModule();
  for (Module *each : {c.get(), spirv.get(), spir.get()}) {
    EXPECT_TRUE(each->parseOptions("", OptionsMode::compile));
  }
  EXPECT_TRUE(c->compileOpenCLC(sourceOfC, {})) << c->log();
  EXPECT_TRUE(spirv->compileSPIRV(readWords("mixed_spirv" + variant + ".spv"), {})) << spirv->log();
  EXPECT_TRUE(spir->loadSPIR(readBytes("mixed_spir" + variant + ".bc"))) << spir->log();
  EXPECT_TRUE(spir->compileSPIR()) << spir->log();
  const Module *inputs[] = {c.get(), spirv.get(), spir.get()};
  EXPECT_TRUE(module.parseOptions("", OptionsMode::link));
  const auto linked = module.link(inputs, false);
  EXPECT_TRUE(linked) << linked.error().message << module.log();
  EXPECT_EQ(module.log(), "");
  return static_cast<bool>(linked);
}

struct MixedTest : testing::TestWithParam<std::string> {};

TEST_P(MixedTest, EachKindCallsTheOthers) {
  Program program(
      [&](Target &target, Module &module) { return compileAll(target, module, GetParam()); });
  ASSERT_TRUE(program.isBuilt());
  std::vector<int> in(16);
  std::iota(in.begin(), in.end(), 5);
  const auto fromC = [&](int x) { return x * 7 + in[0]; };
  const auto fromSpirv = [&](int x) { return x * 3 + in[1]; };
  const auto fromSpir = [&](int x) { return x * 11 + in[2]; };
  const auto check = [&](const std::string &kernel, auto first, auto second) {
    std::vector<int> out(in.size());
    ASSERT_EQ(
        program.run(kernel, {.global = {16, 1, 1}, .local = {4, 1, 1}}, {buffer(in), buffer(out)}),
        mux_success);
    for (size_t i = 0; i < in.size(); ++i) {
      EXPECT_EQ(out[i], first(in[i]) + 1000 * second(in[i])) << kernel << i;
    }
  };
  check("calls_c", fromSpirv, fromSpir);
  check("calls_spirv", fromC, fromSpir);
  check("calls_spir", fromC, fromSpirv);
}

INSTANTIATE_TEST_SUITE_P(All, MixedTest, testing::ValuesIn(variants()), [](const auto &info) {
  std::string name = info.param;
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
});

}  // namespace
}  // namespace il
