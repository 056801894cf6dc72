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

; This target gathers no narrow elements: bytes are taken out of aligned words.
; CHECK-LABEL: define void @narrow.simd(
; CHECK: %[[P:.*]] = ptrtoint <4 x ptr> %a to <4 x i64>
; CHECK: %[[W:.*]] = call <4 x ptr> @llvm.ptrmask.v4p0.v4i64(<4 x ptr> %a, <4 x i64> splat (i64 -4))
; CHECK: %[[G:.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[W]],
; CHECK: %[[N:.*]] = trunc <4 x i64> %[[P]] to <4 x i32>
; CHECK: %[[B:.*]] = and <4 x i32> %[[N]], splat (i32 3)
; CHECK: %[[S:.*]] = shl <4 x i32> %[[B]], splat (i32 3)
; CHECK: %[[R:.*]] = lshr <4 x i32> %[[G]], %[[S]]
; CHECK: trunc <4 x i32> %[[R]] to <4 x i8>
; CHECK-COUNT-4: store i8
; PLAIN-LABEL: define void @narrow.simd(
; PLAIN-COUNT-4: load i8
define void @narrow(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying" {
  %v = load i8, ptr %a
  store i8 %v, ptr %b
  ret void
}

; 16-bit elements may straddle words if they have any address.
; CHECK-LABEL: define <4 x half> @halves.simd(
; CHECK: masked.gather.v4i32
; CHECK: bitcast <4 x i16> %{{.*}} to <4 x half>
; CHECK-LABEL: define <4 x half> @packed.simd(
; CHECK-COUNT-4: load half, ptr {{.*}}, align 1
define half @halves(ptr %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  %v = load half, ptr %a, align 2
  ret half %v
}
define half @packed(ptr %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  %v = load half, ptr %a, align 1
  ret half %v
}
