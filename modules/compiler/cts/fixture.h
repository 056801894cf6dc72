// The test fixture of the suite: a context and a target per test, and modules in each of their
// states.
//
// A test asks for a module in some state, makes one call, and looks at the error, the state and the
// log:
//
//   TEST_P(Link, Example) {
//     const ModulePointer module = make();
//     EXPECT_TRUE(failsWith(Error::invalidValue, module->link({}, false)));
//     EXPECT_EQ(module->getState(), ModuleState::empty);
//   }
//
// Every test runs once for each variant of the target, so for each text of target properties.
// Programs are built as for the driver, through the C++ interface of the loaded library; no LLVM is
// linked into the suite.
//
// Helper steps report their own failures, with the log of the module, and go on. A module whose
// build failed is in the state `failed`, so later steps of the test fail as well. Binaries are
// verified by the code of the runtime half (mux::elf::verify).
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "compiler/kernel.h"
#include "compiler/library.h"
#include "mux/target_support/elf.h"
#include "suite.h"

namespace compiler {

/// Names for GoogleTest's messages.
/// Unknown values are printed as such.
void PrintTo(Error error, std::ostream *out);
void PrintTo(ModuleState state, std::ostream *out);

}  // namespace compiler

namespace compiler::cts {

/// Owns a module of a test.
/// Its target and context have to outlive it; both are members of the fixture.
using ModulePointer = std::unique_ptr<Module>;

/// Returns the error of a result, if it is one.
template <class T>
std::optional<Error> errorOf(const Result<T> &result) {
  return result ? std::nullopt : std::optional(result.error().code);
}

/// Succeeds if the result is a failure with this error and a message.
template <class T>
testing::AssertionResult failsWith(Error error, const Result<T> &result) {
  if (result) {
    return testing::AssertionFailure() << "it succeeds";
  }
  if (result.error().code != error) {
    return testing::AssertionFailure()
           << "the error is " << testing::PrintToString(result.error().code) << ": "
           << result.error().message;
  }
  if (result.error().message.empty()) {
    return testing::AssertionFailure() << "the failure has no message";
  }
  return testing::AssertionSuccess();
}

/// A small program for tests of steps.
/// Buffers alone, no local memory: each target can build and run it.
inline constexpr char addSource[] =
    "kernel void add(global const float *a, global const float *b, global float *c) {\n"
    "  size_t i = get_global_id(0);\n"
    "  c[i] = a[i] + b[i];\n"
    "}\n";

/// All states but `loaded`.
/// Tests of states go through all of them.
inline constexpr std::array allStates = {ModuleState::empty,     ModuleState::compiled,
                                         ModuleState::library,   ModuleState::linked,
                                         ModuleState::finalized, ModuleState::failed};

/// Return true if the list has the text, or the text has the part.
/// For lists the whole text has to be equal.
bool contains(const std::vector<std::string> &list, std::string_view text);
bool contains(std::string_view text, std::string_view part);

/// Skips the running test if its target registered a reason to.
#define KILN_CTS_SKIP_IF_REGISTERED()                        \
  if (auto reason = compiler::cts::reasonToSkipThisTest()) { \
    GTEST_SKIP() << *reason;                                 \
  }
/// Returns the registered reason to skip the running test.
/// Called in SetUp only: it asks GoogleTest for the name of the running test.
std::optional<std::string> reasonToSkipThisTest();

/// The base of all tests without a device. The parameter is the number of the variant: a text of
/// target properties.
/// Context and target are new for each test. So a test may destroy them, and leaves nothing behind
/// for the next one.
class TargetTest : public testing::TestWithParam<size_t> {
 protected:
  /// Skips registered tests, and makes context and target. A target that cannot be made fails the
  /// test.
  void SetUp() override;

  /// The variant's text for Info::createTarget; empty for the default.
  const std::string &properties() const { return variants()[GetParam()]; }
  /// The target of this variant.
  /// Not null in a running test.
  Target &target() { return *target_; }

  /// A new, empty module.
  /// Of the test's target.
  ModulePointer make() { return target_->createModule(); }
  /// Modules in a state. A step that fails is a failure of the test.
  ModulePointer compiled(std::string_view source, std::string_view options = "");
  ModulePointer linked(std::string_view source, std::string_view options = "");
  /// Compiles the source and links it with -create-library.
  ModulePointer libraryOf(std::string_view source);
  /// Ready for createBinary and createKernel.
  ModulePointer finalized(std::string_view source, std::string_view options = "");
  /// The only failure that is expected: a source that is no OpenCL C.
  ModulePointer failed();
  /// A module in any state, made of addSource except for `empty` and `failed`.
  /// For tests that go through allStates.
  ModulePointer inState(ModuleState state);

  /// Returns the binary of a program; empty, and the test fails, if it does not build.
  /// `options` as for clBuildProgram.
  Bytes binaryOf(std::string_view source, std::string_view options = "");
  /// Returns the binary of a finalized module, or the bytes of serialize(). Empty, and the test
  /// fails, on an error.
  Bytes binaryOf(Module &module);
  /// The bytes of serialize().
  Bytes savedOf(const Module &module);
  /// Fails the test if the binary is not one for the target's machine.
  /// Returns the headers, entries and program metadata. Empty after a failure.
  mux::elf::Image verified(const Bytes &binary);

  /// Created for each test.
  /// The context outlives the target by the order of the members.
  std::unique_ptr<Context> context_;
  /// Tests may replace it, for instance by a target with other properties.
  std::unique_ptr<Target> target_;
};

/// The name of a test's variant in test names.
/// The target's name and the number of the variant.
std::string variantName(const testing::TestParamInfo<size_t> &variant);

/// Declares a suite of the conformance tests over `Fixture`, run for each variant.
#define KILN_COMPILER_CTS_SUITE_OVER(Fixture, suite)                                    \
  class suite : public Fixture {};                                                      \
  INSTANTIATE_TEST_SUITE_P(Cts, suite,                                                  \
                           testing::Range<size_t>(0, compiler::cts::variants().size()), \
                           compiler::cts::variantName)
#define KILN_COMPILER_CTS_SUITE(suite) \
  KILN_COMPILER_CTS_SUITE_OVER(compiler::cts::TargetTest, suite)

}  // namespace compiler::cts
