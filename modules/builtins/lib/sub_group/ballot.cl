// cl_khr_subgroup_ballot. A sub-group has at most 64 work-items, so a ballot fits in the first two
// words of a uint4.
#include "sub_group/sub_group.h"

#define BALLOT_BITS 64

HELPER uint lane(void) { return __mux_get_sub_group_local_id(); }
HELPER ulong lanesBelow(uint lane) { return (1ul << lane) - 1; }
HELPER ulong lanesUpTo(uint lane) { return 2 * (1ul << lane) - 1; }

// The bits up to the largest size of a sub-group, also in a smaller sub-group at the end of a
// work-group (OpenCL C 3.0 §6.15.19, since 3.0.9).
HELPER ulong validLanes(void) { return lanesUpTo(__mux_get_max_sub_group_size() - 1); }

HELPER ulong bitsOf(uint4 ballot) { return as_ulong(ballot.xy); }
HELPER ulong validBits(uint4 ballot) { return bitsOf(ballot) & validLanes(); }
HELPER uint4 ballotOf(ulong bits) { return (uint4)(as_uint2(bits), 0, 0); }

HELPER uint first(ulong bits) { return __builtin_popcountl(~bits & (bits - 1)); }

BUILTIN uint4 sub_group_ballot(int predicate) {
  return ballotOf(__mux_sub_group_ballot(predicate != 0));
}
BUILTIN int sub_group_ballot_bit_extract(uint4 ballot, uint lane) {
  return lane < BALLOT_BITS ? bitsOf(ballot) >> lane & 1 : 0;
}
BUILTIN int sub_group_inverse_ballot(uint4 ballot) { return bitsOf(ballot) >> lane() & 1; }
BUILTIN uint sub_group_ballot_bit_count(uint4 ballot) {
  return __builtin_popcountl(validBits(ballot));
}
BUILTIN uint sub_group_ballot_inclusive_scan(uint4 ballot) {
  return __builtin_popcountl(bitsOf(ballot) & lanesUpTo(lane()));
}
BUILTIN uint sub_group_ballot_exclusive_scan(uint4 ballot) {
  return __builtin_popcountl(bitsOf(ballot) & lanesBelow(lane()));
}
BUILTIN uint sub_group_ballot_find_lsb(uint4 ballot) { return first(validBits(ballot)); }
BUILTIN uint sub_group_ballot_find_msb(uint4 ballot) {
  return BALLOT_BITS - 1 - __builtin_clzl(validBits(ballot));
}

BUILTIN uint4 get_sub_group_eq_mask(void) { return ballotOf(1ul << lane()); }
BUILTIN uint4 get_sub_group_lt_mask(void) { return ballotOf(lanesBelow(lane())); }
BUILTIN uint4 get_sub_group_ge_mask(void) { return ballotOf(validLanes() & ~lanesBelow(lane())); }
BUILTIN uint4 get_sub_group_le_mask(void) { return ballotOf(lanesUpTo(lane())); }
BUILTIN uint4 get_sub_group_gt_mask(void) { return ballotOf(validLanes() & ~lanesUpTo(lane())); }

BUILTIN int sub_group_elect(void) { return first(__mux_sub_group_ballot(true)) == lane(); }

#define BROADCASTS(type, name)                                             \
  BUILTIN type sub_group_broadcast_first(type value) {                               \
    return __mux_sub_group_broadcast_##name(value, first(__mux_sub_group_ballot(true))); \
  }                                                                                  \
  BUILTIN int sub_group_non_uniform_all_equal(type value) {                          \
    return __mux_sub_group_all(sub_group_broadcast_first(value) == value);           \
  }
EACH_TYPE(BROADCASTS)
