// Declares the compiler's sub-group functions (compiler-spec.md, section 2). They act on the
// work-items of a sub-group at the same call.
#pragma once
#include "base.h"

uint __mux_get_sub_group_size(void) __attribute__((const));
uint __mux_get_max_sub_group_size(void) __attribute__((const));
uint __mux_get_sub_group_local_id(void) __attribute__((const));
bool __mux_sub_group_all(bool value);
ulong __mux_sub_group_ballot(bool value);

// X(type, its name in the closed set)
#define EACH_TYPE(X)                                                                       \
  X(char, i8) X(uchar, i8) X(short, i16) X(ushort, i16) X(int, i32) X(uint, i32)           \
  X(long, i64) X(ulong, i64) X(half, f16) X(float, f32) X(double, f64)

// The closed set does not tell signed integers from unsigned ones, so one of each size declares.
#define EACH_SIZE(X) \
  X(char, i8) X(short, i16) X(int, i32) X(long, i64) X(half, f16) X(float, f32) X(double, f64)
#define DECLARE_MOVES(type, name)                             \
  type __mux_sub_group_shuffle_##name(type value, uint lane); \
  type __mux_sub_group_broadcast_##name(type value, uint lane);
EACH_SIZE(DECLARE_MOVES)
