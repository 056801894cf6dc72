// Up to a sub-group's size, all lanes share one sub-group: a branch on its id stays a branch, and
// the ids inside of it count up. Wider SIMD groups hold several sub-groups, so the branch becomes a
// mask and the ids start again at each of them. The width is not known yet when a kernel is
// linearised, so both kinds are tried.
// RUN: veczc --target=host '--target-properties=cpu=skylake-avx512' --width=16 %s | FileCheck %s --check-prefix=ONE
// RUN: veczc --target=host '--target-properties=cpu=skylake-avx512' --width=32 %s | FileCheck %s --check-prefix=TWO
// RUN: veczc --target=host '--target-properties=cpu=skylake-avx512' --remarks %s 2>&1 >/dev/null | FileCheck %s --check-prefix=AUTO

// The cost model's width: the row of a sub-group is contiguous only up to the size of the sub-group.
// AUTO-DAG: kernel 'rows' is vectorised: 16 work-items
// AUTO-DAG: kernel 'flat' is vectorised: 64 work-items

// ONE-LABEL: define internal void @rows.item.v16(
// ONE: %[[ID:.*]] = {{.*}}call {{.*}}i32 @kiln.sub_group_id(i32 16)
// ONE: mul i32 %[[ID]], 40
// ONE: call <16 x i16> @llvm.masked.load.v16i16
// TWO-LABEL: define internal void @rows.item.v32(
// TWO: %[[LANE:.*]] = urem <32 x i32> %{{.*}}, splat (i32 16)
// TWO: icmp slt <32 x i32> %[[LANE]],
// TWO: %[[ID:.*]] = udiv <32 x i32> %{{.*}}, splat (i32 16)
// TWO: mul <32 x i32> %[[ID]], splat (i32 40)
// TWO: phi <32 x i32> [ %[[LANE]],
// TWO-NOT: call <32 x i16> @llvm.masked.load.v32i16
// TWO: ret void
__attribute__((intel_reqd_sub_group_size(16)))
kernel void rows(global short *out, global const short *in, int n) {
  short sum = 0;
  for (int i = get_sub_group_local_id(); i < n; i += 16)
    sum += in[get_sub_group_id() * 40 + i];
  out[get_global_id(0)] = sum;
}

// ONE-LABEL: define internal void @first.item.v16(
// ONE: %[[ID:.*]] = {{.*}}call {{.*}}i32 @kiln.sub_group_id(i32 16)
// ONE: %[[IS:.*]] = icmp eq i32 %[[ID]], 0
// ONE: br i1 %[[IS]],
// ONE: store <16 x i16> splat (i16 1)
// TWO-LABEL: define internal void @first.item.v32(
// TWO: %[[ID:.*]] = udiv <32 x i32> %{{.*}}, splat (i32 16)
// TWO: %[[IS:.*]] = icmp eq <32 x i32> %[[ID]], zeroinitializer
// TWO: @llvm.masked.store.v32i16{{.*}}, <32 x i1> %[[IS]])
__attribute__((intel_reqd_sub_group_size(16)))
kernel void first(global short *out) {
  if (get_sub_group_id() == 0)
    out[get_global_id(0)] = 1;
}

kernel void flat(global char *out, global const char *in) {
  out[get_global_id(0)] = in[get_global_id(0)] * 3;
}
