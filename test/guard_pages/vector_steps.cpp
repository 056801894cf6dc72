// Kernels for the accesses of SIMD groups (modules/compiler/vecz).
#include <algorithm>

#include "kernels.h"

namespace guards {

namespace {

#define KERNEL(parameters, body) \
  "kernel void f(" parameters ", int n, int m) { int i = get_global_id(0); " body " }"
#define FROM_TO "global const T *a, global T *b"

size_t upToLastRow(const Launch &launch) {
  return countOf(launch, [](size_t i, size_t m) { return i * m; });
}

std::vector<Step> neighbours() {
  return {
      {"masked",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[i] + (T)1;"),
       {input(0, ofN), output(0, ofN)},
       bounded(),
       "masked\\.load\\.v16i32"},
      {"allOrEach",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[i] + (T)1;"),
       {input(0, ofN), output(0, ofN)},
       bounded(),
       "icmp eq i16 .*, -1",
       "16",
       "sse"},
      {"withinPage",
       KERNEL(FROM_TO, "if (i < n && i % 3 != 1) b[i] = a[i] + (T)1;"),
       {input(0, ofN), output(0, ofN)},
       bounded(),
       "ult i64 .*, 4033",
       "16",
       "sse"},
      {"maskedFromM",
       KERNEL(FROM_TO, "if (i >= m && i < m + n) b[i - m] = a[i - m] ^ (T)3;"),
       {input(0, ofN), output(0, ofN)},
       {{1, 3}, {7, 3}, {29, 11}, {33, 31}, {9, 15}}},
      {"reversed",
       KERNEL(FROM_TO, "if (i < n) b[n - 1 - i] = a[n - 1 - i] + (T)1;"),
       {input(0, ofN), output(0, ofN)},
       bounded(),
       "<i32 15, i32 14, i32 13"},
      {"holes",
       KERNEL(FROM_TO, "if (i < n && i % 3 != 1) b[i] = a[i] + (T)1;"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
      {"maskOfValues",
       KERNEL(FROM_TO, "if (i < n && (a[i] & 1)) b[i] = a[i] + (T)1;"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
      {"wholeGroups",
       KERNEL(FROM_TO, "if (i < n) { T x = a[i]; if (x & 1) b[i] += x; else b[i] = a[i] ^ x; }"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
      {"allLanes",
       KERNEL(FROM_TO, "b[i] = a[i] + (T)1;"),
       {input(0, ofItems), output(0, ofItems)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}, {3, 0, {3, 1}, {3, 1}}}},
      {"uniform",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[0] + a[m];"),
       {input(0, [](const Launch &l) { return ofM(l) + 1; }), output(0, ofN)},
       bounded(5),
       "load i32, "},
      {"storedLast",
       KERNEL(FROM_TO, "if (i < n) b[m] = a[i];"),
       {input(0, ofN), output(0, [](const Launch &l) { return ofM(l) + 1; })},
       {{1, 5}, {37, 5}, {61, 5, {61, 1}, {61, 1}}},
       "llvm\\.ctlz"},
      {"narrow",
       KERNEL(FROM_TO, "if (i < n) b[i] = (T)((a[i] + a[i + 1]) / 2);"),
       {input(0, [](const Launch &l) { return ofN(l) + 1; }), output(0, ofN)},
       bounded()},
      {"eachLane",
       KERNEL(FROM_TO, "if (i < n) b[i] = *(volatile global const T *)(a + i);"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
  };
}

std::vector<Step> structures() {
  return {
      {"secondOfTwo",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[2 * i];"),
       {input(0, timesN<2>), output(0, ofN)},
       bounded(),
       "masked\\.load\\.v32i32"},
      {"secondOfTwoUnmasked",
       KERNEL(FROM_TO, "b[i] = a[2 * i];"),
       {input(0, timesN<2>), output(0, ofN)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}, {5, 0, {5, 1}, {5, 1}}},
       "load <16 x i32>"},
      {"twoOfThree",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[3 * i] ^ a[3 * i + 1];"),
       {input(0, timesN<3, 1>), output(0, ofN)},
       bounded(),
       "masked\\.load\\.v48i32"},
      {"twoOfThreeUnmasked",
       KERNEL(FROM_TO, "b[i] = a[3 * i + 1] ^ a[3 * i];"),
       {input(0, timesN<3, 1>), output(0, ofN)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}}},
      {"outerOfFour",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[4 * i] ^ a[4 * i + 3];"),
       {input(0, timesN<4, 3>), output(0, ofN)},
       bounded(),
       "masked\\.load\\.v64i32"},
      {"oneOfSixteen",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[16 * i];"),
       {input(0, timesN<16>), output(0, ofN)},
       bounded(),
       "masked\\.gather"},
      {"oneOfSixteenUnmasked",
       KERNEL(FROM_TO, "b[i] = a[16 * i];"),
       {input(0, timesN<16>), output(0, ofN)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}}},
      {"backwards",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[3 * (n - 1 - i)] ^ a[3 * (n - 1 - i) + 1];"),
       {input(0, timesN<3, 1>), output(0, ofN)},
       bounded()},
      {"storesOfThree",
       KERNEL(FROM_TO,
              "if (i < n) { b[3 * i] = a[i]; b[3 * i + 1] = a[i] + (T)1; b[3 * i + 2] = 2; }"),
       {input(0, ofN), output(0, timesN<3, 2>)},
       bounded(),
       "masked\\.store\\.v48i32"},
      {"storesOfThreeUnmasked",
       KERNEL(FROM_TO, "b[3 * i] = a[i]; b[3 * i + 1] = a[i] + (T)1; b[3 * i + 2] = 2;"),
       {input(0, ofN), output(0, timesN<3, 2>)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}}},
      {"storesWithGaps",
       KERNEL(FROM_TO, "if (i < n) { b[3 * i] = a[i]; b[3 * i + 1] = 7; }"),
       {input(0, ofN), output(0, timesN<3, 1>)},
       bounded(),
       "masked\\.store\\.v48i32"},
      {"storesWithGapsUnmasked",
       KERNEL(FROM_TO, "b[4 * i] = a[i]; b[4 * i + 2] = 7;"),
       {input(0, ofN), output(0, timesN<4, 2>)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}}},
      {"copies",
       "struct S { T x, y, z; };"
       "kernel void f(global const struct S *a, global struct S *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) b[i] = a[i]; }",
       {input(0, timesN<3, 2>), output(0, timesN<3, 2>)},
       bounded(),
       "masked\\.load\\.v48i32"},
      {"copiesOfSeven",
       "struct __attribute__((packed)) S { uint x; ushort y; uchar z; };"
       "kernel void f(global const struct S *a, global struct S *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) { b[i] = a[i]; b[i].y += 1; } }",
       {input(7, ofN), output(7, ofN)},
       bounded(),
       "masked\\.load\\.v112i8"},
      {"copiesOfArrays",
       "struct S { T x[5]; };"
       "kernel void f(global const struct S *a, global struct S *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) b[i] = a[n - 1 - i]; }",
       {input(0, timesN<5, 4>), output(0, timesN<5, 4>)},
       bounded()},
      {"vectorsOfThree",
       "#define V2(t, n) t##n\n#define V(t, n) V2(t, n)\n"
       "kernel void f(global const T *a, global T *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) vstore3(vload3(i, a) + (T)1, i, b); }",
       {input(0, timesN<3, 2>), output(0, timesN<3, 2>)},
       bounded()},
      {"objectsOfThree",
       "#define V2(t, n) t##n\n#define V(t, n) V2(t, n)\n"
       "kernel void f(global const V(T, 3) *a, global V(T, 3) *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) { b[i].x = a[i].z + (T)1; b[i].yz = a[i].xy; } }",
       {input(0, timesN<4, 3>), output(0, timesN<4, 3>)},
       bounded()},
      {"vectorsOfFour",
       "#define V2(t, n) t##n\n#define V(t, n) V2(t, n)\n"
       "kernel void f(global const V(T, 4) *a, global V(T, 4) *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) b[i] = a[i] + (T)1; }",
       {input(0, timesN<4, 3>), output(0, timesN<4, 3>)},
       bounded()},
      {"vectorsOfSixteen",
       "#define V2(t, n) t##n\n#define V(t, n) V2(t, n)\n"
       "kernel void f(global const V(T, 16) *a, global V(T, 16) *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) b[i].s3 = a[i].s5; }",
       {input(0, timesN<16, 15>), output(0, timesN<16, 15>)},
       bounded()},
      {"halvesOfThree",
       "kernel void f(global const half *a, global half *b, int n, int m)"
       "{ int i = get_global_id(0); if (i < n) vstore_half3(vload_half3(i, a), i, b); }",
       {input(2, timesN<3, 2>, 0x3000), output(2, timesN<3, 2>)},
       bounded()},
  };
}

std::vector<Step> windows() {
  return {
      {"exchanged",
       KERNEL(FROM_TO, "uint j = i; if (i < n) b[i] = a[j ^ m];"),
       {input(0,
              [](const Launch &l) { return countOf(l, [](size_t i, size_t m) { return i ^ m; }); }),
        output(0, ofN)},
       boundedEach({1, 2, 3, 8, 16}),
       "reduce\\.or\\.v16i32"},
      {"swapped",
       "kernel void f(global T *a, int n, int m) { uint i = get_global_id(0), d = m;"
       "uint low = 2 * i - (i & (d - 1)); if (i < n) { T x = a[low], y = a[low + d];"
       "if (x > y) { a[low] = y; a[low + d] = x; } } }",
       {output(0,
               [](const Launch &l) {
                 return countOf(l, [](size_t i, size_t m) { return 2 * i - (i & (m - 1)) + m; });
               })},
       boundedEach({1, 2, 4, 8, 32}),
       "llvm\\.ctpop"},
      {"butterfly",
       "kernel void f(global const T *a, global T *b, int n, int m) {"
       "uint i = get_global_id(0), d = m, j = i / d * 2 * d + i % d;"
       "if (i < n) { b[j] = a[j + d]; b[j + d] = a[j]; } }",
       {input(0,
              [](const Launch &l) {
                return countOf(l, [](size_t i, size_t m) { return i / m * 2 * m + i % m + m; });
              }),
        output(0,
               [](const Launch &l) {
                 return countOf(l, [](size_t i, size_t m) { return i / m * 2 * m + i % m + m; });
               })},
       boundedEach({1, 2, 3, 4, 16})},
      {"mirrored",
       KERNEL(FROM_TO, "uint j = i; if (i < n && i % 5 != 2) b[j ^ 1] = a[j ^ 2];"),
       {input(0,
              [](const Launch &l) {
                size_t count = 0;
                for (size_t i = 0; i < ofN(l); ++i) {
                  count = i % 5 != 2 ? std::max(count, (i ^ 2) + 1) : count;
                }
                return count;
              }),
        output(0,
               [](const Launch &l) {
                 size_t count = 0;
                 for (size_t i = 0; i < ofN(l); ++i) {
                   count = i % 5 != 2 ? std::max(count, (i ^ 1) + 1) : count;
                 }
                 return count;
               })},
       bounded()},
  };
}

std::vector<Step> rows() {
  return {
      {"row",
       KERNEL(FROM_TO,
              "if (i < n) b[i] = a[64 * i] ^ a[64 * i + 1] ^ a[64 * i + 2] ^ a[64 * i + 3];"),
       {input(0, timesN<64, 3>), output(0, ofN)},
       bounded(),
       "load <4 x i32>"},
      {"rowUnmasked",
       KERNEL(FROM_TO, "b[i] = a[64 * i] ^ a[64 * i + 1] ^ a[64 * i + 2] ^ a[64 * i + 3];"),
       {input(0, timesN<64, 3>), output(0, ofN)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}},
       "load <4 x i32>"},
      {"rowOfThree",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[64 * i] ^ a[64 * i + 1] ^ a[64 * i + 2];"),
       {input(0, timesN<64, 2>), output(0, ofN)},
       bounded()},
      {"rowStores",
       KERNEL(FROM_TO,
              "b[64 * i] = a[i]; b[64 * i + 1] = 1; b[64 * i + 2] = 2; b[64 * i + 3] = 3;"),
       {input(0, ofN), output(0, timesN<64, 3>)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}},
       "store <4 x i32>",
       "16",
       "sse"},
      {"rowStoresMasked",
       KERNEL(FROM_TO,
              "if (i < n) { b[64 * i] = a[i]; b[64 * i + 1] = 1; b[64 * i + 2] = 2; b[64 * i + 3] "
              "= 3; }"),
       {input(0, ofN), output(0, timesN<64, 3>)},
       bounded()},
      {"rowsByIndex",
       KERNEL("global const uint *r, global const T *a, global T *b",
              "if (i < n) { uint k = 4 * r[i]; b[i] = a[k] ^ a[k + 1] ^ a[k + 2] ^ a[k + 3]; }"),
       {input(4, ofN, 50), input(0, [](const Launch &) { return size_t{200}; }), output(0, ofN)},
       bounded(),
       "load <4 x i32>"},
      {"walk",
       KERNEL(FROM_TO,
              "if (i < n) { T s = 0; for (int k = 0; k < m; ++k) s += a[i * m + k]; b[i] = s; }"),
       {input(0, [](const Launch &l) { return ofN(l) * ofM(l); }), output(0, ofN)},
       boundedEach({1, 7, 19, 64}),
       "load <4 x i32>"},
      {"walkUnmasked",
       KERNEL(FROM_TO, "T s = 0; for (int k = 0; k < m; ++k) s += a[i * m + k]; b[i] = s;"),
       {input(0, [](const Launch &l) { return ofN(l) * ofM(l); }), output(0, ofN)},
       {{64, 3}, {64, 7}, {61, 64, {61, 1}, {61, 1}}},
       "load <4 x i32>"},
      {"walkOfStores",
       KERNEL("global T *b", "if (i < n) for (int k = 0; k < m; ++k) b[i * m + k] = k;"),
       {output(0, [](const Launch &l) { return ofN(l) * ofM(l); })},
       boundedEach({1, 7, 19})},
      {"walkToTheLeft",
       KERNEL(FROM_TO,
              "if (i < n) { T s = 0; for (int k = m - 1; k >= 0; --k) s = s * 3 + a[i * m + k]; "
              "b[i] = s; }"),
       {input(0, [](const Launch &l) { return ofN(l) * ofM(l); }), output(0, ofN)},
       boundedEach({1, 7, 19}),
       "load <4 x i32>"},
  };
}

std::vector<Step> edges() {
  return {
      {"clamped",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[min(i, m)];"),
       {input(0, [](const Launch &l) { return std::min(ofN(l), ofM(l) + 1); }), output(0, ofN)},
       boundedEach({0, 3, 20, 47}),
       "strided[^ ]*:"},
      {"stencil",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[max(i - 1, 0)] ^ a[i] ^ a[min(i + 1, n - 1)];"),
       {input(0, ofN), output(0, ofN)},
       bounded(),
       "strided[^ ]*:"},
      {"stencilUnmasked",
       KERNEL(FROM_TO, "b[i] = a[max(i - 1, 0)] ^ a[i] ^ a[min(i + 1, n - 1)];"),
       {input(0, ofN), output(0, ofN)},
       {{64, 0}, {61, 0, {61, 1}, {61, 1}}},
       "strided[^ ]*:"},
      {"remainder",
       KERNEL(FROM_TO, "uint j = i; if (i < n) b[i] = a[j % (uint)m];"),
       {input(0, [](const Launch &l) { return std::min(ofN(l), ofM(l)); }), output(0, ofN)},
       boundedEach({1, 5, 17, 33, 60}),
       "strided[^ ]*:"},
      {"turned",
       KERNEL(FROM_TO, "uint j = i; b[i] = a[(j + 40u) % (uint)m];"),
       {input(0, ofM), output(0, ofN)},
       {{64, 33}, {64, 60}, {64, 64}, {61, 50, {61, 1}, {61, 1}}},
       "strided[^ ]*:"},
      {"signedRemainder",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[(i + m - 1) % m];"),
       {input(0, ofM), output(0, ofN)},
       {{64, 33}, {64, 60}, {61, 50, {61, 1}, {61, 1}}},
       "strided[^ ]*:"},
      {"quotient",
       KERNEL(FROM_TO, "uint j = i; if (i < n) b[i] = a[j / (uint)m];"),
       {input(0, [](const Launch &l) { return (ofN(l) - 1) / ofM(l) + 1; }), output(0, ofN)},
       boundedEach({1, 3, 16, 100}),
       "strided[^ ]*:"},
      {"wrapped",
       KERNEL(FROM_TO, "uint j = (uint)i + (uint)m; if (i >= -m && i < n) b[j] = a[j];"),
       {input(0, [](const Launch &l) { return static_cast<size_t>(l.n + l.m); }),
        output(0, [](const Launch &l) { return static_cast<size_t>(l.n + l.m); })},
       {{64, -5}, {40, -17}, {64, -63}},
       "strided[^ ]*:"},
      {"wrappedShort",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[(ushort)(i + m)];"),
       {input(0, [](const Launch &) { return size_t{65536}; }), output(0, ofN)},
       boundedEach({65530, 65536 - 16, 65500}),
       "strided[^ ]*:"},
      {"chosen",
       KERNEL(FROM_TO, "if (i < n) b[i] = a[i < m ? i : 0];"),
       {input(0, [](const Launch &l) { return std::max(size_t{1}, std::min(ofN(l), ofM(l))); }),
        output(0, ofN)},
       boundedEach({0, 1, 7, 40}),
       "strided[^ ]*:"},
      {"gathered",
       KERNEL("global const uint *r, global const T *a, global T *b", "if (i < n) b[i] = a[r[i]];"),
       {input(4, ofN, 77), input(0, [](const Launch &) { return size_t{77}; }), output(0, ofN)},
       bounded(),
       "masked\\.gather"},
      {"smallTable",
       KERNEL("global const uint *r, global const T *a, global T *b",
              "if (i < n) b[i] = a[r[i] & 15];"),
       {input(4, ofN, 11), input(0, [](const Launch &) { return size_t{11}; }), output(0, ofN)},
       bounded(),
       "ult i64 .*, 4033"},
      {"tableOfMiddle",
       KERNEL("global const uchar *r, global const T *a, global T *b",
              "if (i < n) b[i] = a[m + 2 * (r[i] & 3) + 1];"),
       {input(1, ofN, 3), input(0, [](const Launch &l) { return ofM(l) + 6; }), output(0, ofN)},
       boundedEach({0, 5, 1021})},
      {"noActiveLane",
       "kernel void f(global ulong *a, int n, int m) { uint i = get_global_id(0), d = m;"
       "uint low = 2 * i - (i & (d - 1)); if (i < n) { ulong x = a[low], y = a[low + d];"
       "if (x > y) { a[low] = y; a[low + d] = x; } } }",
       {output(8, [](const Launch &l) { return 2 * ofN(l); })},
       {{5, 1}, {29, 1}},
       "llvm\\.cttz",
       "32",
       "avx2"},
      {"gatheredByLanes",
       KERNEL("global const uint *r, global const T *a, global T *b", "if (i < n) b[i] = a[r[i]];"),
       {input(4, ofN, 77), input(0, [](const Launch &) { return size_t{77}; }), output(0, ofN)},
       bounded(),
       "select <16 x i1> .*, <16 x (ptr|i64)",
       "16",
       "sse"},
      {"apartByM",
       KERNEL(FROM_TO, "if (2 * i < 2 * n - 1) b[i * m] = a[i * m] + (T)1;"),
       {input(0, upToLastRow), output(0, upToLastRow)},
       {{1, 3}, {7, 3}, {29, 11}, {33, 31}, {64, 5}},
       "label %all",
       "16",
       "sse"},
      {"scattered",
       KERNEL("global const uint *r, global T *b", "if (i < n) b[r[i]] = 7;"),
       {input(4, ofN, 77), output(0, [](const Launch &) { return size_t{77}; })},
       bounded(),
       "masked\\.scatter"},
      {"sharedEdges",
       "#define X4(x) x x x x\n"
       "#define WORK X4(X4(X4(X4(X4(c = c * 3 + d; d = d * c + 1;)))))\n"
       "kernel void f(global const uint *a, global uint *b, int n, int m) {"
       "uint i = get_global_id(0), c = a[(i + 1) % (uint)m], d = n; WORK "
       "b[i] = c; barrier(CLK_GLOBAL_MEM_FENCE); c += a[(i + 7) % (uint)m];"
       "b[i] += c; barrier(CLK_GLOBAL_MEM_FENCE); b[i] ^= a[(i + 9) % (uint)m]; }",
       {input(4, ofM), output(4, ofN)},
       {{64, 33}, {64, 50}, {61, 60, {61, 1}, {61, 1}}},
       "kiln\\.boundary",
       "auto"},
      {"sharedFunction",
       "#define X4(x) x x x x\n"
       "#define STEPS X4(X4(X4(x = x * 3 + 1; x ^= x >> 2;)))\n"
       "__attribute__((pure)) uint at(global const uint *a, uint i, uint n) {"
       "uint x = i; STEPS if (i < n) x += a[i]; return x; }\n"
       "kernel void f(global const uint *a, global uint *b, int n, int m) {"
       "uint i = get_global_id(0), c = 0, k = 0; if (i >= n) return;"
       "X4(X4(c = c * 5 + at(a, i + k, n); k += 3;)) if (c & 1) c ^= at(a, i, n);"
       "X4(if (i & 4) c += at(a, i + k, n);) b[i] = c; }",
       {input(4, ofN), output(4, ofN)},
       bounded(),
       "call [^@]*@at[^(]*p16"},
      {"private",
       KERNEL(FROM_TO,
              "T x[5] = {1, 2, 3, 4, 5}; if (i < n) { x[a[i] % 5] += a[i]; b[i] = x[(a[i] + 1) % "
              "5]; }"),
       {input(0, ofN), output(0, ofN)},
       bounded()},
      {"sharedRows",
       "kernel void f(global const T *a, global const T *b, global T *c, int n, int m) {"
       "int x = get_global_id(0), y = get_global_id(1); T s = 0;"
       "for (int k = 0; k < m; ++k) s += a[y * m + k] * b[k * 32 + x]; c[y * 32 + x] = s; }",
       {input(0, [](const Launch &l) { return ofN(l) * ofM(l); }),
        input(0, [](const Launch &l) { return 32 * ofM(l); }),
        output(0, [](const Launch &l) { return 32 * ofN(l); })},
       {{8, 5, {32, 8}, {32, 8}}, {11, 7, {32, 11}, {32, 11}}, {16, 9, {32, 16}, {32, 4}}},
       "unrolled_groups",
       "auto"},
  };
}

}  // namespace

const std::vector<Step> &vectorSteps() {
  static const std::vector<Step> all = [] {
    std::vector<Step> steps;
    for (const auto &some : {neighbours(), structures(), windows(), rows(), edges()}) {
      steps.insert(steps.end(), some.begin(), some.end());
    }
    return steps;
  }();
  return all;
}

}  // namespace guards
