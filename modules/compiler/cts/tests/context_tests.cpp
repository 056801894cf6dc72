// Tests the library's entry, and contexts shared by targets and threads.
//
// A Context owns the state of one OpenCL context in the compiler: LLVM's contexts, caches, and
// compile threads. Several may exist at once in a process, since applications and libraries create
// contexts without knowing of each other.
#include <atomic>

#include "fixture.h"

namespace compiler::cts {

KILN_COMPILER_CTS_SUITE(Contexts);

/// Library::buildId is part of the keys of caches. The list of infos stays in its place.
TEST_P(Contexts, BelongToALibraryThatNamesItsBuild) {
  EXPECT_FALSE(library().buildId().empty());
  EXPECT_EQ(library().infos().data(), library().infos().data());
}

/// One context is destroyed while a module of another one goes on.
TEST_P(Contexts, AreIndependent) {
  // In the context of the fixture, used again at the end.
  const ModulePointer first = finalized(addSource);
  auto other = library().createContext();
  auto otherTarget = info().createTarget(*other, properties());
  ASSERT_TRUE(otherTarget);
  {
    const ModulePointer second = (*otherTarget)->createModule();
    ASSERT_TRUE(second->compileOpenCLC(addSource, {})) << second->log();
  }
  // The order of destruction: module, target, context.
  otherTarget->reset();
  other.reset();
  EXPECT_TRUE(first->createBinary());
}

/// A Context is thread-safe: four threads make targets and modules in one.
TEST_P(Contexts, AreSharedByTargetsOfManyThreads) {
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) {
        auto made = info().createTarget(*context_, properties());
        failures += !made || !(*made)->createModule()->compileOpenCLC(addSource, {});
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

/// Contexts are made and destroyed by four threads at once. Global state of LLVM that is set up per
/// context shows here.
TEST_P(Contexts, ComeAndGoOnManyThreads) {
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) {
        auto context = library().createContext();
        auto made = info().createTarget(*context, properties());
        failures += !made || !(*made)->createModule()->compileOpenCLC(addSource, {});
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

}  // namespace compiler::cts
