// The target's builtins are linked, its transfers in the place of Kiln's, and nothing else of
// its units; the barrier of the wait is still one.
// RUN: muxc --target=hooks --pipeline=finalize %s | muxc --target=hooks --passes=link-builtins --verify-each - | FileCheck %s
// RUN: muxc --target=hooks --pipeline=kernel --emit=asm %s | FileCheck --check-prefix=ASM %s
// CHECK-DAG: define internal {{.*}}i32 @kiln_test_crc32c(
// CHECK-DAG: define internal {{.*}}i32 @__mux_dma_read_1d(
// CHECK-DAG: atomicrmw add ptr addrspace(1) inttoptr (i64 {{[0-9]+}} to ptr addrspace(1))
// CHECK-DAG: call {{.*}}@__mux_work_group_barrier(
// CHECK-NOT: @kiln_test_transfers
// CHECK-NOT: @__mux_dma_write_1d
// ASM: crc32
kernel void k(global uint *p, local uint *t) {
  event_t event = async_work_group_copy(t, p, 64, 0);
  wait_group_events(1, &event);
  p[get_global_id(0)] = kiln_test_crc32c(0, t[get_local_id(0)]);
}
