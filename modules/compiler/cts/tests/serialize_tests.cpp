// Tests serialize and deserialize: in every state, over contexts, and with damaged or foreign
// bytes.
#include <random>

#include "fixture.h"

namespace compiler::cts {
namespace {

constexpr std::array savedStates = {ModuleState::empty, ModuleState::compiled, ModuleState::library,
                                    ModuleState::linked, ModuleState::finalized};

}  // namespace

class SerializeTest : public TargetTest {
 protected:
  ModulePointer restored(const Bytes &bytes) {
    ModulePointer module = make();
    auto result = module->deserialize(bytes, Trust::untrusted);
    EXPECT_TRUE(result) << result.failure().message;
    return module;
  }
  void expectRefused(std::span<const std::byte> bytes) {
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(Error::invalidBinary, module->deserialize(bytes, Trust::untrusted)));
    EXPECT_EQ(module->getState(), ModuleState::empty);
  }
};

KILN_COMPILER_CTS_SUITE_OVER(SerializeTest, Serialize);

TEST_P(Serialize, KeepsTheState) {
  for (const ModuleState state : savedStates) {
    SCOPED_TRACE(testing::PrintToString(state));
    const ModulePointer module = inState(state);
    auto bytes = module->serialize();
    ASSERT_TRUE(bytes) << bytes.failure().message;
    const ModulePointer copy = restored(*bytes);
    EXPECT_EQ(copy->getState(), state);
    EXPECT_EQ(module->getState(), state);
    EXPECT_EQ(savedOf(*copy), *bytes);
  }
}

TEST_P(Serialize, RefusesFailedModules) {
  EXPECT_TRUE(failsWith(Error::invalidValue, failed()->serialize()));
}

TEST_P(Serialize, KeepsProgramInfo) {
  for (const ModuleState state :
       {ModuleState::compiled, ModuleState::linked, ModuleState::finalized}) {
    const ModulePointer module = inState(state);
    const ModulePointer copy = restored(savedOf(*module));
    EXPECT_TRUE(copy->programInfo().find("add")) << testing::PrintToString(state);
    EXPECT_EQ(serialize(copy->programInfo()), serialize(module->programInfo()));
  }
}

TEST_P(Serialize, KeepsOptions) {
  const ModulePointer copy = restored(savedOf(*compiled(addSource, "-cl-denorms-are-zero")));
  ASSERT_TRUE(copy->finalize()) << copy->log();
  const mux::elf::Image image = verified(binaryOf(*copy));
  ASSERT_EQ(image.metadata.kernels.size(), 1u);
  EXPECT_NE(image.metadata.kernels[0].descriptor.flags & mux_kernel_flush_denorms, 0u);
}

TEST_P(Serialize, MakesTheSameBinary) {
  const ModulePointer module = finalized(addSource);
  const ModulePointer copy = restored(savedOf(*module));
  EXPECT_EQ(binaryOf(*copy), binaryOf(*module));
}

TEST_P(Serialize, LetsABuildGoOn) {
  const ModulePointer user =
      restored(savedOf(*compiled("int f(int);\nkernel void k(global int *p) { *p = f(1); }")));
  const ModulePointer library = restored(savedOf(*libraryOf("int f(int x) { return x; }")));
  const ModulePointer module = make();
  const std::array<const Module *, 2> inputs = {user.get(), library.get()};
  ASSERT_TRUE(module->link(inputs, false)) << module->log();
  const ModulePointer copy = restored(savedOf(*module));
  ASSERT_TRUE(copy->finalize()) << copy->log();
  EXPECT_EQ(verified(binaryOf(*copy)).metadata.kernels.size(), 1u);
}

TEST_P(Serialize, ReachesOtherContexts) {
  const Bytes bytes = savedOf(*finalized(addSource));
  target_.reset();
  context_ = library().createContext();
  target_ = std::move(*info().createTarget(*context_, properties()));
  EXPECT_EQ(binaryOf(*restored(bytes)), binaryOf(addSource));
}

TEST_P(Serialize, NeedsTheBytesOnlyDuringTheCall) {
  Bytes bytes = savedOf(*finalized(addSource));
  const ModulePointer copy = restored(bytes);
  std::ranges::fill(bytes, std::byte{0xcc});
  EXPECT_EQ(verified(binaryOf(*copy)).metadata.kernels.size(), 1u);
}

TEST_P(Serialize, RefusesDamagedBytes) {
  std::mt19937 random(1);
  for (const ModuleState state :
       {ModuleState::empty, ModuleState::compiled, ModuleState::finalized}) {
    const Bytes bytes = savedOf(*inState(state));
    for (int i = 0; i < 200; ++i) {
      Bytes damaged = bytes;
      if (i % 4 == 0) {
        damaged.resize(random() % damaged.size());
      } else {
        damaged[random() % damaged.size()] ^= std::byte{1} << (random() % 8);
      }
      expectRefused(damaged);
    }
    Bytes longer = bytes;
    longer.push_back(std::byte{0});
    expectRefused(longer);
  }
}

TEST_P(Serialize, RefusesForeignBytes) {
  expectRefused({});
  expectRefused(std::as_bytes(std::span("not a module")));
  expectRefused(binaryOf(addSource));
  expectRefused(serialize(finalized(addSource)->programInfo()));
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    Bytes bytes(random() % 500);
    for (std::byte &byte : bytes) {
      byte = static_cast<std::byte>(random());
    }
    expectRefused(bytes);
  }
}

TEST_P(Serialize, ReachesOtherTargetsThatHaveWhatItMayUse) {
  for (Info *other : library().infos()) {
    if (other->name() == info().name()) {
      continue;
    }
    SCOPED_TRACE(other->name());
    auto made = other->createTarget(*context_, "");
    ASSERT_TRUE(made) << made.failure().message;
    const ModulePointer foreign = (*made)->createModule();
    ASSERT_TRUE(foreign->compileOpenCLC(addSource, {})) << foreign->log();
    const Bytes bytes = savedOf(*foreign);
    if (!missingProperties(other->properties(), info().properties()).empty()) {
      expectRefused(bytes);
      continue;
    }
    const ModulePointer copy = restored(bytes);
    ASSERT_TRUE(copy->finalize()) << copy->log();
    EXPECT_EQ(verified(binaryOf(*copy)).metadata.target, registration().name);
  }
}

TEST_P(Serialize, LeavesAModuleUsableThatRefused) {
  const ModulePointer module = make();
  EXPECT_FALSE(module->deserialize(std::as_bytes(std::span("damaged")), Trust::untrusted));
  ASSERT_TRUE(module->compileOpenCLC(addSource, {})) << module->log();
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_TRUE(module->createBinary());
}

}  // namespace compiler::cts
