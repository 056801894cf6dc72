// cl_khr_subgroup_clustered_reduce: reductions over the active work-items in each cluster of `size`
// neighbours, a power of two.
#include "sub_group/sub_group.h"

HELPER uint clusterOf(uint size) { return __mux_get_sub_group_local_id() & ~(size - 1); }

// All lanes pass by every lane of their cluster; missing ones are left out.
#define REDUCE(type, name, function, expression)                                        \
  REDUCE_OF(type, name, function, given, expression)
#define REDUCE_OF(type, name, function, own, expression)                                \
  BUILTIN type sub_group_clustered_reduce_##function(type given, uint size) {           \
    const type value = own;                                                             \
    const uint together = __mux_sub_group_ballot(true), first = clusterOf(size);        \
    type x = value;                                                                     \
    bool any = false;                                                                   \
    for (uint i = 0; i < size; ++i) {                                                   \
      const type y = __mux_sub_group_shuffle_##name(value, first + i);                  \
      const bool isThere = together >> ((first + i) & 31) & 1;                          \
      x = !isThere ? x : any ? (type)(expression) : y;                                  \
      any = any | isThere;                                                              \
    }                                                                                   \
    return x;                                                                           \
  }

#define NUMBERS(type, name, min_, max_)                                                 \
  REDUCE(type, name, add, x + y)                                                        \
  REDUCE(type, name, mul, x *y)
EACH_TYPE(NUMBERS)

#define INTEGERS(type, name, min_, max_)                                                \
  REDUCE(type, name, min, y < x ? y : x)                                                \
  REDUCE(type, name, max, x < y ? y : x)                                                \
  REDUCE(type, name, and, x & y)                                                        \
  REDUCE(type, name, or, x | y)                                                         \
  REDUCE(type, name, xor, x ^ y)
EACH_INTEGER(INTEGERS)

#define FLOATS(type, name, min_, max_)                                                  \
  REDUCE(type, name, min, y != y || x < y ? x : y      )                           \
  REDUCE(type, name, max, y != y || x > y ? x : y      )
EACH_FLOAT(FLOATS)

REDUCE_OF(int, i32, logical_and, given != 0, x != 0 && y != 0)
REDUCE_OF(int, i32, logical_or, given != 0, x != 0 || y != 0)
REDUCE_OF(int, i32, logical_xor, given != 0, (x != 0) != (y != 0))
