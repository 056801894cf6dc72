// Tests compileOpenCLC: the log, headers, and sources with every kind of mistake.
//
// Sources come from applications, so a source may be anything. The tests fall into three groups:
// messages that an application developer reads, headers as clCompileProgram passes them, and inputs
// made to break a front end. For the last group the result does not matter. The call has to return
// one of two errors or succeed, with a state and a log that fit.
#include <random>

#include "fixture.h"

namespace compiler::cts {

class CompileTest : public TargetTest {
 protected:
  /// Expects success, or one of the errors allowed for a source.
  void expectSurvived(std::string_view source) {
    const ModulePointer module = make();
    const auto error = errorOf(module->compileOpenCLC(source, {}));
    EXPECT_TRUE(!error || error == Error::compileFailure || error == Error::outOfResources)
        << testing::PrintToString(error) << ": " << module->log().substr(0, 1000);
    EXPECT_EQ(module->getState(), error ? ModuleState::failed : ModuleState::compiled);
    EXPECT_TRUE(!error || !module->log().empty());
  }
};

KILN_COMPILER_CTS_SUITE_OVER(CompileTest, CompileOpenCLC);

/// Error::compileFailure, and a log with the name and the line of the mistake; the log ends with a
/// line feed. clGetProgramBuildInfo returns this text (CL 3.0 §5.8.9).
TEST_P(CompileOpenCLC, SaysWhereTheSourceIsWrong) {
  const ModulePointer module = make();
  EXPECT_TRUE(failsWith(Error::compileFailure,
                        module->compileOpenCLC("\n\nkernel void k() { undeclared = 1; }\n", {})));
  EXPECT_EQ(module->getState(), ModuleState::failed);
  EXPECT_TRUE(contains(module->log(), "undeclared")) << module->log();
  EXPECT_TRUE(contains(module->log(), ":3:")) << "the line is missing: " << module->log();
  EXPECT_TRUE(module->log().ends_with('\n'));
}

/// The text of an #error directive reaches the log.
TEST_P(CompileOpenCLC, RepeatsWhatTheSourceSays) {
  const ModulePointer module = make();
  EXPECT_TRUE(failsWith(Error::compileFailure, module->compileOpenCLC("#error stop here\n", {})));
  EXPECT_TRUE(contains(module->log(), "stop here")) << module->log();
}

/// An empty log is the sign of a build without warnings.
TEST_P(CompileOpenCLC, SaysNothingOfAGoodSource) {
  EXPECT_EQ(compiled(addSource)->log(), "");
}

/// No kernel is no error: the program may be a part of a larger one.
TEST_P(CompileOpenCLC, TakesAnEmptySource) {
  const ModulePointer module = compiled("");
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_TRUE(module->programInfo().kernels.empty());
}

/// The source is a view without a final zero. A front end that reads on finds the #error behind it.
TEST_P(CompileOpenCLC, ReadsNoMoreThanTheSource) {
  // The text goes on behind the view, without a zero between.
  const std::string text = "kernel void k() {}#error behind the end";
  EXPECT_TRUE(make()->compileOpenCLC(std::string_view(text).substr(0, 18), {}));
}

/// The test overwrites source, header and name after the call. A module that points to them fails
/// in finalize or in createBinary.
TEST_P(CompileOpenCLC, NeedsItsArgumentsOnlyDuringTheCall) {
  const ModulePointer module = make();
  {
    std::string source = "#include \"h.h\"\n" + std::string(addSource);
    std::string name = "h.h";
    std::string header = "typedef int number;\n";
    const std::array<InputHeader, 1> headers = {InputHeader{name, header}};
    ASSERT_TRUE(module->compileOpenCLC(source, headers)) << module->log();
    // Overwritten and then freed.
    for (std::string *text : {&source, &name, &header}) {
      text->assign(text->size(), '#');
    }
  }
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_TRUE(module->createBinary());
}

/// Headers of clCompileProgram (CL 3.0 §5.8.5) are found from the source and from each other,
/// with both kinds of #include. Unused ones are not read.
TEST_P(CompileOpenCLC, FindsHeaders) {
  // One header includes another, and one is never read.
  const std::array<InputHeader, 3> headers = {
      InputHeader{"first.h", "#include \"folder/second.h\"\n"},
      InputHeader{"folder/second.h", "#define VALUE 3\n"},
      InputHeader{"unused.h", "#error never read\n"},
  };
  const ModulePointer module = make();
  EXPECT_TRUE(
      module->compileOpenCLC("#include \"first.h\"\n#include <folder/second.h>\n"
                             "typedef char check[VALUE == 3 ? 1 : -1];\n",
                             headers))
      << module->log();
}

/// Error::compileFailure with the name of the header.
TEST_P(CompileOpenCLC, NamesTheHeaderThatIsMissing) {
  const ModulePointer module = make();
  EXPECT_TRUE(
      failsWith(Error::compileFailure, module->compileOpenCLC("#include \"missing.h\"\n", {})));
  EXPECT_TRUE(contains(module->log(), "missing.h")) << module->log();
}

/// The log has the header's name and line, not those of the #include.
TEST_P(CompileOpenCLC, NamesTheHeaderThatIsWrong) {
  const std::array<InputHeader, 1> headers = {InputHeader{"wrong.h", "\nint x = ;\n"}};
  const ModulePointer module = make();
  EXPECT_TRUE(
      failsWith(Error::compileFailure, module->compileOpenCLC("#include \"wrong.h\"\n", headers)));
  EXPECT_TRUE(contains(module->log(), "wrong.h:2:")) << module->log();
}

/// Names come from applications: empty, absolute, above the root, with a zero or with bytes that
/// are no UTF-8. Success without a log or Error::compileFailure with one, never a crash.
TEST_P(CompileOpenCLC, SurvivesHeadersOfAnyName) {
  const std::string zero("a\0b", 3);
  for (const std::string_view name :
       {std::string_view(""), std::string_view("../../up.h"), std::string_view("/absolute.h"),
        std::string_view(zero), std::string_view("."), std::string_view("a//b/"),
        std::string_view("\xff\n\"")}) {
    const std::array<InputHeader, 1> headers = {InputHeader{name, "int x;\n"}};
    const ModulePointer module = make();
    const auto error = errorOf(module->compileOpenCLC(addSource, headers));
    EXPECT_TRUE(!error || error == Error::compileFailure) << testing::PrintToString(error);
    EXPECT_EQ(module->log().empty(), !error) << module->log();
  }
}

/// A header that includes itself ends at the front end's limit of depth.
TEST_P(CompileOpenCLC, EndsWhereHeadersDoNot) {
  const std::array<InputHeader, 1> headers = {InputHeader{"self.h", "#include \"self.h\"\n"}};
  const ModulePointer module = make();
  EXPECT_FALSE(module->compileOpenCLC("#include \"self.h\"\n", headers));
  EXPECT_EQ(module->getState(), ModuleState::failed);
  EXPECT_FALSE(module->log().empty());
}

/// Random bytes, a zero inside of the text, a byte order mark, and strings with bytes that are no
/// UTF-8. The seed is fixed, so a failure repeats.
TEST_P(CompileOpenCLC, SurvivesAnyBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 30; ++i) {
    std::string source(random() % 2000, '\0');
    for (char &c : source) {
      c = static_cast<char>(random());
    }
    expectSurvived(source);
  }
  expectSurvived(std::string("kernel void k() {}\0 trailing", 28));
  expectSurvived("\xef\xbb\xbfkernel void k() {}");
  expectSurvived("constant char c[] = \"\xff\xfe\";");
}

