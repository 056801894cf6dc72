// Kernels for control flow, work-item loops and LLVM's passes: code without an active work-item
// accesses nothing.
#include <algorithm>

#include "kernels.h"

namespace guards {

namespace {

#define KERNEL(parameters, body) \
  "kernel void f(" parameters ", int n, int m) { int i = get_global_id(0); " body " }"
#define ABOUT "global T *p, global T *c"

std::vector<Launch> nothing() {
  return {{64, 0}, {61, 0, {61, 1}, {61, 1}}, {64, 0, {64, 1}, {16, 1}}};
}

std::vector<Step> notRun() {
  return {
      {"uniformFlag",
       KERNEL(ABOUT, "if (m) c[i] = p[i]; else c[i] = i;"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"noLane",
       KERNEL(ABOUT, "T x = 3; if (i >= n) x = p[i]; c[i] = x;"),
       {untouched(0), output(0, ofItems)},
       nothing(),
       "icmp (eq|ne) i16 .*, 0"},
      {"noLaneUniform",
       KERNEL(ABOUT, "T x = 3; if (i >= n) x = p[0] + p[m]; c[i] = x;"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"noLaneStores",
       KERNEL(ABOUT, "if (i >= n) { p[i] = 1; p[0] = 2; } c[i] = 5;"),
       {untouched(0), output(0, ofItems)},
       nothing(),
       "masked\\.store"},
      {"noIteration",
       KERNEL(ABOUT, "T x = 0; for (int k = 0; k < m; ++k) x += p[0] + p[i]; c[i] = x;"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"noIterationOfLane",
       KERNEL(ABOUT, "T x = 0; for (int k = 0; k < i - 63; ++k) x += p[k] + p[0]; c[i] = x;"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"noIterationByValue",
       KERNEL("global const uint *l, " ABOUT,
              "T x = 0; for (uint k = 0; k < l[i]; ++k) x += p[0] * p[i]; c[i] = x;"),
       {input(4, ofItems, 1), untouched(0), output(0, ofItems)},
       nothing()},
      {"noStoreInLoop",
       KERNEL("global const uint *l, " ABOUT,
              "for (int k = 0; k < n; ++k) { if (l[k] > 220) { p[0] = k; p[i] = k; } } c[i] = 1;"),
       {input(4, ofItems, 200), untouched(0), output(0, ofItems)},
       nothing()},
      {"nothingStoredBack",
       KERNEL("global uint *l, global T *c", "uint x = l[i]; if (x > 220) l[i] = x; c[i] = x;"),
       {input(4, ofItems, 200), output(0, ofItems)},
       nothing()},
      {"nothingAddedInLoop",
       KERNEL("global uint *l, global T *c",
              "for (int k = 0; k < n; ++k) { if (l[k] > 220) l[0] += k; } c[i] = l[0];"),
       {input(4, ofItems, 200), output(0, ofItems)},
       nothing()},
      {"otherPointer",
       KERNEL("global T *a, " ABOUT, "global T *q = i < n ? a : p; c[i] = q[i];"),
       {input(0, ofItems), untouched(0), output(0, ofItems)},
       nothing()},
      {"otherSide",
       KERNEL("global T *a, " ABOUT, "c[i] = i < n ? a[i] : p[i];"),
       {input(0, ofItems), untouched(0), output(0, ofItems)},
       nothing()},
      {"otherCase",
       KERNEL("global T *a, " ABOUT,
              "switch (i & m) { case 0: c[i] = a[i]; break; case 1: c[i] = p[i]; break;"
              "case 2: p[i] = 2; break; default: c[i] = p[0]; }"),
       {input(0, ofItems), untouched(0), output(0, ofItems)},
       nothing()},
      {"noAtomic",
       KERNEL("global uint *p, global uint *c", "if (i >= n) atomic_add(p, i); c[i] = 1;"),
       {untouched(4), output(4, ofItems)},
       nothing()},
      {"behindBarrier",
       KERNEL(
           ABOUT,
           "local int t[64]; int l = get_local_id(0); t[l] = i; barrier(CLK_LOCAL_MEM_FENCE);"
           "int x = t[get_local_size(0) - 1 - l]; if (m) x += p[i]; barrier(CLK_LOCAL_MEM_FENCE);"
           "if (x >= n) x = p[0]; c[i] = x;"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"decidedByGroup",
       KERNEL(ABOUT,
              "local int t[64]; int l = get_local_id(0); t[l] = l;"
              "for (int s = 32; s > m; s /= 2) { barrier(CLK_LOCAL_MEM_FENCE);"
              "if (l < s && l + s < get_local_size(0)) t[l] += t[l + s]; if (s == n) p[i] = 1; }"
              "barrier(CLK_LOCAL_MEM_FENCE); if (l == 64) p[0] = t[0]; c[i] = t[0];"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"boundFromMemory",
       KERNEL(ABOUT, "if (i >= n) { if (get_local_id(0) < p[0]) c[i] = 9; }"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"onlyBoundFromMemory",
       KERNEL(ABOUT,
              "local int t[64]; int l = get_local_id(0); t[l] = i; barrier(CLK_LOCAL_MEM_FENCE);"
              "if (t[l] >= n) { if (l < p[0]) c[i] = t[l]; }"),
       {untouched(0), output(0, ofItems)},
       nothing()},
      {"subGroup",
       KERNEL(ABOUT,
              "if (sub_group_any(i >= n)) c[i] = p[i]; else c[i] = sub_group_broadcast(i < n ? 3 : "
              "p[0], 0);"),
       {untouched(0), output(0, ofItems)},
       nothing(),
       "",
       "16",
       "avx512",
       "-cl-std=CL3.0"},
  };
}

std::vector<Step> loops() {
  return {
      {"lengths",
       KERNEL(
           "global const uint *l, global const T *a, global T *b",
           "if (i < n) { T s = 0; for (uint k = 0; k < l[i]; ++k) s += a[8 * i + k]; b[i] = s; }"),
       {input(4, ofN, 9), input(0, [](const Launch &l) { return 8 * ofN(l); }), output(0, ofN)},
       bounded(),
       "icmp (eq|ne) i16 .*, 0"},
      {"searched",
       KERNEL("global const uint *a, global uint *b",
              "if (i < n) { int k = 0; while (a[k] != m) ++k; b[i] = k; }"),
       {input(4, ofN, 1 << 20), output(4, ofN)},
       bounded((1 << 20) - 1)},
      {"searchedFromLane",
       KERNEL("global const uint *a, global uint *b",
              "if (i < n) { int k = i; while (a[k] != m) ++k; b[i] = k; }"),
       {input(4, ofN, 1 << 20), output(4, ofN)},
       bounded((1 << 20) - 1)},
      {"searchedByOne",
       KERNEL(
           "global const uint *a, global uint *b",
           "if (i == 0) { for (int k = 0; k < 100000; ++k) if (a[k] == m) { b[0] = k; break; } }"),
       {input(4, ofN, 1 << 20), output(4, [](const Launch &) { return size_t{1}; })},
       bounded((1 << 20) - 1)},
      {"loopOfOne",
       KERNEL("global const T *a, global T *b",
              "if (i == 0) { for (int k = 0; k < n; ++k) b[k] = a[2 * k] ^ a[2 * k + 1]; }"),
       {input(0, timesN<2, 1>), output(0, ofN)},
       bounded(),
       "vector\\.body"},
      {"loopOfOneWithGaps",
       KERNEL("global const T *a, global T *b",
              "if (i == 0) { for (int k = 0; k < n; ++k) b[k] = a[3 * k]; }"),
       {input(0, timesN<3>), output(0, ofN)},
       bounded(),
       "vector\\.body"},
      {"loopOfOneWithGapsInStores",
       KERNEL("global const T *a, global T *b",
              "if (i == 0) { for (int k = 0; k < n; ++k) { b[3 * k] = a[k]; b[3 * k + 1] = 1; } }"),
       {input(0, ofN), output(0, timesN<3, 1>)},
       bounded(),
       "vector\\.body"},
      {"loopOfOneWithMask",
       KERNEL("global const uint *l, global const T *a, global T *b",
              "if (i == 0) { for (int k = 0; k < 2 * n; ++k) if (k < n && l[k] > 7) b[k] = a[k] + "
              "1; }"),
       {input(4, ofN, 12), input(0, ofN), output(0, ofN)},
       bounded(),
       "masked\\.store"},
      {"loopOfOneReversed",
       KERNEL("global const T *a, global T *b",
              "if (i == 0) { for (int k = n; k-- > 0;) b[k] = a[2 * k]; }"),
       {input(0, timesN<2>), output(0, ofN)},
       bounded(),
       "vector\\.body"},
      {"filled",
       KERNEL("global T *b", "if (i == 0) { for (int k = 0; k < n; ++k) b[k] = 0; }"),
       {output(0, ofN)},
       bounded()},
      {"bothEnds",
       KERNEL("global const T *a, global T *b",
              "T x = i < n ? a[i] : 0; T y = x > 3 && i < n - 1 ? a[i + 1] : x; if (i < n) b[i] = "
              "x ^ y;"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
      {"leftEarly",
       KERNEL("global const T *a, global T *b",
              "if (i >= n) return; if ((a[i] & 3) == 0) return; b[i] = a[i]; if (a[i] & 4) return; "
              "b[i] += a[n - 1];"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
      {"blurred",
       "kernel void f(global const T *a, global T *b, int n, int m) {"
       "int x = get_global_id(0), y = get_global_id(1); if (x >= n || y >= m) return;"
       "b[y * n + x] = a[y * n + max(x - 1, 0)] ^ a[y * n + min(x + 1, n - 1)] ^"
       "  a[max(y - 1, 0) * n + x] ^ a[min(y + 1, m - 1) * n + x]; }",
       {input(0, [](const Launch &l) { return ofN(l) * ofM(l); }),
        output(0, [](const Launch &l) { return ofN(l) * ofM(l); })},
       {{29, 5, {32, 8}, {32, 8}}, {17, 7, {32, 8}, {16, 4}}, {1, 1, {16, 2}, {16, 2}}},
       "strided[^ ]*:"},
      {"strideOfGrid",
       "kernel void f(global const T *a, global T *b, int n, int m) {"
       "int i = get_global_id(0); T s = 0;"
       "for (int k = i; k < n; k += get_global_size(0)) { T x = a[k];"
       "  for (int j = 0; j < 8; ++j) x = (x * (T)3 ^ (x >> 5)) + (T)j; s ^= x; }"
       "if (i < n) b[i] = s; }",
       {input(0, ofN), output(0, [](const Launch &l) { return std::min<size_t>(ofN(l), 64); })},
       {{200, 0, {64, 1}, {32, 1}}, {1, 0, {64, 1}, {32, 1}}, {77, 0, {64, 1}, {64, 1}}},
       "llvm\\.prefetch"},
      {"inside",
       "kernel void f(global const T *a, global T *b, int n, int m) {"
       "int x = get_global_id(0), y = get_global_id(1);"
       "if (x > 0 && x < n - 1 && y > 0 && y < m) b[(y - 1) * n + x - 1] = a[(y - 1) * n + x - 1] "
       "^ a[(y - 1) * n + x + 1]; }",
       {input(0, [](const Launch &l) { return ofN(l) * (ofM(l) - 1); }),
        output(0, [](const Launch &l) { return ofN(l) * (ofM(l) - 1) - 2; })},
       {{29, 5, {32, 8}, {32, 8}}, {17, 7, {32, 8}, {16, 4}}}},
      {"firstOfGroup",
       KERNEL("global const T *a, global T *b",
              "if (get_local_id(0) < m) b[get_group_id(0) * m + get_local_id(0)] = "
              "a[get_group_id(0) * m + get_local_id(0)];"),
       {input(0, ofN), output(0, ofN)},
       {{4, 1, {64, 1}, {16, 1}}, {12, 3, {64, 1}, {16, 1}}, {36, 9, {80, 1}, {20, 1}}}},
      {"groupsOfOne",
       "kernel void f(global const T *a, global T *b, int n, int m) { int g = get_group_id(0);"
       "if (g < n) for (int k = 0; k < m; ++k) b[g * m + k] = a[g * m + k] + (T)1; }",
       {input(0, [](const Launch &l) { return ofN(l) * ofM(l); }),
        output(0, [](const Launch &l) { return ofN(l) * ofM(l); })},
       {{37, 3, {40, 1}, {1, 1}}, {40, 1, {40, 1}, {1, 1}}, {5, 9, {5, 1}, {1, 1}}},
       "groups:"},
      {"groupsOfOneAndX",
       "kernel void f(global const T *a, global T *b, int n, int m) { int g = get_group_id(0);"
       "if (g < n) b[g] = a[g]; }",
       {input(0, ofN), output(0, ofN)},
       {{37, 3, {40, 1}, {1, 1}}, {40, 1, {40, 1}, {1, 1}}}},
      {"copiedByGroup",
       "kernel void f(global const T *a, global T *b, int n, int m) { local T t[64];"
       "event_t e = async_work_group_copy(t, a, n, 0); wait_group_events(1, &e);"
       "t[get_local_id(0)] += (T)1; barrier(CLK_LOCAL_MEM_FENCE);"
       "e = async_work_group_copy(b, t, n, 0); wait_group_events(1, &e); }",
       {input(0, ofN), output(0, ofN)},
       {{1, 0}, {5, 0}, {29, 0}, {64, 0}},
       "vector\\.body"},
      {"copiedByGroupWithSteps",
       "kernel void f(global const T *a, global T *b, int n, int m) { local T t[64];"
       "event_t e = async_work_group_strided_copy(t, a, n, 3, 0); wait_group_events(1, &e);"
       "t[get_local_id(0)] += (T)1; barrier(CLK_LOCAL_MEM_FENCE);"
       "e = async_work_group_strided_copy(b, t, n, 2, 0); wait_group_events(1, &e); }",
       {input(0, timesN<3>), output(0, timesN<2>)},
       {{1, 0}, {5, 0}, {29, 0}, {64, 0}}},
      {"blocksOfSubGroups",
       "#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n"
       "__attribute__((intel_reqd_sub_group_size(16)))"
       "kernel void f(global const uint *a, global uint *b, int n, int m) {"
       "int g = get_sub_group_id() * 16; uint x = intel_sub_group_block_read(a + g);"
       "intel_sub_group_block_write(b + g, x + 1); }",
       {input(4, ofItems), output(4, ofItems)},
       {{0, 0}, {0, 0, {61, 1}, {61, 1}}, {0, 0, {5, 1}, {5, 1}}},
       "",
       "16",
       "avx512",
       "-cl-std=CL3.0"},
      {"countedByGroup",
       KERNEL("global uint *a, global const uint *l",
              "if (i < n && l[i] > 3) atomic_add(a, l[i]);"),
       {output(4, [](const Launch &) { return size_t{1}; }), input(4, ofN, 7)},
       bounded()},
      {"indexOfInts",
       KERNEL("global const T *a, global T *b",
              "int x = i % m, y = i / m; if (x > 0 && i < n) b[y * m + x - 1] = a[y * m + x - 1];"),
       {input(0,
              [](const Launch &l) {
                return countOf(l, [](size_t i, size_t m) { return i % m > 0 ? i - 1 : 0; });
              }),
        output(0,
               [](const Launch &l) {
                 return countOf(l, [](size_t i, size_t m) { return i % m > 0 ? i - 1 : 0; });
               })},
       boundedEach({3, 8, 16, 40})},
  };
}

}  // namespace

const std::vector<Step> &flowSteps() {
  static const std::vector<Step> all = [] {
    std::vector<Step> steps = notRun();
    const std::vector<Step> more = loops();
    steps.insert(steps.end(), more.begin(), more.end());
    return steps;
  }();
  return all;
}

}  // namespace guards
