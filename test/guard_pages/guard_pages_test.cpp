// Each step of the compiler on accesses, with buffers between guard pages
// (doc/vectoriser-memory.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "step_runner.h"

namespace guards {

namespace {

struct StepRun {
  Level level;
  Step step;
  std::vector<Build> builds;
};

void PrintTo(const StepRun &run, std::ostream *out) {
  *out << run.step.name << " on " << run.level.name;
}

/// Each step on each level, for one type and one width beside the scalar code: on the level of its
/// evidence the type and width of the evidence, else all in turn.
std::vector<StepRun> chosenRuns(const std::vector<Step> &steps) {
  constexpr std::array widths = {"auto", "8", "always", "4", "32", "2", "16"};
  std::vector<StepRun> runs;
  size_t number = 0;
  for (const Level &level : levels()) {
    for (const Step &step : steps) {
      const bool isEvident = level.name == step.evidenceLevel;
      const char *type = isEvident ? elementTypes[0] : elementTypes[number % elementTypes.size()];
      const bool isFixed = isEvident || step.evidenceWidth == "auto";  // large kernels, or jams
      const std::string width = isFixed ? step.evidenceWidth : widths[number % widths.size()];
      runs.push_back({level,
                      usesT(step) ? withType(step, type) : step,
                      {{"never"}, {width, isEvident ? step.evidence : ""}}});
      ++number;
    }
  }
  return runs;
}

/// Each step on each level for each type, with the widths of the environment.
std::vector<StepRun> allRuns(const std::vector<Step> &steps, const std::string &widths) {
  std::istringstream words(widths);
  std::vector<Build> builds = {{"never"}};
  for (std::string word; words >> word;) {
    builds.push_back({word});
  }
  std::vector<StepRun> runs;
  for (const Level &level : levels()) {
    for (const Step &step : steps) {
      for (const char *type : elementTypes) {
        if (usesT(step) || type == elementTypes[0]) {
          runs.push_back({level, usesT(step) ? withType(step, type) : step, builds});
        }
      }
    }
  }
  return runs;
}

std::vector<StepRun> runsOf(const std::vector<Step> &steps) {
  const char *widths = std::getenv("KILN_TEST_WIDTHS");
  return widths ? allRuns(steps, widths) : chosenRuns(steps);
}

std::string nameOf(const testing::TestParamInfo<StepRun> &info) {
  return std::string(info.param.level.name) + "_" + info.param.step.name;
}

class GuardPages : public testing::TestWithParam<StepRun> {};

TEST_P(GuardPages, NothingElseIsTouched) {
  const StepRun &each = GetParam();
  EXPECT_EQ(run(each.step, each.level, each.builds), "");
}

INSTANTIATE_TEST_SUITE_P(Vectors, GuardPages, testing::ValuesIn(runsOf(vectorSteps())), nameOf);
INSTANTIATE_TEST_SUITE_P(Flow, GuardPages, testing::ValuesIn(runsOf(flowSteps())), nameOf);

/// A kernel beyond its memory: the guards see it.
const Step readsBeyond = {
    "readsBeyond",
    "kernel void f(global const char *a, global char *b, int n, int m)"
    "{ int i = get_global_id(0); b[i] = a[i + m]; }",
    {{Memory::Kind::input, 1, [](const Launch &launch) { return launch.global[0]; }},
     {Memory::Kind::output, 1, [](const Launch &launch) { return launch.global[0]; }}},
    {{0, 1}}};

TEST(Guards, SeeAReadBehindTheEnd) {
  EXPECT_THAT(run(readsBeyond, levels().front(), {{"never"}}),
              testing::EndsWith("guard page at the end: signal 11"));
}

TEST(Guards, SeeAReadBeforeTheStart) {
  Step step = readsBeyond;
  step.launches = {{0, -1}};
  EXPECT_THAT(run(step, levels().front(), {{"never"}}),
              testing::EndsWith("guard page at the start: signal 11"));
}

TEST(Guards, SeeAWriteOfTheSameValue) {
  Step step = readsBeyond;
  step.source =
      "kernel void f(global char *a, global char *b, int n, int m)"
      "{ int i = get_global_id(0); a[i] = a[i]; b[i] = 0; if (i == 99) a[i] = 1;"
      "  volatile global char *v = a; v[i] = v[i]; }";
  EXPECT_THAT(run(step, levels().front(), {{"never"}}), testing::EndsWith("signal 11"));
}

TEST(Guards, SeeAWriteIntoThePadding) {
  Step step = readsBeyond;
  step.source =
      "kernel void f(global const char *a, global char *b, int n, int m)"
      "{ int i = get_global_id(0); b[i + m] = a[i]; }";
  EXPECT_THAT(run(step, levels().front(), {{"never"}}),
              testing::EndsWith("a byte beside memory 1 was written"));
}

}  // namespace

}  // namespace guards
