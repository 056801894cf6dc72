// The same three kernels by each way in: they have to compile, run, and give the same results.
#include <numeric>

#include "il_files.h"
#include "kernel_runner.h"

namespace il {
namespace {

using compiler::Module;
using compiler::Result;
using compiler::Target;
using kernels::buffer;
using kernels::Grid;
using kernels::Program;

/// Brings a module to compiled from a file. The names of tests say which way.
struct Way {
  const char *name;
  const char *suffix;
  Result<void> (*compile)(Module &module, const std::string &file);
};

Result<void> compileSpirv(Module &module, const std::string &file) {
  return module.compileSPIRV(readWords(file), {});
}

Result<void> compileSpir(Module &module, const std::string &file) {
  auto loaded = module.loadSPIR(readBytes(file));
  return loaded ? module.compileSPIR() : std::move(loaded);
}

const Way ways[] = {{"SPIRV", ".spv", compileSpirv}, {"SPIR", ".bc", compileSpir}};

struct RunTest : testing::TestWithParam<std::tuple<Way, std::string>> {
  std::unique_ptr<Program> load(const std::string &kernel, const std::string &options = "") {
    const auto &[way, variant] = GetParam();
    return std::make_unique<Program>([&](Target &, Module &module) {
      EXPECT_TRUE(module.parseOptions(options, compiler::OptionsMode::build));
      const auto compiled = way.compile(module, kernel + variant + way.suffix);
      EXPECT_TRUE(compiled) << compiled.error().message << "\n" << module.log();
      return static_cast<bool>(compiled);
    });
  }
};

TEST_P(RunTest, VectorAdd) {
  auto program = load("vector_add");
  std::vector<float> a(100), b(100), c(100);
  std::iota(a.begin(), a.end(), 1.0F);
  std::iota(b.begin(), b.end(), 1000.0F);
  const Grid grid{.global = {100, 1, 1}, .local = {10, 1, 1}};
  ASSERT_EQ(program->run("vector_add", grid, {buffer(a), buffer(b), buffer(c)}), mux_success);
  for (size_t i = 0; i < c.size(); ++i) {
    EXPECT_EQ(c[i], a[i] + b[i]) << i;
  }
}

TEST_P(RunTest, Reduce) {
  for (const char *options : {"", "-cl-opt-disable"}) {
    auto program = load("reduce", options);
    std::vector<int> in(256), out(4);
    std::iota(in.begin(), in.end(), 1);
    const Grid grid{.global = {256, 1, 1}, .local = {64, 1, 1}};
    ASSERT_EQ(program->run("reduce", grid, {buffer(in), buffer(out), kernels::local(64 * 4)}),
              mux_success);
    for (int group = 0; group < 4; ++group) {
      EXPECT_EQ(out[group], std::accumulate(&in[group * 64], &in[group * 64] + 64, 3)) << group;
    }
  }
}

TEST_P(RunTest, Printf) {
  auto program = load("hello");
  int n = 7;
  std::string text;
  const Grid grid{.global = {2, 1, 1}, .local = {2, 1, 1}};
  ASSERT_EQ(program->runPrinting("hello", grid, {kernels::value(n)}, text), mux_success);
  EXPECT_EQ(text, "item 0 of hello: 3.5\nitem 1 of hello: 3.5\n");
}

std::string nameOf(const testing::TestParamInfo<RunTest::ParamType> &info) {
  std::string name = std::string(std::get<0>(info.param).name) + std::get<1>(info.param);
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, RunTest,
                         testing::Combine(testing::ValuesIn(ways), testing::ValuesIn(variants())),
                         nameOf);

}  // namespace
}  // namespace il
