// Jobs of three priorities, without a compiler: the order of the background, waits, and ends.

#include "core/process/job_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <latch>
#include <stdexcept>
#include <vector>

namespace {

using cl::JobQueue;
using cl::Ref;

/// The owner of jobs, as a build is.
class Owner final : public cl::RefCounted {
 public:
  ~Owner() override { isGone = true; }
  static inline std::atomic<bool> isGone = false;
};

class TestJob final : public cl::Job {
 public:
  TestJob(Owner &owner, std::function<void()> work) : owner_(owner), work_(std::move(work)) {}
  int result() const { return result_; }

 private:
  void run() override {
    work_();
    ++result_;
  }
  Ref<cl::RefCounted> lockOwner() override {
    return owner_.tryRetain() ? Ref<cl::RefCounted>::adopt(&owner_) : Ref<cl::RefCounted>();
  }

  Owner &owner_;
  std::function<void()> work_;
  int result_ = 0;
};

class Jobs : public ::testing::Test {
 protected:
  Ref<TestJob> makeJob(std::function<void()> work = [] {}) {
    return cl::make<TestJob>(*owner_, std::move(work));
  }
  JobQueue &queue() { return JobQueue::instance(); }

  Ref<Owner> owner_ = cl::make<Owner>();
};

TEST_F(Jobs, WantedOneRunsOnTheThreadThatWaits) {
  std::thread::id ran;
  const auto job = makeJob([&] { ran = std::this_thread::get_id(); });
  EXPECT_FALSE(queue().hasEnded(*job));
  queue().finish(*job);
  EXPECT_EQ(ran, std::this_thread::get_id());
  EXPECT_TRUE(queue().hasEnded(*job));
  queue().finish(*job);
  EXPECT_EQ(job->result(), 1);
}

TEST_F(Jobs, RunInTheOrderOfTheirAddition) {
  std::latch begun(1), open(1);
  std::vector<int> order;
  const auto first = makeJob([&] {
    begun.count_down();
    open.wait();
  });
  queue().add(Ref<cl::Job>(first.get()));
  begun.wait();
  std::vector<Ref<TestJob>> jobs;
  for (int i = 0; i < 4; ++i) {
    jobs.push_back(makeJob([&order, i] { order.push_back(i); }));
  }
  for (const int number : {2, 1, 2, 0, 3}) {
    queue().add(Ref<cl::Job>(jobs[number].get()));
  }
  std::latch last(1);
  const auto end = makeJob([&] { last.count_down(); });
  queue().add(Ref<cl::Job>(end.get()));
  open.count_down();
  last.wait();
  EXPECT_EQ(order, (std::vector<int>{2, 1, 0, 3}));
}

TEST_F(Jobs, WithADelayLetOthersGoFirst) {
  std::vector<int> order;
  std::latch last(1), early(1);
  const auto late = makeJob([&] {
    order.push_back(0);
    last.count_down();
  });
  const auto later = makeJob([&] {
    order.push_back(1);
    early.count_down();
  });
  const auto cancelled = makeJob();
  queue().add(Ref<cl::Job>(late.get()), std::chrono::milliseconds(300));
  queue().add(Ref<cl::Job>(cancelled.get()), std::chrono::milliseconds(200));
  queue().add(Ref<cl::Job>(later.get()));
  early.wait();
  queue().cancel(*cancelled);
  last.wait();
  EXPECT_EQ(order, (std::vector<int>{1, 0}));
  EXPECT_EQ(cancelled->result(), 0);
}

TEST_F(Jobs, WithADelayRunAtOnceWhenTheyAreWanted) {
  const auto job = makeJob();
  queue().add(Ref<cl::Job>(job.get()), std::chrono::hours(1));
  queue().finish(*job);
  EXPECT_EQ(job->result(), 1);
}

TEST_F(Jobs, WaitForTheBackgroundThatRunsOne) {
  std::latch begun(1), open(1);
  const auto job = makeJob([&] {
    begun.count_down();
    open.wait();
  });
  queue().add(Ref<cl::Job>(job.get()));
  begun.wait();
  // Another one does not wait for it.
  const auto other = makeJob();
  queue().finish(*other);
  std::thread opens([&] { open.count_down(); });
  queue().finish(*job);
  EXPECT_EQ(job->result(), 1);
  opens.join();
}

TEST_F(Jobs, ThreadsThatWantTheSameRunItOnce) {
  std::atomic<int> runs = 0;
  const auto job = makeJob([&] { ++runs; });
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      queue().finish(*job);
      EXPECT_EQ(job->result(), 1);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(runs, 1);
}

TEST_F(Jobs, CancelledOnesNeverRun) {
  std::latch begun(1), open(1), last(1);
  const auto first = makeJob([&] {
    begun.count_down();
    open.wait();
  });
  queue().add(Ref<cl::Job>(first.get()));
  begun.wait();
  const auto job = makeJob();
  const auto end = makeJob([&] { last.count_down(); });
  queue().add(Ref<cl::Job>(job.get()));
  queue().add(Ref<cl::Job>(end.get()));
  queue().cancel(*job);
  queue().add(Ref<cl::Job>(job.get()));
  open.count_down();
  last.wait();
  EXPECT_EQ(job->result(), 0);
  EXPECT_FALSE(queue().hasEnded(*job));
}

// A running job keeps its owner; the owner goes with the job's end.
TEST_F(Jobs, OwnerMayEndMeanwhile) {
  std::latch begun(1), open(1);
  Owner::isGone = false;
  const auto job = makeJob([&] {
    begun.count_down();
    open.wait();
    const JobQueue::Outside outside;
  });
  const auto never = makeJob();
  queue().add(Ref<cl::Job>(job.get()));
  queue().add(Ref<cl::Job>(never.get()));
  begun.wait();
  queue().cancel(*never);
  owner_.reset();
  EXPECT_FALSE(Owner::isGone);
  open.count_down();
  queue().finish(*job);
  EXPECT_EQ(job->result(), 1);
  while (!Owner::isGone) {
    std::this_thread::yield();
  }
  EXPECT_EQ(never->result(), 0);
}

TEST_F(Jobs, ExceptionEndsTheJobAlone) {
  const auto job = makeJob([] { throw std::runtime_error("no memory"); });
  queue().finish(*job);
  EXPECT_TRUE(queue().hasEnded(*job));
  EXPECT_EQ(job->result(), 0);
  std::latch last(1);
  const auto thrown = makeJob([] { throw std::runtime_error("no memory"); });
  const auto end = makeJob([&] { last.count_down(); });
  queue().add(Ref<cl::Job>(thrown.get()));
  queue().add(Ref<cl::Job>(end.get()));
  last.wait();
  EXPECT_TRUE(queue().hasEnded(*thrown));
}

// The thread ends without jobs, and starts again.
TEST_F(Jobs, BackgroundStartsAgain) {
  for (int i = 0; i < 50; ++i) {
    std::latch last(1);
    const auto job = makeJob([&] { last.count_down(); });
    queue().add(Ref<cl::Job>(job.get()));
    last.wait();
    queue().finish(*job);
    EXPECT_EQ(job->result(), 1);
  }
}

}  // namespace
