// Arguments in all their forms, and what a kernel makes of them.
// RUN: rm -rf %t && mkdir %t && cd %t && printf '\1\0\0\0\2\0\0\0\3\0\0\0' > in.raw
// RUN: clrun -g 4 -k scaled %s '[4]=iota(1,2)' '[4]' 10 2,-1 --print=1 | FileCheck --check-prefix=SCALED %s
// SCALED: argument 1 'out', float4[4]:
// SCALED-NEXT: 0: 10 2 -1 0
// SCALED-NEXT: 1: 30 2 -1 1
// RUN: clrun -g 3 -k add %s 'int[]=@in.raw' same:0 'int[3]' --print=2,0 --output=2=out.raw | FileCheck --check-prefix=ADD %s
// ADD: argument 2 'c', int[3]:
// ADD-NEXT: 0: 2 4 6
// ADD-NEXT: argument 0 'a', int[3]:
// ADD-NEXT: 0: 1 2 3
// RUN: od -An -td4 out.raw | FileCheck --check-prefix=RAW %s
// RAW: 2 4 6
// A pattern is repeated; the offset shifts the ids; a null pointer is one.
// RUN: clrun -g 2 --offset=1 -k add %s 'int[4]=1,2' 'int[4]=5' null 2>&1 | FileCheck --check-prefix=NULL %s
// NULL: argument 0 'a', int[4]: from 1 to 2, 0 zeros
// RUN: clrun -g 2 --offset=1 -k add %s 'int[4]=1,2' 'int[4]=5' 'int[4]=-7' --print=2 | FileCheck --check-prefix=OFFSET %s
// OFFSET: 0: -7 7 6 -7
// RUN: clrun -g 8 -l 4 -k sums %s local:16 'int[8]' --print=1 | FileCheck --check-prefix=SUMS %s
// RUN: clrun -g 8 -l 4 -k sums %s '[4]' 'int[8]' --print=1 | FileCheck --check-prefix=SUMS %s
// SUMS: 0: 6 6 6 6 22 22 22 22
// RUN: clrun -k pair %s 'bytes:@in.raw' 'uint[3]' --print=1 | FileCheck --check-prefix=PAIR %s
// PAIR: 0: 1 2 3
// A structure, whose members lie as in C.
// RUN: clrun -k mixed %s '{char:1;float:0.5;short:-3;double:2;float3:7,8,9;char:5}' 'float[8]' --print=1 | FileCheck --check-prefix=MIXED %s
// MIXED: 0: 1 0.5 -3 2 7 8 9 5
// All buffers; a program in a folder with spaces and headers beside it; C++ by its name; a mark of UTF-8.
// RUN: mkdir 'a b' && echo '#define VALUE 7' > 'a b/value.h' && echo '#include "value.h"' > 'a b/k.clcpp' && echo 'template <class T> T value() { return VALUE; } kernel void k(global int *p, global int *q) { *p = value<int>(); }' >> 'a b/k.clcpp'
// RUN: clrun 'a b/k.clcpp' 'int[1]' 'int[1]=3' --print-all | FileCheck --check-prefix=ALL %s
// ALL: argument 0 'p', int[1]:
// ALL-NEXT: 0: 7
// ALL-NEXT: argument 1 'q', int[1]:
// ALL-NEXT: 0: 3
// RUN: printf '\357\273\277kernel void k(global int *p) { *p = 7; }' > mark.cl && clrun mark.cl 'int[1]' --print=0 | FileCheck --check-prefix=MARK %s
// MARK: 0: 7
// RUN: clrun --version | FileCheck --check-prefix=VERSION %s
// VERSION: clrun of Kiln {{[0-9]+\.[0-9]+\.[0-9]+$}}
// Numbers at the ends of their types, rounded to integers.
// RUN: clrun -k add %s 'int[2]' null 'int[5]=iota(-1,0.5)' --print=2 | FileCheck --check-prefix=ROUNDED %s
// ROUNDED: 0: -1 0 0 0 1
// RUN: clrun -k add %s 'char[256]=iota(-128)' null null --print=0 --print-all | FileCheck --check-prefix=ENDS %s
// ENDS: 0: -128 -127
// ENDS: 248: {{.*}} 126 127
// RUN: not clrun -k add %s 'char[257]=iota(-128)' null null 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not clrun -k add %s 'ulong[1]=iota(18446744073709551616)' null null 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not clrun -k add %s 'long[1]=iota(9223372036854775808)' null null 2>&1 | FileCheck --check-prefix=BEYOND %s
// BEYOND: clrun: error: argument 0 ({{.*}}): '{{[0-9.]+}}' is no value of
// The same random numbers for the same seed, in their bounds.
// RUN: clrun -g 1 -k add %s 'int[1000]=random(3,-5,5)' null null --output=0=a.raw && clrun -g 1 -k add %s 'int[1000]=random(3,-5,5)' null null --compare=0=a.raw | FileCheck --check-prefix=EQUAL %s
// EQUAL: argument 0 'a', int[1000]: equal
// RUN: clrun -g 1 -k add %s 'int[1000]=random(3,-5,5)' null null | FileCheck --check-prefix=BOUNDS %s
// BOUNDS: int[1000]: from -5 to 5,
// RUN: clrun -k scaled %s 'half[2]=1.5' 'float4[1]' float:0 float2:1 --print=0 | FileCheck --check-prefix=HALF %s
// HALF: argument 0 'in', half[2]:
// HALF-NEXT: 0: 1.5 1.5
// A program on standard input, build options, times.
// RUN: echo 'kernel void k(global int *p) { *p = X; }' | clrun - -DX=7 'int[1]' --print=0 --repeat=3 | FileCheck --check-prefix=STDIN %s
// STDIN: 0: 7
// STDIN-NEXT: time: first {{[0-9.]+}} ms; then 3 runs: least

typedef struct { uint a, b, c; } Three;
typedef struct { char c; float f; short s; double d; float3 v; char e; } Mixed;
kernel void mixed(Mixed m, global float *out) {
  const float values[] = {m.c, m.f, m.s, m.d, m.v.x, m.v.y, m.v.z, m.e};
  for (int i = 0; i < 8; ++i) {
    out[i] = values[i];
  }
}
kernel void scaled(global const float *in, global float4 *out, float s, float2 v) {
  size_t i = get_global_id(0);
  out[i] = (float4)(in[i] * s, v, i);
}
kernel void add(global const int *a, global const int *b, global int *c) {
  size_t i = get_global_id(0);
  if (c && b) {
    c[i] = a[i] + b[i];
  }
}
kernel void sums(local int *l, global int *out) {
  l[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = l[0] + l[1] + l[2] + l[3];
}
kernel void pair(Three three, global uint *out) {
  out[0] = three.a;
  out[1] = three.b;
  out[2] = three.c;
}
