// cl_khr_subgroup_non_uniform_arithmetic.
#include "sub_group/sub_group.h"

#define DECLARE(type, name, operation)                                        \
  type __mux_sub_group_reduce_##operation##_##name(type value);               \
  type __mux_sub_group_scan_inclusive_##operation##_##name(type value);       \
  type __mux_sub_group_scan_exclusive_##operation##_##name(type value);

#define DECLARE_INTEGER(type, name)                                           \
  DECLARE(type, name, add)                                                    \
  DECLARE(type, name, mul)                                                    \
  DECLARE(type, name, smin)                                                   \
  DECLARE(type, name, umin)                                                   \
  DECLARE(type, name, smax)                                                   \
  DECLARE(type, name, umax)                                                   \
  DECLARE(type, name, and)                                                    \
  DECLARE(type, name, or)                                                     \
  DECLARE(type, name, xor)
#define DECLARE_FLOAT(type, name)                                             \
  DECLARE(type, name, fadd)                                                   \
  DECLARE(type, name, fmul)                                                   \
  DECLARE(type, name, fmin)                                                   \
  DECLARE(type, name, fmax)
EACH_INTEGER_SIZE(DECLARE_INTEGER)
EACH_FLOAT_SIZE(DECLARE_FLOAT)

#define DEFINE(type, name, function, operation)                               \
  BUILTIN type sub_group_non_uniform_reduce_##function(type value) {          \
    return __mux_sub_group_reduce_##operation##_##name(value);                \
  }                                                                           \
  BUILTIN type sub_group_non_uniform_scan_inclusive_##function(type value) {  \
    return __mux_sub_group_scan_inclusive_##operation##_##name(value);        \
  }                                                                           \
  BUILTIN type sub_group_non_uniform_scan_exclusive_##function(type value) {  \
    return __mux_sub_group_scan_exclusive_##operation##_##name(value);        \
  }

#define INTEGERS(type, name, min_, max_)                                      \
  DEFINE(type, name, add, add)                                                \
  DEFINE(type, name, mul, mul)                                                \
  DEFINE(type, name, min, min_)                                               \
  DEFINE(type, name, max, max_)                                               \
  DEFINE(type, name, and, and)                                                \
  DEFINE(type, name, or, or)                                                  \
  DEFINE(type, name, xor, xor)
EACH_INTEGER(INTEGERS)

#define FLOATS(type, name, min_, max_)                                        \
  DEFINE(type, name, add, fadd)                                               \
  DEFINE(type, name, mul, fmul)                                               \
  DEFINE(type, name, min, min_)                                               \
  DEFINE(type, name, max, max_)
EACH_FLOAT(FLOATS)

#define LOGICAL(kind, operation)                                              \
  BUILTIN int sub_group_non_uniform_##kind##_logical_##operation(int value) { \
    return __mux_sub_group_##kind##_##operation##_i32(value != 0) != 0;       \
  }
#define LOGICAL_KINDS(operation)                                              \
  LOGICAL(reduce, operation)                                                  \
  LOGICAL(scan_inclusive, operation)                                          \
  LOGICAL(scan_exclusive, operation)
LOGICAL_KINDS(and)
LOGICAL_KINDS(or)
LOGICAL_KINDS(xor)
