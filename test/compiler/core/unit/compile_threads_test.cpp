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

using Outcome = CompileThreads::Outcome;

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
  std::string message;
  int depth = 0;
  EXPECT_EQ(CompileThreads::instance().run([&] { depth = recurse(250 << 10); }, message),
            Outcome::done);
  EXPECT_EQ(depth, 250 << 10);
}

TEST(CompileThreads, HaveTheDefaultFloatingPointEnvironment) {
  fesetround(FE_UPWARD);
  std::string message;
  int rounding = -1;
  EXPECT_EQ(CompileThreads::instance().run([&] { rounding = fegetround(); }, message),
            Outcome::done);
  EXPECT_EQ(rounding, FE_TONEAREST);
  EXPECT_EQ(fegetround(), FE_UPWARD);
  fesetround(FE_TONEAREST);
}

TEST(CompileThreads, StayOnlyWhileTheyAreRetained) {
  auto &threads = CompileThreads::instance();
  const size_t before = countThreads();
  std::string message;
  EXPECT_EQ(threads.run([] {}, message), Outcome::done);
  EXPECT_EQ(countThreads(), before);
  threads.retain();
  std::thread::id first, second;
  EXPECT_EQ(threads.run([&] { first = std::this_thread::get_id(); }, message), Outcome::done);
  EXPECT_EQ(threads.run([&] { second = std::this_thread::get_id(); }, message), Outcome::done);
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
      std::string message;
      auto meet = [&] {
        ++running;
        while (running < 4) {
          std::this_thread::yield();
        }
      };
      EXPECT_EQ(CompileThreads::instance().run(meet, message), Outcome::done);
    });
  }
  for (std::thread &caller : callers) {
    caller.join();
  }
}

TEST(CompileThreads, NestedJobsStayOnTheirThread) {
  std::string message;
  std::thread::id outer, inner;
  auto job = [&] {
    outer = std::this_thread::get_id();
    CompileThreads::instance().run([&] { inner = std::this_thread::get_id(); }, message);
  };
  EXPECT_EQ(CompileThreads::instance().run(job, message), Outcome::done);
  EXPECT_EQ(outer, inner);
}

TEST(CompileThreads, AbandonAJobForGood) {
  inChild([] {
    auto &threads = CompileThreads::instance();
    std::string message;
    bool wentOn = false;
    auto job = [&] {
      abandonJob("the reason");
      wentOn = true;
    };
    return threads.isTrusted() && threads.run(job, message) == Outcome::abandoned &&
           message == "the reason" && !wentOn && !threads.isTrusted();
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
    std::string message;
    EXPECT_EQ(CompileThreads::instance().runAll(jobs, others, message), Outcome::done);
    EXPECT_EQ(times, std::vector<unsigned>(20, 1));
    EXPECT_LE(ran.size(), others + 1);
    EXPECT_TRUE(others != 0 || ran.contains(std::this_thread::get_id()));
  }
  std::string message;
  EXPECT_EQ(CompileThreads::instance().runAll({}, 2, message), Outcome::done);
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
    std::string message;
    return threads.runAll({job, job}, 1, message) == Outcome::abandoned &&
           message == "one of two" && !threads.isTrusted();
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
  std::string message;
  EXPECT_EQ(threads.run([] {}, message), Outcome::done) << "another thread is busy";
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
  std::string message;
  EXPECT_EQ(threads.run([] {}, message), Outcome::done);
  std::atomic<bool> hasRun = false;
  for (int i = 0; i < 20; ++i) {
    threads.runBeside([&] { hasRun = true; });
    while (!hasRun.exchange(false)) {
      std::this_thread::yield();
    }
    EXPECT_EQ(threads.run([] {}, message), Outcome::done);
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
  std::string message;
  EXPECT_EQ(threads.run([] {}, message), Outcome::done);
  inChild([] {
    std::string ignored;
    bool ran = false;
    auto &own = CompileThreads::instance();
    return own.run([&] { ran = true; }, ignored) == Outcome::done && ran && own.isTrusted();
  });
  threads.release();
}

TEST(CompileThreads, AreNotTrustedInAChildForkedDuringAJob) {
  std::string message;
  auto job = [] { inChild([] { return !CompileThreads::instance().isTrusted(); }); };
  EXPECT_EQ(CompileThreads::instance().run(job, message), Outcome::done);
  EXPECT_TRUE(CompileThreads::instance().isTrusted());
}

}  // namespace
}  // namespace compiler
