#include "frontend/build_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace compiler::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

BuildOptions parse(std::string_view text, OptionsMode mode = OptionsMode::build) {
  std::string log;
  auto options = parseBuildOptions(text, mode, log);
  EXPECT_TRUE(options) << text << ": " << log;
  EXPECT_EQ(log, "");
  return options ? *options : BuildOptions();
}

/// The error; the log must name its cause.
Error parseWrong(std::string_view text, std::string_view named,
                 OptionsMode mode = OptionsMode::build) {
  std::string log;
  auto options = parseBuildOptions(text, mode, log);
  EXPECT_FALSE(options) << text;
  EXPECT_THAT(log, HasSubstr(named)) << text;
  EXPECT_TRUE(log.ends_with('\n'));
  return options ? Error::invalidValue : options.error().code;
}

TEST(BuildOptions, defaults) {
  BuildOptions options = parse("  \t\n ");
  EXPECT_EQ(options, BuildOptions());
  EXPECT_EQ(options.language, LanguageVersion::cl12);
}

struct FlagCase {
  const char *text;
  bool BuildOptions::*member;
  bool atCompile, atLink;
};

class Flags : public testing::TestWithParam<FlagCase> {};

TEST_P(Flags, setsItsMemberOnlyWhereItIsAllowed) {
  auto [text, member, atCompile, atLink] = GetParam();
  BuildOptions expected;
  expected.*member = true;
  for (OptionsMode mode : {OptionsMode::build, OptionsMode::compile, OptionsMode::link}) {
    bool allowed = mode == OptionsMode::link ? atLink : atCompile;
    if (allowed) {
      EXPECT_EQ(parse(text, mode), expected);
    } else {
      std::string_view word(text);
      parseWrong(text, word.substr(0, word.find(' ')), mode);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Flags,
    testing::Values(
        FlagCase{"-cl-opt-disable", &BuildOptions::optDisable, true, false},
        FlagCase{"-O0", &BuildOptions::optDisable, true, false},
        FlagCase{"-cl-single-precision-constant", &BuildOptions::singlePrecisionConstant, true,
                 false},
        FlagCase{"-cl-denorms-are-zero", &BuildOptions::denormsAreZero, true, true},
        FlagCase{"-cl-fp32-correctly-rounded-divide-sqrt",
                 &BuildOptions::correctlyRoundedDivideSqrt, true, false},
        FlagCase{"-cl-mad-enable", &BuildOptions::madEnable, true, false},
        FlagCase{"-cl-no-signed-zeros", &BuildOptions::noSignedZeros, true, true},
        FlagCase{"-cl-unsafe-math-optimizations", &BuildOptions::unsafeMath, true, true},
        FlagCase{"-cl-finite-math-only", &BuildOptions::finiteMathOnly, true, true},
        FlagCase{"-cl-fast-relaxed-math", &BuildOptions::fastRelaxedMath, true, true},
        FlagCase{"-cl-uniform-work-group-size", &BuildOptions::uniformWorkGroupSize, true, false},
        FlagCase{"-cl-no-subgroup-ifp", &BuildOptions::noSubgroupForwardProgress, true, true},
        FlagCase{"-cl-strict-aliasing", &BuildOptions::strictAliasing, true, false},
        FlagCase{"-cl-kernel-arg-info", &BuildOptions::kernelArgInfo, true, false},
        FlagCase{"-w", &BuildOptions::noWarnings, true, false},
        FlagCase{"-Werror", &BuildOptions::warningsAreErrors, true, false},
        FlagCase{"-g", &BuildOptions::debugInfo, true, false},
        FlagCase{"-x spir", &BuildOptions::inputIsSpir, true, false},
        FlagCase{"-cl-kiln-remarks", &BuildOptions::remarks, true, true},
        FlagCase{"-cl-kiln-zero-local-memory", &BuildOptions::zeroLocalMemory, true, true},
        FlagCase{"-cl-kiln-zero-private-memory", &BuildOptions::zeroPrivateMemory, true, true},
        FlagCase{"-create-library", &BuildOptions::createLibrary, false, true}));

TEST(BuildOptions, definitions) {
  EXPECT_THAT(parse("-DA -D B -DC=1 -D D=2 -D\"E=1 2\" -D \"F(x)=x + 1\" -DG=").definitions,
              ElementsAre("A", "B", "C=1", "D=2", "E=1 2", "F(x)=x + 1", "G="));
  EXPECT_THAT(
      parse(R"(-DS=\"text\" -DP="\"a b\"" -DB=a\\b -DT=\t -DSPACE=a\ b -DC='x')").definitions,
      ElementsAre("S=\"text\"", "P=\"a b\"", "B=a\\b", "T=\\t", "SPACE=a b", "C='x'"));
}

TEST(BuildOptions, includePaths) {
  EXPECT_THAT(parse("-I/a -I b -I\"/c d\" \"-I/e f\" -I /g\\ h -I. -I C:\\x").includePaths,
              ElementsAre("/a", "b", "/c d", "/e f", "/g h", ".", "C:\\x"));
}

TEST(BuildOptions, languageVersions) {
  EXPECT_EQ(parse("-cl-std=CL1.0").language, LanguageVersion::cl10);
  EXPECT_EQ(parse("-cl-std=CL1.1").language, LanguageVersion::cl11);
  EXPECT_EQ(parse("-cl-std=CL1.2").language, LanguageVersion::cl12);
  EXPECT_EQ(parse("-cl-std=CL3.0").language, LanguageVersion::cl30);
  EXPECT_EQ(parse("-cl-std=CL2.0").language, LanguageVersion::cl20);
  EXPECT_EQ(parse("-cl-std=CLC++").language, LanguageVersion::cpp10);
  EXPECT_EQ(parse("-cl-std=CLC++1.0").language, LanguageVersion::cpp10);
  EXPECT_EQ(parse("-cl-std=CLC++2021").language, LanguageVersion::cpp2021);
  EXPECT_EQ(toString(parse("-cl-std=CLC++")), "-cl-std=CLC++1.0");
  EXPECT_EQ(parseWrong("-cl-std=CLC++3", "CLC++2021"), Error::invalidBuildOptions);
  EXPECT_EQ(parseWrong("-cl-std=CL9.9", "-cl-std=CL9.9"), Error::invalidBuildOptions);
  EXPECT_EQ(parseWrong("-cl-std=", "-cl-std="), Error::invalidBuildOptions);
}

TEST(BuildOptions, spirInput) {
  BuildOptions options = parse("-x spir -spir-std=1.2");
  EXPECT_TRUE(options.inputIsSpir);
  EXPECT_EQ(options.spirVersion, "1.2");
  parseWrong("-x", "-x");
  parseWrong("-x cl", "-x");
  parseWrong("-spir-std=2.0", "-spir-std=2.0");
}

TEST(BuildOptions, vectorization) {
  using Mode = vecz::VectorizeOptions::Mode;
  for (OptionsMode mode : {OptionsMode::build, OptionsMode::compile, OptionsMode::link}) {
    EXPECT_EQ(parse("-cl-kiln-vectorize=4 -cl-kiln-vectorize=never", mode).vectorize, "never");
  }
  EXPECT_EQ(parseVectorize("auto"), vecz::VectorizeOptions());
  EXPECT_EQ(parseVectorize("always"), vecz::VectorizeOptions{.mode = Mode::always});
  EXPECT_EQ(parseVectorize("never"), vecz::VectorizeOptions{.mode = Mode::never});
  for (unsigned width = 2; width <= 64; width *= 2) {
    EXPECT_EQ(parseVectorize(std::to_string(width)),
              (vecz::VectorizeOptions{.mode = Mode::always, .width = width}));
  }
}

TEST(BuildOptions, vectorizationTakesOnlyItsValues) {
  for (const char *value : {"", "0", "1", "3", "6", "128", "-4", "+4", "04", "4x", " 4", "4.0",
                            "4294967300", "18446744073709551620", "Auto", "auto,4", "yes"}) {
    EXPECT_FALSE(parseVectorize(value)) << value;
    const std::string option = "\"-cl-kiln-vectorize=" + std::string(value) + "\"";
    EXPECT_EQ(parseWrong(option, "auto, always, never, and a power of 2 from 2 to 64"),
              Error::invalidBuildOptions);
    EXPECT_EQ(parseWrong(option, "-cl-kiln-vectorize=", OptionsMode::link),
              Error::invalidLinkerOptions);
  }
  parseWrong("-cl-kiln-vectorize", "unknown option");
  parseWrong("-cl-kiln-remarks=1", "unknown option");
}

TEST(BuildOptions, warningsAreClangs) {
  const BuildOptions options =
      parse("-Wall -Werror -Wno-unused -Werror=shadow -Wframe-larger-than=9");
  EXPECT_THAT(options.warnings,
              ElementsAre("-Wall", "-Wno-unused", "-Werror=shadow", "-Wframe-larger-than=9"));
  EXPECT_TRUE(options.warningsAreErrors);
  EXPECT_EQ(parse(toString(options)), options);
  EXPECT_THAT(parse("-Wno-error -Werror").warnings, ElementsAre());
  EXPECT_THAT(parse("-Werror -Wno-error").warnings, ElementsAre("-Wno-error"));
  for (const char *text : {"-W", "-Wl,-s", "-Wall,", "\"-Wa b\"", "-W\\\""}) {
    parseWrong(text, "unknown option");
  }
  parseWrong("-Wall", "-Wall", OptionsMode::link);
}

TEST(BuildOptions, optimisationLevelsAreAccepted) {
  EXPECT_EQ(parse("-O1 -O2 -O3"), BuildOptions());
  parseWrong("-O4", "-O4");
}

TEST(BuildOptions, malformedOptionsAreTheModesError) {
  EXPECT_EQ(parseWrong("-foo", "-foo"), Error::invalidBuildOptions);
  EXPECT_EQ(parseWrong("-foo", "-foo", OptionsMode::compile), Error::invalidCompilerOptions);
  EXPECT_EQ(parseWrong("-foo", "-foo", OptionsMode::link), Error::invalidLinkerOptions);
  EXPECT_EQ(parseWrong("-DX", "-DX", OptionsMode::link), Error::invalidLinkerOptions);
  EXPECT_EQ(parseWrong("-cl-mad-enable -cl-mad-enabled", "-cl-mad-enabled"),
            Error::invalidBuildOptions);
  for (const char *text : {"-D", "-I", "-D 1X", "-D=1", "-DA-B", "-D \"\"", "-I \"\"", "kernel.cl",
                           "-", "--", "-DA \"", "-I\"/a b", "\"", "-W", "-cl-std", "-G", "\\"}) {
    parseWrong(text, "error: ");
  }
  parseWrong(std::string_view("-DA\0B", 5), "NUL");
}

TEST(BuildOptions, enableLinkOptionsNeedsALibrary) {
  BuildOptions options = parse("-create-library -enable-link-options", OptionsMode::link);
  EXPECT_TRUE(options.createLibrary && options.enableLinkOptions);
  EXPECT_EQ(parseWrong("-enable-link-options", "-enable-link-options", OptionsMode::link),
            Error::invalidLinkerOptions);
}

TEST(BuildOptions, deviceOptionsAreKept) {
  const DeviceOption known[] = {{"-kiln-cpu=", {}, ""}, {"-kiln-fast", {}, ""}};
  std::string log;
  auto options = parseBuildOptions("-kiln-cpu=x -kiln-fast", OptionsMode::build, log, known);
  ASSERT_TRUE(options) << log;
  EXPECT_THAT(options->deviceOptions, ElementsAre("-kiln-cpu=x", "-kiln-fast"));
  EXPECT_FALSE(parseBuildOptions("-kiln-faster", OptionsMode::build, log, known));
  EXPECT_FALSE(parseBuildOptions("-kiln-cpu", OptionsMode::build, log, known));
}

TEST(BuildOptions, deviceOptionsTakeOnlyTheirValues) {
  const DeviceOption known[] = {{"-kiln-unroll=", {"1", "2"}, ""}};
  std::string log;
  auto options =
      parseBuildOptions("-kiln-unroll=2 -kiln-unroll=1", OptionsMode::compile, log, known);
  ASSERT_TRUE(options) << log;
  EXPECT_EQ(options->deviceOption("-kiln-unroll="), "1");
  EXPECT_EQ(options->deviceOption("-kiln-other"), "");
  for (const char *text : {"-kiln-unroll=3", "-kiln-unroll=", "-kiln-unroll=12"}) {
    log.clear();
    auto wrong = parseBuildOptions(text, OptionsMode::compile, log, known);
    ASSERT_FALSE(wrong) << text;
    EXPECT_EQ(wrong.error().code, Error::invalidCompilerOptions);
    EXPECT_EQ(log, "error: option '" + std::string(text) + "': the values are 1, 2\n");
  }
}

TEST(BuildOptions, stepsAreSwitchedOffByName) {
  for (const OptionsMode mode : {OptionsMode::build, OptionsMode::link}) {
    const BuildOptions options =
        parse("-cl-kiln-disable-steps=licm -cl-kiln-disable-steps=gvn,narrow-integers", mode);
    EXPECT_EQ(options.disabledSteps, "licm,gvn,narrow-integers");
  }
  EXPECT_EQ(parse("-cl-kiln-disable-steps=").disabledSteps, "");
  parseWrong("-cl-kiln-disable-steps=lycm", "there is no step 'lycm'; the optional steps are ");
  parseWrong("-cl-kiln-disable-steps=gvn,linearize", "the step 'linearize' is required");
}

TEST(BuildOptions, bisectionLimitIsANumber) {
  EXPECT_EQ(parse("-cl-kiln-opt-bisect-limit=12").optBisectLimit, "12");
  EXPECT_EQ(parse("-cl-kiln-opt-bisect-limit=-1").optBisectLimit, "-1");
  for (const char *value : {"", "x", "-2", "1x", "99999999999"}) {
    parseWrong("-cl-kiln-opt-bisect-limit=" + std::string(value), "the values are -1 and");
  }
}

TEST(BuildOptions, textRoundTrips) {
  const char *text =
      R"(-w -cl-std=CL3.0 -DA="b \"c\" \\ d" -I "/x y" -g -cl-mad-enable -D B -x spir
         -spir-std=1.2 -I z\ w -cl-opt-disable -Werror -DE= -cl-kiln-vectorize=8 -cl-kiln-remarks
         -cl-kiln-disable-steps=licm,widen-indices -cl-kiln-opt-bisect-limit=-1)";
  BuildOptions options = parse(text);
  EXPECT_EQ(parse(toString(options)), options) << toString(options);
  EXPECT_EQ(toString(parse(toString(options))), toString(options));
}

TEST(BuildOptions, equalOptionsHaveEqualTexts) {
  EXPECT_EQ(toString(parse("-g  -w -O0 -D X")), toString(parse("-w -DX -cl-opt-disable -g")));
  EXPECT_EQ(toString(parse("-cl-std=CL1.2")), "");
  EXPECT_NE(toString(parse("-DA -DB")), toString(parse("-DB -DA")));
}

}  // namespace
}  // namespace compiler::frontend
