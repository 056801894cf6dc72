// Comparisons with files and with other setups, and their exit codes.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clrun -g 64 %s '[64]=random(1,1,2)' --output=0=a.raw
// RUN: clrun -g 64 %s '[64]=random(1,1,2)' --compare=0=a.raw | FileCheck --check-prefix=SAME %s
// SAME: argument 0 'a', float[64]: equal
// The other build adds some units in the last place: 3 here, as 1.0 * 2^-23 is one.
// RUN: not clrun -g 64 %s -DEXTRA=3 '[64]=random(1,1,2)' --compare=0=a.raw > differ.txt
// RUN: FileCheck --check-prefix=DIFFER %s < differ.txt
// DIFFER: argument 0 'a', float[64]: 64 values differ, at most 3 ULP apart
// DIFFER-NEXT: [0]: {{[0-9.]+}}, 'a.raw': {{[0-9.]+}} (3 ULP)
// RUN: clrun -g 64 %s -DEXTRA=3 '[64]=random(1,1,2)' --compare=0=a.raw --ulp=3 | FileCheck --check-prefix=NEAR %s
// RUN: not clrun -g 64 %s -DEXTRA=3 '[64]=random(1,1,2)' --compare=0=a.raw --ulp=2
// RUN: clrun -g 64 %s -DEXTRA=3 '[64]=random(1,1,2)' --compare=0=a.raw --absolute=1e-6 | FileCheck --check-prefix=NEAR %s
// NEAR: equal, at most 3 ULP apart
// RUN: not clrun -g 64 %s -DEXTRA=1 '[64]=random(1,1,2)' --against-options='-DEXTRA=2' | FileCheck --check-prefix=AGAINST %s
// AGAINST: 64 values differ, at most 1 ULP apart
// AGAINST: (1 ULP)
// RUN: clrun -g 64 %s -DEXTRA=1 '[64]=random(1,1,2)' --against-options='-cl-opt-disable -DEXTRA=1' | FileCheck --check-prefix=SAME %s
// RUN: clrun -g 64 %s '[64]=random(1,1,2)' --against-device=0 | FileCheck --check-prefix=SAME %s
// RUN: cp %s other.cl && clc -DEXTRA=1 other.cl -o other.kbin
// RUN: not clrun -g 64 %s '[64]=random(1,1,2)' --against-program=other.kbin | FileCheck --check-prefix=AGAINST %s
// NaNs are equal to each other, and to no number; zeros of both signs are.
// RUN: clrun %s '[2]=nan,-0' --output=0=n.raw && clrun %s '[2]=nan,0' --compare=0=n.raw | FileCheck --check-prefix=NAN %s
// NAN: equal
// RUN: not clrun %s '[2]=1,0' --compare=0=n.raw --ulp=1000000 | FileCheck --check-prefix=NOTNAN %s
// NOTNAN: 1 values differ
// NOTNAN-NEXT: [0]: {{[^ ]+}}, 'n.raw': {{-?}}nan
// RUN: not clrun %s '[3]=1,0' --compare=0=n.raw | FileCheck --check-prefix=SIZE %s
// SIZE: 12 bytes, 'n.raw' has 8
// What is written outside of buffers, in the first run or in the other one.
// RUN: not clrun -g 64 %s -DEXTRA=1 '[62]=1' | FileCheck --check-prefix=BEHIND %s
// BEHIND: argument 0 'a', float[62]: the kernel wrote outside of it: 2 bytes behind it
// RUN: not clrun -g 64 %s '[62]=1' --against-options=-DEXTRA=1 | FileCheck --check-prefix=OTHER %s
// OTHER: against, argument 0 'a', float[62]: the kernel wrote outside of it: 2 bytes behind it
// RUN: echo 'kernel void k(global char *p, global char *q) { p[N] = 0; q[N] = 0; }' > two.cl
// RUN: not clrun two.cl '[5]' '[5]' --options=-DN=0 --against-options=-DN=5 | FileCheck --check-prefix=TWO %s
// TWO: against, argument 0 'p', char[5]: the kernel wrote
// TWO-NEXT: against, argument 1 'q', char[5]: the kernel wrote
// RUN: echo 'kernel void k(global char *p) { p[-3] = 0; p[5] = 0; }' > k.cl
// RUN: not clrun k.cl '[5]' | FileCheck --check-prefix=FRONT %s
// FRONT: char[5]: the kernel wrote outside of it: 1 bytes in front of it, 1 bytes behind it

#ifndef EXTRA
#define EXTRA 0
#endif
kernel void raised(global float *a) {
  size_t i = get_global_id(0);
  a[i] = as_float(as_uint(a[i]) + (isnan(a[i]) || a[i] == 0 ? 0 : EXTRA));
}
