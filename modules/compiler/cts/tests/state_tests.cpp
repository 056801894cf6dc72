// Every call in every state: allowed as the interface says, or Error::invalidValue and nothing
// has changed.
//
// The states and the calls that lead from one to the next:
//
//   empty --compile*--> compiled --link--> linked --finalize--> finalized
//     |                    |                                        |
//     +--deserialize--> any state      compiled --finalize----------+
//
//   compiled --link with createLibrary--> library;  a failed step --> failed
//
// Each test of a single step begins with TargetTest::inState.
#include <functional>

#include "fixture.h"

namespace compiler::cts {
namespace {

/// A call of Module, with the states that allow it.
struct Call {
  const char *name;
  std::vector<ModuleState> allowed;
  std::function<std::optional<Error>(Module &)> make;
};

/// A header of SPIR-V without an instruction: refused for its contents, not for the state.
constexpr std::array<uint32_t, 5> noModule = {0x07230203, 0x00010000, 0, 1, 0};

/// Returns all calls that change a module or make something from it. In an allowed state a call
/// need not succeed, but its error must not be the one for a wrong state.
std::vector<Call> calls(const Bytes &saved) {
  using enum ModuleState;
  return {
      {"compileOpenCLC", {empty}, [](Module &m) { return errorOf(m.compileOpenCLC("", {})); }},
      {"compileSPIRV", {empty}, [](Module &m) { return errorOf(m.compileSPIRV(noModule, {})); }},
      {"compileShaders",
       {empty},
       [](Module &m) { return errorOf(m.compileShaders(noModule, {})); }},
      {"loadSPIR",
       {empty},
       [](Module &m) { return errorOf(m.loadSPIR(std::as_bytes(std::span(noModule)))); }},
      {"link", {compiled}, [](Module &m) { return errorOf(m.link({}, false)); }},
      {"finalize", {compiled, linked}, [](Module &m) { return errorOf(m.finalize()); }},
      {"createBinary", {finalized}, [](Module &m) { return errorOf(m.createBinary()); }},
      {"serialize",
       {empty, compiled, library, linked, finalized},
       [](Module &m) { return errorOf(m.serialize()); }},
      {"deserialize",
       {empty},
       [saved](Module &m) { return errorOf(m.deserialize(saved, Trust::untrusted)); }},
  };
}

}  // namespace

KILN_COMPILER_CTS_SUITE(ModuleStates);

/// A new module: no log, no kernels, state `empty`.
TEST_P(ModuleStates, BeginEmpty) {
  const ModulePointer module = make();
  EXPECT_EQ(module->getState(), ModuleState::empty);
  EXPECT_EQ(module->log(), "");
  EXPECT_TRUE(module->programInfo().kernels.empty());
}

/// Each call in each of six states. A call that is not allowed is Error::invalidValue and leaves
/// the state; an allowed one may fail for another reason.
TEST_P(ModuleStates, AllowWhatTheInterfaceSays) {
  // Good bytes for the call of deserialize.
  auto saved = compiled(addSource)->serialize();
  ASSERT_TRUE(saved);
  for (const Call &call : calls(*saved)) {
    for (const ModuleState state : allStates) {
      SCOPED_TRACE(std::string(call.name) + " in state " + testing::PrintToString(state));
      const ModulePointer module = inState(state);
      const std::optional<Error> error = call.make(*module);
      // Allowed calls need not succeed: their arguments are empty or wrong.
      const bool allowed = std::ranges::find(call.allowed, state) != call.allowed.end();
      if (allowed) {
        EXPECT_NE(error, Error::invalidValue);
      } else {
        EXPECT_EQ(error, Error::invalidValue);
        EXPECT_EQ(module->getState(), state) << "a call that is not allowed changes the state";
      }
    }
  }
}

/// createKernel: Error::invalidValue in all other states, or Error::unsupported in each of them for
/// a target without the ability.
TEST_P(ModuleStates, AllowKernelsOfFinalizedModulesOnly) {
  // A target without the ability says so in any state.
  const Error error =
      info().supportsDeferredCompilation() ? Error::invalidValue : Error::unsupported;
  for (const ModuleState state : allStates) {
    if (state != ModuleState::finalized) {
      const ModulePointer module = inState(state);
      EXPECT_TRUE(failsWith(error, module->createKernel("add"))) << testing::PrintToString(state);
      EXPECT_EQ(module->getState(), state);
    }
  }
}

/// compileSPIR needs loadSPIR first. After a source or a link there is nothing to compile.
TEST_P(ModuleStates, RefuseSPIRThatIsNotLoaded) {
  for (const ModuleState state : {ModuleState::empty, ModuleState::library, ModuleState::linked,
                                  ModuleState::finalized, ModuleState::failed}) {
    const ModulePointer module = inState(state);
    EXPECT_FALSE(module->compileSPIR()) << testing::PrintToString(state);
  }
}

/// The way of clBuildProgram, call by call. createBinary may be repeated and changes nothing.
TEST_P(ModuleStates, FollowEachOther) {
  const ModulePointer module = make();
  ASSERT_TRUE(module->parseOptions("", OptionsMode::build));
  EXPECT_EQ(module->getState(), ModuleState::empty);
  ASSERT_TRUE(module->compileOpenCLC(addSource, {})) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::compiled);
  ASSERT_TRUE(module->link({}, false)) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::linked);
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::finalized);
  ASSERT_TRUE(module->createBinary());
  EXPECT_EQ(module->getState(), ModuleState::finalized);
  EXPECT_TRUE(module->createBinary());
}

/// A program of one unit needs no link.
TEST_P(ModuleStates, ComeFromCompiledToFinalizedWithoutALink) {
  const ModulePointer module = compiled(addSource);
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::finalized);
  EXPECT_EQ(verified(binaryOf(*module)).metadata.kernels.size(), 1u);
}

/// The second source must not have replaced the first one.
TEST_P(ModuleStates, LeaveAModuleUsableAfterARefusedCall) {
  const ModulePointer module = compiled(addSource);
  EXPECT_TRUE(failsWith(Error::invalidValue, module->compileOpenCLC("kernel void other() {}", {})));
  EXPECT_TRUE(failsWith(Error::invalidValue, module->createBinary()));
  ASSERT_TRUE(module->link({}, false)) << module->log();
  ASSERT_TRUE(module->finalize()) << module->log();
  auto binary = module->createBinary();
  ASSERT_TRUE(binary);
  const auto image = verified(*binary);
  ASSERT_EQ(image.metadata.kernels.size(), 1u);
  EXPECT_EQ(image.metadata.kernels[0].name, "add");
}

/// `failed` is final: a new build needs a new module.
TEST_P(ModuleStates, EndWithAFailure) {
  const ModulePointer module = failed();
  EXPECT_TRUE(module->programInfo().kernels.empty());
  EXPECT_TRUE(failsWith(Error::invalidValue, module->compileOpenCLC(addSource, {})));
  EXPECT_EQ(module->getState(), ModuleState::failed);
}

/// Logs, states and kernels belong to one module.
TEST_P(ModuleStates, OfOneModuleSayNothingOfAnother) {
  const ModulePointer broken = failed();
  const ModulePointer good = finalized(addSource);
  EXPECT_EQ(broken->getState(), ModuleState::failed);
  EXPECT_FALSE(broken->log().empty());
  EXPECT_TRUE(good->createBinary());
  EXPECT_TRUE(make()->programInfo().kernels.empty());
}

}  // namespace compiler::cts
