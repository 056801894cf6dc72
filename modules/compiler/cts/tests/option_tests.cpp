// Tests parseOptions: the standard options in their modes (CL 3.0 §5.8.6, §5.8.7), wrong ones, and
// effects.
//
// Options are texts from applications. Four tables list the texts of the specification with the
// calls that accept them; each text is tried in each mode. Further tests look at the effects:
// macros, language versions, warnings, flags in the binary. A refused text must have no effect at
// all.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fixture.h"

namespace compiler::cts {
namespace {

/// OpenCL 3.0, 5.8.6 and 5.8.7.
constexpr std::array compilerOnly = {
    "-D NAME",
    "-DNAME",
    "-D NAME=1",
    "-DNAME=\"a b\"",
    "-I folder",
    "-Ifolder",
    "-I \"a folder\"",
    "-cl-single-precision-constant",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-opt-disable",
    "-cl-uniform-work-group-size",
    "-cl-mad-enable",
    "-cl-strict-aliasing",
    "-cl-std=CL1.0",
    "-cl-std=CL1.1",
    "-cl-std=CL1.2",
    "-cl-std=CL3.0",
    "-cl-kernel-arg-info",
    "-w",
    "-Werror",
    "-g",
    "-x spir",
    "-x spir -spir-std=1.2",
};
/// Accepted in all three modes, with blanks of each kind between options.
constexpr std::array both = {
    "",
    "   ",
    "-cl-denorms-are-zero",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-no-subgroup-ifp",
    "\t-cl-finite-math-only \n -cl-no-signed-zeros ",
};
/// For links that make a library.
constexpr std::array linkOnly = {"-create-library", "-create-library -enable-link-options"};
/// Unknown, incomplete or contradictory, in each mode.
constexpr std::array wrong = {
    "-no-such-option",
    "-cl-no-such-option",
    "word",
    "-",
    "--",
    "-D",
    "-D 1x",
    "-I",
    "-x",
    "-x c++",
    "-cl-std=",
    "-cl-std=CL9.9",
    "-cl-std=3",
    "-DX=\"open",
    "-enable-link-options",
    "-create-library -cl-denorms-are-zero",
    "-create-library -enable-link-options -cl-fast-relaxed-math",
    "-cl-opt-disabl",
    "-cl-opt-disablee",
    "-Dx -what?",
    "-spir-std=9",
};

/// Returns the error for a wrong text in a mode.
Error errorOfMode(OptionsMode mode) {
  constexpr std::array errors = {Error::invalidBuildOptions, Error::invalidCompilerOptions,
                                 Error::invalidLinkerOptions};
  return errors[static_cast<size_t>(mode)];
}

/// A folder with one header, for -I.
class Folder {
 public:
  Folder() {
    // A folder of its own for each test, removed at its end.
    char name[] = "/tmp/kiln-cts-XXXXXX";
    path_ = mkdtemp(name) ? name : "";
    std::filesystem::create_directory(path_ + "/a folder");
    std::ofstream(path_ + "/a folder/value.h") << "#define VALUE 3\n";
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string option() const { return "-I \"" + path_ + "/a folder\""; }

 private:
  std::string path_;
};

}  // namespace

class OptionTest : public TargetTest {
 protected:
  /// Expects success, and a module as empty as before.
  void expectAccepted(std::string_view options, OptionsMode mode) {
    const ModulePointer module = make();
    EXPECT_TRUE(module->parseOptions(options, mode)) << options << ": " << module->log();
    EXPECT_EQ(module->getState(), ModuleState::empty);
  }
  /// Expects the mode's error with a log, and a module as empty as before.
  void expectRefused(std::string_view options, OptionsMode mode) {
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(errorOfMode(mode), module->parseOptions(options, mode))) << options;
    EXPECT_EQ(module->getState(), ModuleState::empty);
    EXPECT_TRUE(module->log().ends_with('\n')) << options << ": " << module->log();
  }
};

KILN_COMPILER_CTS_SUITE_OVER(OptionTest, Options);

/// Accepted by clBuildProgram and clCompileProgram, refused by clLinkProgram.
TEST_P(Options, OfTheCompilerAreNotTheLinkers) {
  for (const char *options : compilerOnly) {
    expectAccepted(options, OptionsMode::build);
    expectAccepted(options, OptionsMode::compile);
    expectRefused(options, OptionsMode::link);
  }
}

/// The options of CL 3.0 §5.8.7.2 belong to compiler and linker.
TEST_P(Options, OfMathematicsAreBoths) {
  for (const char *options : both) {
    expectAccepted(options, OptionsMode::build);
    expectAccepted(options, OptionsMode::compile);
    expectAccepted(options, OptionsMode::link);
  }
}

/// The options for libraries belong to clLinkProgram alone.
TEST_P(Options, OfTheLinkerAreNotTheCompilers) {
  for (const char *options : linkOnly) {
    expectAccepted(options, OptionsMode::link);
    expectRefused(options, OptionsMode::build);
    expectRefused(options, OptionsMode::compile);
  }
}

/// Each call has an error of its own: CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS,
/// CL_INVALID_LINKER_OPTIONS.
TEST_P(Options, ThatAreWrongAreTheModesError) {
  for (const char *options : wrong) {
    expectRefused(options, OptionsMode::build);
    expectRefused(options, OptionsMode::compile);
    expectRefused(options, OptionsMode::link);
  }
}

/// The log names the option at fault, not the whole text.
TEST_P(Options, ThatAreWrongAreNamedInTheLog) {
  // The good option in front is not named.
  for (const auto mode : {OptionsMode::build, OptionsMode::compile, OptionsMode::link}) {
    const ModulePointer module = make();
    EXPECT_FALSE(module->parseOptions("-cl-finite-math-only -no-such-option", mode));
    EXPECT_TRUE(contains(module->log(), "-no-such-option")) << module->log();
  }
}

/// Zeros, open quotes, a backslash at the end, 200,000 characters: refused without a crash.
TEST_P(Options, MayBeAnyBytes) {
  // Each byte once, zero included.
  std::string all;
  for (int c = 0; c < 256; ++c) {
    all += static_cast<char>(c);
  }
  for (const std::string &text :
       {all, std::string("\0-w", 3), std::string(200'000, '-'), std::string(200'000, '"'),
        std::string(1, '\\'), "-D" + std::string(1, '\0')}) {
    expectRefused(text, OptionsMode::build);
  }
}

/// A refused text has no effect, not even by its options in front of the wrong one.
TEST_P(Options, ThatAreRefusedLeaveTheFormerOnes) {
  const ModulePointer module = make();
  ASSERT_TRUE(module->parseOptions("-DVALUE=3", OptionsMode::build));
  EXPECT_FALSE(module->parseOptions("-DVALUE=4 -no-such-option", OptionsMode::build));
  EXPECT_TRUE(module->compileOpenCLC("typedef char check[VALUE == 3 ? 1 : -1];", {}))
      << module->log();
}

/// Options of two calls do not add up.
TEST_P(Options, AreReplacedByTheNextOnes) {
  const ModulePointer module = make();
  ASSERT_TRUE(module->parseOptions("-DFIRST", OptionsMode::build));
  ASSERT_TRUE(module->parseOptions("-DSECOND", OptionsMode::build));
  EXPECT_TRUE(module->compileOpenCLC(
      "#if defined FIRST || !defined SECOND\n#error not replaced\n#endif\n", {}))
      << module->log();
}

/// -D with and without a value, with escaped quotes and a space. -cl-fast-relaxed-math defines a
/// macro as well (CL 3.0 §5.8.6.3).
TEST_P(Options, DefineMacros) {
  compiled(
      "typedef char a[ONE == 1 ? 1 : -1], b[TWO == 2 ? 1 : -1];\nconstant char text[] = TEXT;\n"
      "typedef char c[sizeof(text) == 4 ? 1 : -1];\n#ifndef FLAG\n#error no flag\n#endif\n",
      "-D ONE=1 -DTWO=2 -D TEXT=\\\"a\\ b\\\" -DFLAG");
  compiled("#ifndef __FAST_RELAXED_MATH__\n#error missing\n#endif\n", "-cl-fast-relaxed-math");
  compiled("#ifdef __FAST_RELAXED_MATH__\n#error too much\n#endif\n");
  compiled("#ifndef __OPENCL_C_VERSION__\n#error missing\n#endif\n");
}

/// -cl-std decides on __OPENCL_C_VERSION__; without it the language is OpenCL C 1.2 (CL 3.0
/// §5.8.6.5).
TEST_P(Options, ChooseTheLanguage) {
  // The option and the macro's value.
  const std::pair<const char *, const char *> versions[] = {
      {"", "120"}, {"-cl-std=CL1.1", "110"}, {"-cl-std=CL1.2", "120"}, {"-cl-std=CL3.0", "300"}};
  for (const auto &[option, version] : versions) {
    compiled("#if __OPENCL_C_VERSION__ != " + std::string(version) + "\n#error other\n#endif\n",
             option);
  }
}

/// -I with a quoted path that has a space.
TEST_P(Options, FindIncludeFolders) {
  const Folder folder;
  compiled("#include \"value.h\"\ntypedef char check[VALUE == 3 ? 1 : -1];\n", folder.option());
}

/// A warning is in the log; -w drops it, -Werror makes it Error::compileFailure.
TEST_P(Options, DecideWhatWarningsAre) {
  // A warning from the preprocessor, and a good kernel.
  constexpr char source[] = "#warning look here\nkernel void k() {}\n";
  EXPECT_TRUE(contains(compiled(source)->log(), "look here"));
  EXPECT_EQ(compiled(source, "-w")->log(), "");
  const ModulePointer module = make();
  ASSERT_TRUE(module->parseOptions("-Werror", OptionsMode::build));
  EXPECT_TRUE(failsWith(Error::compileFailure, module->compileOpenCLC(source, {})));
  EXPECT_TRUE(contains(module->log(), "look here")) << module->log();
}

/// An option may change the code, but not the kernels of a program.
TEST_P(Options, OfEveryKindMakeGoodBinaries) {
  for (const char *options :
       {"-cl-opt-disable", "-g", "-g -cl-opt-disable", "-cl-fast-relaxed-math", "-cl-std=CL3.0",
        "-cl-mad-enable", "-cl-denorms-are-zero", "-cl-uniform-work-group-size",
        "-cl-single-precision-constant -cl-kernel-arg-info"}) {
    SCOPED_TRACE(options);
    EXPECT_EQ(verified(binaryOf(addSource, options)).metadata.kernels.size(), 1u);
  }
}

/// The launch obeys two options: the mode of denormals, and the promise of whole work-groups.
TEST_P(Options, ArriveInTheDescriptor) {
  // Returns the flags of the only kernel.
  const auto flags = [&](const char *options) {
    const auto image = verified(binaryOf(addSource, options));
    return image.metadata.kernels.size() == 1 ? image.metadata.kernels[0].descriptor.flags : ~0u;
  };
  EXPECT_EQ(flags("") & mux_kernel_flush_denorms, 0u);
  EXPECT_NE(flags("-cl-denorms-are-zero") & mux_kernel_flush_denorms, 0u);
  EXPECT_EQ(flags("-cl-std=CL3.0") & mux_kernel_uniform_groups_only, 0u);
  EXPECT_NE(flags("-cl-std=CL3.0 -cl-uniform-work-group-size") & mux_kernel_uniform_groups_only,
            0u);
}

}  // namespace compiler::cts
