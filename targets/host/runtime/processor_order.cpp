// Looking up places of processors.
#include "processor_order.h"

#include <sched.h>

#include <algorithm>

namespace host {

namespace {

constexpr uint32_t unknown = ~0u;

}  // namespace

uint32_t currentProcessor() {
  return static_cast<uint32_t>(std::max(sched_getcpu(), 0));
}

ProcessorOrder::ProcessorOrder(const std::vector<uint32_t> &processors)
    : count_(std::max<uint32_t>(1, static_cast<uint32_t>(processors.size()))) {
  for (uint32_t place = 0; place < processors.size(); ++place) {
    if (processors[place] >= places_.size()) {
      places_.resize(processors[place] + 1, unknown);
    }
    places_[processors[place]] = place;
  }
}

// A thread of the application may run where no worker does.
uint32_t ProcessorOrder::share(uint32_t processor, uint32_t count) const {
  const uint32_t place = processor < places_.size() ? places_[processor] : unknown;
  return place == unknown ? processor % count
                          : static_cast<uint32_t>(uint64_t{place} * count / count_);
}

}  // namespace host
