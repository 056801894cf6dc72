// Indices are xors, masks or quotients with uniform values. If all lanes are in a window of a few vectors,
// exactly the active lanes' elements are loaded or stored, and permuted.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 --emit=asm %s -o - | FileCheck %s --check-prefix=ASM
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s --check-prefix=V2
// V2-NOT: kiln.permute

// CHECK-LABEL: define internal void @partner.item.v8(
// CHECK: br i1 %{{.*}}, label %all
// CHECK: all{{.*}}:
// CHECK: call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %[[FIRST:.*]], <8 x i1> %[[TOUCHED:.*]], <8 x i32> zeroinitializer)
// CHECK: call <8 x i32> @kiln.permute.v8i32(
// CHECK: some{{.*}}:
// CHECK: masked.gather
// ASM-LABEL: partner:
// ASM: vpermd
kernel void partner(global const int *in, global int *out, int j) {
  int i = get_global_id(0);
  out[i] = in[i ^ j];
}

// The two stores of a swap fill one window, if no two lanes store to one element.
// CHECK-LABEL: define internal void @swap.item.v8(
// CHECK: call {{.*}} @llvm.ctpop.
// CHECK: all{{.*}}:
// CHECK: call void @llvm.masked.store.v8i32
// CHECK-NOT: masked.scatter
// CHECK: call void @llvm.masked.store.v8i32
// CHECK: call void @llvm.masked.scatter
// CHECK: call void @llvm.masked.scatter
kernel void swap(global int *a, uint distance) {
  uint i = get_global_id(0);
  uint low = 2 * i - (i & (distance - 1));
  int x = a[low], y = a[low + distance];
  if (x > y) {
    a[low] = y;
    a[low + distance] = x;
  }
}

// The order is loaded, or each lane has its own: nothing can be computed in front of a loop.
// CHECK-LABEL: define internal void @loaded.item.v8(
// CHECK-NOT: kiln.permute
// CHECK-LABEL: define {{.*}}@own_distance.item.v8(
// CHECK-NOT: kiln.permute
// CHECK: ret void
kernel void loaded(global const int *in, global const int *index, global int *out) {
  int i = get_global_id(0);
  out[i] = in[index[i] ^ 1];
}
kernel void own_distance(global const int *in, global const int *distance, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i ^ (distance[i] & 7)];
}
