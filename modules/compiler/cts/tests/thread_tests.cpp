// Many modules on several threads at the same time: each as if it were alone.
//
// An application may build programs on all of its threads. A module belongs to one thread at a
// time, but target, context and library are shared. LLVM and Clang have global state (options,
// statistics, signal handlers). A build that leaves a trace there changes the result of another
// one.
#include "fixture.h"

namespace compiler::cts {

class ThreadTest : public TargetTest {
 protected:
  /// The outcome of one build, for comparison.
  struct Built {
    Bytes binary;
    std::string log;
    ModuleState state;
    bool operator==(const Built &) const = default;
  };

  /// Every third program is wrong, each in its own words.
  Built build(int number) {
    const std::string n = std::to_string(number);
    // Each program has a macro, names and values of its own.
    const bool wrong = number % 3 == 2;
    const std::string source = "kernel void k" + n + "(global int *p) { p[get_global_id(0)] = " +
                               (wrong ? "missing" + n : n) + " * (int)get_local_id(0) + VALUE; }";
    const ModulePointer module = make();
    Built built;
    if (module->parseOptions("-DVALUE=" + n, OptionsMode::build) &&
        module->compileOpenCLC(source, {}) && module->link({}, false) && module->finalize()) {
      auto binary = module->createBinary();
      built.binary = binary ? std::move(*binary) : Bytes();
    }
    built.log = module->log();
    built.state = module->getState();
    EXPECT_EQ(built.binary.empty(), wrong) << built.log;
    EXPECT_EQ(contains(built.log, "missing" + n), wrong) << built.log;
    return built;
  }
};

KILN_COMPILER_CTS_SUITE_OVER(ThreadTest, Threads);

/// Nine programs, three of them wrong, one after the other and at once. Binaries, logs and states
/// are the same: no build sees options, sources or messages of another one.
TEST_P(Threads, BuildAsOneDoes) {
  constexpr int programs = 9;
  std::array<Built, programs> alone, together;
  for (int i = 0; i < programs; ++i) {
    alone[i] = build(i);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < programs; ++i) {
    threads.emplace_back([&, i] { together[i] = build(i); });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (int i = 0; i < programs; ++i) {
    EXPECT_TRUE(alone[i] == together[i]) << "program " << i;
  }
  // Otherwise the comparison would show nothing.
  EXPECT_NE(alone[0].binary, alone[1].binary);
}

/// A module belongs to no thread. Each step runs on a thread of its own, one after the other:
/// builds with a callback change threads (CL 3.0 §5.8.4).
TEST_P(Threads, HandModulesOn) {
  const ModulePointer module = make();
  // Runs one step on a new thread, and waits for it.
  const auto elsewhere = [](auto &&work) { std::thread(work).join(); };
  elsewhere([&] { EXPECT_TRUE(module->parseOptions("-cl-mad-enable", OptionsMode::build)); });
  elsewhere([&] { EXPECT_TRUE(module->compileOpenCLC(addSource, {})); });
  elsewhere([&] { EXPECT_TRUE(module->link({}, false)); });
  elsewhere([&] { EXPECT_TRUE(module->finalize()); });
  elsewhere([&] { EXPECT_TRUE(module->createBinary()); });
}

/// An application's thread may have 128 KiB of stack, too little for Clang.
TEST_P(Threads, OfSmallStacksBuild) {
  // A build brings its own stack.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 << 10);
  pthread_t thread;
  const auto work = [](void *argument) -> void * {
    auto *module = static_cast<Module *>(argument);
    EXPECT_TRUE(module->compileOpenCLC(addSource, {}));
    EXPECT_TRUE(module->finalize());
    EXPECT_TRUE(module->createBinary());
    return nullptr;
  };
  const ModulePointer module = make();
  ASSERT_EQ(pthread_create(&thread, &attributes, work, module.get()), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace compiler::cts
