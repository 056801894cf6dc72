// Tests serialize and deserialize: in every state, over contexts, and with damaged or foreign
// bytes.
//
// Serialized modules are the intermediate code in containers (clGetProgramInfo,
// CL_PROGRAM_BINARIES) and in the driver's cache of builds. Applications store them in files and
// pass them to later versions of the driver. So the bytes are untrusted, and a checksum has to find
// each change before LLVM's reader runs.
#include <random>

#include "fixture.h"

namespace compiler::cts {
namespace {

/// All states but `failed`.
constexpr std::array savedStates = {ModuleState::empty, ModuleState::compiled, ModuleState::library,
                                    ModuleState::linked, ModuleState::finalized};

}  // namespace

class SerializeTest : public TargetTest {
 protected:
  /// Returns a new module with these bytes. They count as foreign: Trust::untrusted.
  ModulePointer restored(const Bytes &bytes) {
    ModulePointer module = make();
    auto result = module->deserialize(bytes, Trust::untrusted);
    EXPECT_TRUE(result) << result.error().message;
    return module;
  }
  /// Expects Error::invalidBinary, and a module that is still empty.
  void expectRefused(std::span<const std::byte> bytes) {
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(Error::invalidBinary, module->deserialize(bytes, Trust::untrusted)));
    EXPECT_EQ(module->getState(), ModuleState::empty);
  }
};

KILN_COMPILER_CTS_SUITE_OVER(SerializeTest, Serialize);

/// A copy has the state of the original and serializes to the same bytes. The original is
/// unchanged.
TEST_P(Serialize, KeepsTheState) {
  for (const ModuleState state : savedStates) {
    SCOPED_TRACE(testing::PrintToString(state));
    const ModulePointer module = inState(state);
    auto bytes = module->serialize();
    ASSERT_TRUE(bytes) << bytes.error().message;
    const ModulePointer copy = restored(*bytes);
    EXPECT_EQ(copy->getState(), state);
    EXPECT_EQ(module->getState(), state);
    EXPECT_EQ(savedOf(*copy), *bytes);
  }
}

/// A failed module has nothing to save: Error::invalidValue.
TEST_P(Serialize, RefusesFailedModules) {
  EXPECT_TRUE(failsWith(Error::invalidValue, failed()->serialize()));
}

/// Queries of a loaded program answer without another build.
TEST_P(Serialize, KeepsProgramInfo) {
  for (const ModuleState state :
       {ModuleState::compiled, ModuleState::linked, ModuleState::finalized}) {
    const ModulePointer module = inState(state);
    const ModulePointer copy = restored(savedOf(*module));
    EXPECT_TRUE(copy->programInfo().find("add")) << testing::PrintToString(state);
    EXPECT_EQ(serialize(copy->programInfo()), serialize(module->programInfo()));
  }
}

/// Options of the compilation act at finalize, so they are part of the bytes.
TEST_P(Serialize, KeepsOptions) {
  const ModulePointer copy = restored(savedOf(*compiled(addSource, "-cl-denorms-are-zero")));
  ASSERT_TRUE(copy->finalize()) << copy->log();
  const mux::elf::Image image = verified(binaryOf(*copy));
  ASSERT_EQ(image.metadata.kernels.size(), 1u);
  EXPECT_NE(image.metadata.kernels[0].descriptor.flags & mux_kernel_flush_denorms, 0u);
}

/// A program that is loaded and finished is the one that was saved.
TEST_P(Serialize, MakesTheSameBinary) {
  const ModulePointer module = finalized(addSource);
  const ModulePointer copy = restored(savedOf(*module));
  EXPECT_EQ(binaryOf(*copy), binaryOf(*module));
}

/// A unit, a library and a linked program go on where they were saved: clCreateProgramWithBinary
/// with any program binary (CL 3.0 §5.8.1).
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

/// Bytes outlive the context that made them: a new target in a new context reads them.
TEST_P(Serialize, ReachesOtherContexts) {
  const Bytes bytes = savedOf(*finalized(addSource));
  // The old context is gone when the bytes are read.
  target_.reset();
  context_ = library().createContext();
  target_ = std::move(*info().createTarget(*context_, properties()));
  EXPECT_EQ(binaryOf(*restored(bytes)), binaryOf(addSource));
}

/// The test overwrites the bytes after the call.
TEST_P(Serialize, NeedsTheBytesOnlyDuringTheCall) {
  Bytes bytes = savedOf(*finalized(addSource));
  const ModulePointer copy = restored(bytes);
  // A module that refers to the bytes breaks now.
  std::ranges::fill(bytes, std::byte{0xcc});
  EXPECT_EQ(verified(binaryOf(*copy)).metadata.kernels.size(), 1u);
}

/// Bits flipped, bytes cut off or added: Error::invalidBinary before any bitcode is read. LLVM's
/// reader does not survive every damage.
TEST_P(Serialize, RefusesDamagedBytes) {
  std::mt19937 random(1);
  for (const ModuleState state :
       {ModuleState::empty, ModuleState::compiled, ModuleState::finalized}) {
    const Bytes bytes = savedOf(*inState(state));
    // A quarter of the files is cut off, the others have one bit flipped.
    for (int i = 0; i < 200; ++i) {
      Bytes damaged = bytes;
      if (i % 4 == 0) {
        damaged.resize(random() % damaged.size());
      } else {
        damaged[random() % damaged.size()] ^= std::byte{1} << (random() % 8);
      }
      expectRefused(damaged);
    }
    // A byte behind the end is damage as well.
    Bytes longer = bytes;
    longer.push_back(std::byte{0});
    expectRefused(longer);
  }
}

/// Empty, text, a device binary, a ProgramInfo, and random bytes.
TEST_P(Serialize, RefusesForeignBytes) {
  expectRefused({});
  expectRefused(std::as_bytes(std::span("not a module")));
  // A device binary: another format for another reader.
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

/// Saved modules are target-neutral up to the features that the program may use. A target without
/// one of them refuses.
TEST_P(Serialize, ReachesOtherTargetsThatHaveWhatItMayUse) {
  for (Info *other : library().infos()) {
    if (other->name() == info().name()) {
      continue;
    }
    SCOPED_TRACE(other->name());
    auto made = other->createTarget(*context_, "");
    ASSERT_TRUE(made) << made.error().message;
    const ModulePointer foreign = (*made)->createModule();
    ASSERT_TRUE(foreign->compileOpenCLC(addSource, {})) << foreign->log();
    const Bytes bytes = savedOf(*foreign);
    // For instance doubles, where this target has none.
    if (!missingProperties(other->properties(), info().properties()).empty()) {
      expectRefused(bytes);
      continue;
    }
    const ModulePointer copy = restored(bytes);
    ASSERT_TRUE(copy->finalize()) << copy->log();
    EXPECT_EQ(verified(binaryOf(*copy)).metadata.target, registration().name);
  }
}

/// A refused call leaves the module empty.
TEST_P(Serialize, LeavesAModuleUsableThatRefused) {
  const ModulePointer module = make();
  EXPECT_FALSE(module->deserialize(std::as_bytes(std::span("damaged")), Trust::untrusted));
  ASSERT_TRUE(module->compileOpenCLC(addSource, {})) << module->log();
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_TRUE(module->createBinary());
}

}  // namespace compiler::cts
