// cl_khr_subgroup_ballot. A sub-group has at most 32 work-items, so a ballot fits in its first
// word.
#include "sub_group/sub_group.h"

#define WORD_BITS 32

HELPER uint lanesBelow(uint lane) { return (1u << lane) - 1; }

// The bits up to the largest size of a sub-group, also in a smaller sub-group at the end of a
// work-group (OpenCL C 3.0 §6.15.19, since 3.0.9).
HELPER uint valid(uint4 ballot) {
  const uint size = __mux_get_max_sub_group_size();
  return size < WORD_BITS ? ballot.x & lanesBelow(size) : ballot.x;
}

HELPER uint first(uint bits) { return __builtin_popcount(~bits & (bits - 1)); }

BUILTIN uint4 sub_group_ballot(int predicate) {
  return (uint4)(__mux_sub_group_ballot(predicate != 0), 0, 0, 0);
}
BUILTIN int sub_group_ballot_bit_extract(uint4 ballot, uint lane) {
  return lane < WORD_BITS ? ballot.x >> lane & 1 : 0;
}
BUILTIN int sub_group_inverse_ballot(uint4 ballot) {
  return ballot.x >> __mux_get_sub_group_local_id() & 1;
}
BUILTIN uint sub_group_ballot_bit_count(uint4 ballot) { return __builtin_popcount(valid(ballot)); }
BUILTIN uint sub_group_ballot_inclusive_scan(uint4 ballot) {
  const uint lane = __mux_get_sub_group_local_id();
  return __builtin_popcount(ballot.x & (lanesBelow(lane) | 1u << lane));
}
BUILTIN uint sub_group_ballot_exclusive_scan(uint4 ballot) {
  return __builtin_popcount(ballot.x & lanesBelow(__mux_get_sub_group_local_id()));
}
BUILTIN uint sub_group_ballot_find_lsb(uint4 ballot) { return first(valid(ballot)); }
BUILTIN uint sub_group_ballot_find_msb(uint4 ballot) {
  return WORD_BITS - 1 - __builtin_clz(valid(ballot));
}

HELPER uint4 ofWord(uint bits) { return (uint4)(valid((uint4)(bits, 0, 0, 0)), 0, 0, 0); }
BUILTIN uint4 get_sub_group_eq_mask(void) { return ofWord(1u << __mux_get_sub_group_local_id()); }
BUILTIN uint4 get_sub_group_lt_mask(void) {
  return ofWord(lanesBelow(__mux_get_sub_group_local_id()));
}
BUILTIN uint4 get_sub_group_ge_mask(void) {
  return ofWord(~lanesBelow(__mux_get_sub_group_local_id()));
}
BUILTIN uint4 get_sub_group_le_mask(void) {
  const uint lane = __mux_get_sub_group_local_id();
  return ofWord(lanesBelow(lane) | 1u << lane);
}
BUILTIN uint4 get_sub_group_gt_mask(void) {
  const uint lane = __mux_get_sub_group_local_id();
  return ofWord(~(lanesBelow(lane) | 1u << lane));
}

BUILTIN int sub_group_elect(void) {
  return first(__mux_sub_group_ballot(true)) == __mux_get_sub_group_local_id();
}

#define BROADCASTS(type, name, min, max)                                             \
  BUILTIN type sub_group_broadcast_first(type value) {                               \
    return __mux_sub_group_broadcast_##name(value, first(__mux_sub_group_ballot(true))); \
  }                                                                                  \
  BUILTIN int sub_group_non_uniform_all_equal(type value) {                          \
    return __mux_sub_group_all(sub_group_broadcast_first(value) == value);           \
  }
EACH_TYPE(BROADCASTS)
