; A block's mask may stand behind other instructions: both versions of a checked access are under it.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @f.simd(
; CHECK: %m = icmp slt <8 x i32>
; CHECK: strided{{.*}}:
; CHECK: call void @llvm.masked.store.v8f32{{.*}}<8 x i1> %m)
; CHECK: boundary{{.*}}:
; CHECK: call void @llvm.masked.scatter.v8f32{{.*}}<8 x i1> %m)
define void @f(ptr %p, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %sum = add i64 %id, %n
  %m = icmp ult i64 %id, 5
  br label %body
body:
  %low = trunc i64 %sum to i32
  call void @kiln.mask(i1 %m)
  %index = sext i32 %low to i64
  %at = getelementptr float, ptr %p, i64 %index
  store float 1.0, ptr %at
  ret void
}
declare i64 @__mux_get_local_id(i32)
declare void @kiln.mask(i1)