/// A good source with up to three changed characters, some cut off. Such mistakes reach deeper into
/// the front end than random bytes.
TEST_P(CompileOpenCLC, SurvivesDamagedSources) {
  // Fixed seeds: failures repeat on each machine.
  std::mt19937 random(2);
  const std::string good =
      "typedef struct { float4 v; int n[3]; } item;\n"
      "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
      "kernel void k(global item *items, local float *l, const float f) {\n"
      "  for (int i = 0; i < 3; ++i) { items[get_global_id(0)].n[i] += (int)(f * 2.5e3f); }\n"
      "  l[get_local_id(0)] = items[0].v.s012.x;\n  barrier(CLK_LOCAL_MEM_FENCE);\n}\n";
  for (int i = 0; i < 60; ++i) {
    std::string source = good;
    // Each third source is cut off somewhere.
    if (i % 3 == 0) {
      source.resize(random() % source.size());
    }
    for (int k = 0; k < 3 && !source.empty(); ++k) {
      source[random() % source.size()] = static_cast<char>(' ' + random() % 95);
    }
    expectSurvived(source);
  }
}

/// 50,000 parentheses, blocks or operators: a recursive parser overflows its stack without a limit.
/// The driver must not crash with the application.
TEST_P(CompileOpenCLC, SurvivesDepth) {
  // Returns the text `count` times.
  const auto repeat = [](std::string_view text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) {
      result += text;
    }
    return result;
  };
  expectSurvived("int x = " + repeat("(", 50'000) + "1" + repeat(")", 50'000) + ";");
  expectSurvived("void f(void) {" + repeat("if (1) {", 50'000) + repeat("}", 50'000) + "}");
  expectSurvived("constant int x = 1" + repeat(" + 1", 50'000) + ";");
}

/// A failure leaves nothing behind in the context: the next module builds.
TEST_P(CompileOpenCLC, SucceedsAfterFailures) {
  for (int i = 0; i < 5; ++i) {
    failed();
    EXPECT_EQ(verified(binaryOf(addSource)).metadata.kernels.size(), 1u);
  }
}

/// Restrictions of OpenCL C 3.0 §6.11, for instance kernels with a result, pointers to pointers,
/// and bool or size_t as an argument.
TEST_P(CompileOpenCLC, RejectsWhatOpenCLCForbids) {
  for (const char *source : {"kernel int k() { return 1; }", "kernel void k(int **p) {}",
                             "kernel void k(global int *p) { int *q = p; }",
                             "void f(void) { local int x = 3; }", "kernel void k(bool b) {}",
                             "kernel void k(size_t n) {}", "kernel void k() { goto nowhere; }"}) {
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(Error::compileFailure, module->compileOpenCLC(source, {}))) << source;
  }
}

}  // namespace compiler::cts
