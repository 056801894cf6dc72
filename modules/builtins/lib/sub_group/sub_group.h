// Declares the compiler's sub-group functions (compiler-spec.md, section 2). They act on the
// work-items of a sub-group at the same call.
#pragma once
#include "base.h"

uint __mux_get_sub_group_size(void) __attribute__((const));
uint __mux_get_max_sub_group_size(void) __attribute__((const));
uint __mux_get_sub_group_local_id(void) __attribute__((const));
bool __mux_sub_group_all(bool value);
ulong __mux_sub_group_ballot(bool value);

// X(type, its name in the closed set, its spelling of minimum and maximum)
#define EACH_INTEGER(X)  \
  X(char, i8, smin, smax)     \
  X(uchar, i8, umin, umax)    \
  X(short, i16, smin, smax)   \
  X(ushort, i16, umin, umax)  \
  X(int, i32, smin, smax)     \
  X(uint, i32, umin, umax)    \
  X(long, i64, smin, smax)    \
  X(ulong, i64, umin, umax)
#define EACH_FLOAT(X)    \
  X(half, f16, fmin, fmax)    \
  X(float, f32, fmin, fmax)   \
  X(double, f64, fmin, fmax)
#define EACH_TYPE(X) EACH_INTEGER(X) EACH_FLOAT(X)

// The closed set does not tell signed integers from unsigned ones, so one of each size declares.
#define EACH_INTEGER_SIZE(X) \
  X(char, i8)                \
  X(short, i16)              \
  X(int, i32)                \
  X(long, i64)
#define EACH_FLOAT_SIZE(X) X(half, f16) X(float, f32) X(double, f64)
#define EACH_SIZE(X) EACH_INTEGER_SIZE(X) EACH_FLOAT_SIZE(X)
#define DECLARE_MOVES(type, name)                             \
  type __mux_sub_group_shuffle_##name(type value, uint lane); \
  type __mux_sub_group_broadcast_##name(type value, uint lane);
EACH_SIZE(DECLARE_MOVES)
