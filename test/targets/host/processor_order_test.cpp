// Places of processors, and the choice of the sleeper to wake.
#include "processor_order.h"

#include <gtest/gtest.h>

#include "idle_workers.h"
#include "scheduler.h"

namespace {

using host::IdleWorkers;
using host::ProcessorOrder;
using host::Worker;

TEST(ProcessorOrderTest, PlacesAreSharedOutEvenly) {
  const ProcessorOrder order({4, 6, 5, 7});
  EXPECT_EQ(order.share(4, 2), 0u);
  EXPECT_EQ(order.share(6, 2), 0u);
  EXPECT_EQ(order.share(5, 2), 1u);
  EXPECT_EQ(order.share(7, 2), 1u);
  EXPECT_EQ(order.share(7, 1), 0u);
  EXPECT_EQ(order.share(5, 4), 2u);
  EXPECT_EQ(order.share(7, 16), 12u) << "more shares than processors";
}

TEST(ProcessorOrderTest, OtherProcessorsHaveAShareByTheirNumber) {
  const ProcessorOrder order({4, 6}), none({});
  EXPECT_EQ(order.share(0, 2), 0u);
  EXPECT_EQ(order.share(5, 2), 1u);
  EXPECT_EQ(order.share(1000, 3), 1u);
  EXPECT_EQ(none.share(7, 4), 3u);
}

TEST(ProcessorOrderTest, TheCurrentProcessorIsOneOfTheAllowed) {
  cpu_set_t set;
  ASSERT_EQ(pthread_getaffinity_np(pthread_self(), sizeof set, &set), 0);
  EXPECT_TRUE(CPU_ISSET(host::currentProcessor(), &set));
}

TEST(IdleWorkersTest, ASleeperFromAnotherProcessorIsPreferred) {
  Worker workers[3];
  workers[0].processor = 1;
  workers[1].processor = 2;
  workers[2].processor = 0;
  IdleWorkers idle(3);
  for (Worker &each : workers) {
    idle.sleep(each);
  }
  EXPECT_EQ(&idle.pop(0), &workers[1]) << "the last one of another processor";
  EXPECT_EQ(&idle.pop(1), &workers[2]);
  EXPECT_EQ(&idle.pop(1), &workers[0]) << "the only one that is left";
  EXPECT_FALSE(idle.hasSleepers());
}

// A worker that slept on the waker's processor must not stay there, and may return later.
TEST(IdleWorkersTest, AWokenWorkerLeavesTheProcessor) {
  cpu_set_t before, during, after;
  Worker self;
  self.thread = pthread_self();
  self.processor = host::currentProcessor();
  ASSERT_EQ(pthread_getaffinity_np(self.thread, sizeof before, &before), 0);
  const uint32_t here = self.processor;
  self.leaveProcessor(here + 1);  // it slept elsewhere
  ASSERT_EQ(pthread_getaffinity_np(self.thread, sizeof during, &during), 0);
  EXPECT_TRUE(CPU_EQUAL(&during, &before));
  self.leaveProcessor(here);
  ASSERT_EQ(pthread_getaffinity_np(self.thread, sizeof during, &during), 0);
  EXPECT_EQ(CPU_ISSET(here, &during) != 0, CPU_COUNT(&before) == 1);
  self.returnToAllowed();
  ASSERT_EQ(pthread_getaffinity_np(self.thread, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&after, &before));
}

}  // namespace
