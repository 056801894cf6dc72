; Arbitrary lanes: gathers and scatters if the target has them, otherwise accesses lane by lane.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck --check-prefix=PLAIN %s
declare void @kiln.mask(i1)

; CHECK-LABEL: define void @whole.simd(
; CHECK: [[V:%.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %a, <4 x i1> splat (i1 true)
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> [[V]], <4 x ptr> align 4 %b, <4 x i1> splat (i1 true))
; PLAIN-LABEL: define void @whole.simd(
; PLAIN-NOT: br
; PLAIN-COUNT-4: load i32
; PLAIN-COUNT-4: store i32
; PLAIN-NEXT: ret void
define void @whole(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying" {
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  ret void
}

; Inactive lanes load an active lane's element; they store nothing.
; CHECK-LABEL: define void @masked.simd(
; CHECK: [[V:%.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %a, <4 x i1> %m, <4 x i32> zeroinitializer)
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> [[V]], <4 x ptr> align 4 %b, <4 x i1> %m)
; PLAIN-LABEL: define void @masked.simd(
; PLAIN: [[BITS:%.*]] = bitcast <4 x i1> %m to i4
; PLAIN: [[WIDE:%.*]] = zext i4 [[BITS]] to i32
; PLAIN: [[SOME:%.*]] = or i32 [[WIDE]], 8
; PLAIN: [[FIRST:%.*]] = call i32 @llvm.cttz.i32(i32 [[SOME]], i1 true)
; PLAIN: extractelement <4 x ptr> %a, i32
; PLAIN: select <4 x i1> %m, <4 x ptr> %a, <4 x ptr>
; PLAIN-NOT: br
; PLAIN-COUNT-4: load i32
; PLAIN: br i1 {{.*}}, label %store.lane
; PLAIN: store i32
define void @masked(ptr %a, ptr %b, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying,varying" {
  call void @kiln.mask(i1 %m)
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  ret void
}

; This target gathers no narrow elements.
; CHECK-LABEL: define void @narrow.simd(
; CHECK-COUNT-4: load i8
; CHECK-COUNT-4: store i8
define void @narrow(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying" {
  %v = load i8, ptr %a
  store i8 %v, ptr %b
  ret void
}
