// cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative, cl_khr_subgroup_rotate.
#include "sub_group/sub_group.h"

// Values of other lanes of a cluster of `size` lanes, a power of 2.
HELPER uint rotated(int delta, uint size) {
  const uint lane = __mux_get_sub_group_local_id();
  return (lane & ~(size - 1)) | ((lane + (uint)delta) & (size - 1));
}

#define SHUFFLES(type, name)                                                \
  BUILTIN type sub_group_shuffle(type value, uint lane) {                             \
    return __mux_sub_group_shuffle_##name(value, lane);                               \
  }                                                                                   \
  BUILTIN type sub_group_shuffle_xor(type value, uint mask) {                         \
    return __mux_sub_group_shuffle_##name(value, __mux_get_sub_group_local_id() ^ mask); \
  }                                                                                   \
  BUILTIN type sub_group_shuffle_up(type value, uint delta) {                         \
    return __mux_sub_group_shuffle_##name(value, __mux_get_sub_group_local_id() - delta); \
  }                                                                                   \
  BUILTIN type sub_group_shuffle_down(type value, uint delta) {                       \
    return __mux_sub_group_shuffle_##name(value, __mux_get_sub_group_local_id() + delta); \
  }                                                                                   \
  BUILTIN type sub_group_rotate(type value, int delta) {                              \
    return __mux_sub_group_shuffle_##name(                                            \
        value, rotated(delta, __mux_get_max_sub_group_size()));                       \
  }                                                                                   \
  BUILTIN type sub_group_clustered_rotate(type value, int delta, uint size) {         \
    return __mux_sub_group_shuffle_##name(value, rotated(delta, size));               \
  }
EACH_TYPE(SHUFFLES)
