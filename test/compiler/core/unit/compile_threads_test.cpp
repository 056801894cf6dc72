#include "thread/compile_threads.h"

#include <fenv.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

namespace compiler {
namespace {

size_t countThreads() {
  namespace fs = std::filesystem;
  return static_cast<size_t>(
      std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator()));
}

/// Runs a scenario in a forked process, since an abandoned job leaves its mark on a process.
void inChild(const std::function<bool()> &scenario) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(scenario() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

/// Touches `depth` KB of stack.
int recurse(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : recurse(depth - 1) + (frame[0] == static_cast<char>(depth));
}

TEST(CompileThreads, RunJobsOnALargeStack) {
  int depth = 0;
  EXPECT_TRUE(CompileThreads::instance().run([&] { depth = recurse(250 << 10); }));
  EXPECT_EQ(depth, 250 << 10);
}

TEST(CompileThreads, HaveTheDefaultFloatingPointEnvironment) {
  fesetround(FE_UPWARD);
  int rounding = -1;
  EXPECT_TRUE(CompileThreads::instance().run([&] { rounding = fegetround(); }));
  EXPECT_EQ(rounding, FE_TONEAREST);
  EXPECT_EQ(fegetround(), FE_UPWARD);
  fesetround(FE_TONEAREST);
}

TEST(CompileThreads, StayOnlyWhileTheyAreRetained) {
  auto &threads = CompileThreads::instance();
  const size_t before = countThreads();
  EXPECT_TRUE(threads.run([] {}));
  EXPECT_EQ(countThreads(), before);
  threads.retain();
  std::thread::id first, second;
  EXPECT_TRUE(threads.run([&] { first = std::this_thread::get_id(); }));
  EXPECT_TRUE(threads.run([&] { second = std::this_thread::get_id(); }));
  EXPECT_EQ(first, second);
  EXPECT_NE(first, std::this_thread::get_id());
  EXPECT_EQ(countThreads(), before + 1);
  threads.release();
  EXPECT_EQ(countThreads(), before);
}

TEST(CompileThreads, RunManyJobsAtOnce) {
  std::atomic<int> running = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      auto meet = [&] {
        ++running;
        while (running < 4) {
          std::this_thread::yield();
        }
      };
      EXPECT_TRUE(CompileThreads::instance().run(meet));
    });
  }
  for (std::thread &caller : callers) {
    caller.join();
  }
}

TEST(CompileThreads, NestedJobsStayOnTheirThread) {
  std::thread::id outer, inner;
  auto job = [&] {
    outer = std::this_thread::get_id();
    EXPECT_TRUE(CompileThreads::instance().run([&] { inner = std::this_thread::get_id(); }));
  };
  EXPECT_TRUE(CompileThreads::instance().run(job));
  EXPECT_EQ(outer, inner);
}

TEST(CompileThreads, AbandonAJobForGood) {
  inChild([] {
    auto &threads = CompileThreads::instance();
    bool wentOn = false;
    auto job = [&] {
      abandonJob("the reason");
      wentOn = true;
    };
    const bool wasTrusted = threads.isTrusted();
    const auto ran = threads.run(job);
    return wasTrusted && !ran && ran.error().code == Error::internalFailure &&
           ran.error().message == "the reason" && !wentOn && !threads.isTrusted();
  });
}

TEST(CompileThreads, RunAllOfSeveralJobs) {
  for (const unsigned others : {0u, 1u, 3u, 50u}) {
    std::mutex mutex;
    std::set<std::thread::id> ran;
    std::vector<unsigned> times(20);
    std::vector<std::function<void()>> jobs;
    for (unsigned &each : times) {
      jobs.emplace_back([&] {
        ++each;
        std::lock_guard lock(mutex);
        ran.insert(std::this_thread::get_id());
      });
    }
    EXPECT_TRUE(CompileThreads::instance().runAll(jobs, others));
    EXPECT_EQ(times, std::vector<unsigned>(20, 1));
    EXPECT_LE(ran.size(), others + 1);
    EXPECT_TRUE(others != 0 || ran.contains(std::this_thread::get_id()));
  }
  EXPECT_TRUE(CompileThreads::instance().runAll({}, 2));
}

TEST(CompileThreads, SayThatOneOfSeveralJobsWasAbandoned) {
  inChild([] {
    auto &threads = CompileThreads::instance();
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> reached = false;
    auto job = [&] {
      while (std::this_thread::get_id() == caller && !reached) {
        std::this_thread::yield();
      }
      reached = true;
      abandonJob("one of two");
    };
    const auto ran = threads.runAll({job, job}, 1);
    return !ran && ran.error().message == "one of two" && !threads.isTrusted();
  });
}

TEST(CompileThreads, RunAJobBesideTheCaller) {
  auto &threads = CompileThreads::instance();
  const size_t before = countThreads();
  threads.retain();
  std::atomic<bool> goOn = false, hasEnded = false;
  threads.runBeside([&] {
    while (!goOn) {
      std::this_thread::yield();
    }
    hasEnded = true;
  });
  EXPECT_TRUE(threads.run([] {})) << "another thread is busy";
  EXPECT_FALSE(hasEnded);
  goOn = true;
  threads.release();
  EXPECT_TRUE(hasEnded);
  EXPECT_EQ(countThreads(), before);
}

TEST(CompileThreads, UseAThreadBesideAgain) {
  auto &threads = CompileThreads::instance();
  const size_t before = countThreads();
  threads.retain();
  EXPECT_TRUE(threads.run([] {}));
  std::atomic<bool> hasRun = false;
  for (int i = 0; i < 20; ++i) {
    threads.runBeside([&] { hasRun = true; });
    while (!hasRun.exchange(false)) {
      std::this_thread::yield();
    }
    EXPECT_TRUE(threads.run([] {}));
  }
  threads.release();
  EXPECT_EQ(countThreads(), before);
}

TEST(CompileThreads, SayThatAJobBesideWasAbandoned) {
  inChild([] {
    auto &threads = CompileThreads::instance();
    threads.retain();
    threads.runBeside([] { abandonJob("beside"); });
    threads.release();
    return !threads.isTrusted();
  });
}

TEST(CompileThreads, AbandonNothingElsewhere) {
  abandonJob("not on a compile thread");
}

TEST(CompileThreads, WorkInAForkedChild) {
  auto &threads = CompileThreads::instance();
  threads.retain();
  EXPECT_TRUE(threads.run([] {}));
  inChild([] {
    bool ran = false;
    auto &own = CompileThreads::instance();
    return own.run([&] { ran = true; }) && ran && own.isTrusted();
  });
  threads.release();
}

TEST(CompileThreads, AreNotTrustedInAChildForkedDuringAJob) {
  auto job = [] { inChild([] { return !CompileThreads::instance().isTrusted(); }); };
  EXPECT_TRUE(CompileThreads::instance().run(job));
  EXPECT_TRUE(CompileThreads::instance().isTrusted());
}

}  // namespace
}  // namespace compiler
