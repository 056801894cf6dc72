// The place of a thread's processor among the processors of a scheduler.
//
// Places are neighbours where processors are, so that a range's parts (range_parts.h) go to caches
// in the order of addresses.
#pragma once

#include <cstdint>
#include <vector>

namespace host {

/// The number of the processor that the calling thread runs on; 0 if the system does not say. It
/// may be another one a moment later.
uint32_t currentProcessor();

/// The order of some processors. Immutable, so thread-safe.
class ProcessorOrder {
 public:
  /// `processors` has their numbers in the order of places. Throws std::bad_alloc.
  explicit ProcessorOrder(const std::vector<uint32_t> &processors);

  /// Returns the share of `processor` if the places are shared out evenly: a number below `count`,
  /// which is at least 1. A processor without a place has one by its number.
  uint32_t share(uint32_t processor, uint32_t count) const;

 private:
  // Indexed by the number of the processor; `unknown` for those that are not in the order.
  std::vector<uint32_t> places_;
  // The number of places, at least 1.
  uint32_t count_;
};

}  // namespace host
