// Work-groups of few rows become larger where the kernel does not know its groups: SIMD groups of eight rows may run at
// once. Enough groups stay for all threads.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/count_groups.py %t clrun -k sums -g 64,1024 -l 64,4 %s 'int[65536]' | FileCheck %s --check-prefix=HALF
// RUN: %python %S/Inputs/count_groups.py %t clrun -k sums -g 64,1024 -l 64,1 %s 'int[65536]' | FileCheck %s --check-prefix=HALF
// HALF: 128 work-groups
// RUN: %python %S/Inputs/count_groups.py %t clrun -k sums -g 64,1028 -l 64,4 %s 'int[65792]' | FileCheck %s --check-prefix=ODD
// ODD: 257 work-groups
// RUN: %python %S/Inputs/count_groups.py %t clrun -k sums -g 64,16 -l 64,4 %s 'int[1024]' | FileCheck %s --check-prefix=FEW
// FEW: 4 work-groups
// RUN: %python %S/Inputs/count_groups.py %t clrun -k locals -g 64,1024 -l 64,4 %s 'int[65536]' | FileCheck %s --check-prefix=ALL
// RUN: %python %S/Inputs/count_groups.py %t clrun -k sizes -g 64,1024 -l 64,4 %s 'int[65536]' | FileCheck %s --check-prefix=ALL
// RUN: %python %S/Inputs/count_groups.py %t clrun -k required -g 64,1024 -l 64,4 %s 'int[65536]' | FileCheck %s --check-prefix=ALL
// ALL: 256 work-groups

// Planes share work where rows take different branches.
// RUN: %python %S/Inputs/count_groups.py %t clrun -k planes -g 64,4,256 -l 64,4,1 %s 'int[4096]' 'int[65536]' | FileCheck %s --check-prefix=PLANES
// PLANES: 32 work-groups
kernel void sums(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = (int)(x + y);
}
kernel void sizes(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = (int)(x + get_num_groups(1));
}
kernel void locals(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = (int)(x + get_local_id(1));
}
__attribute__((reqd_work_group_size(64, 4, 1)))
kernel void required(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = (int)(x + y);
}
kernel void planes(global const int *restrict a, global int *restrict out) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int sum = 0;
  for (int k = 0; k < 64; ++k) {
    if ((int)y + k > 64) continue;
    sum += a[k * 64 + x] * (int)z;
  }
  out[(z * 4 + y) * 64 + x] = sum;
}
