; At a boundary, a loop over pieces takes the lanes together whose indices step as expected.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
declare i32 @llvm.smin.i32(i32, i32)
declare void @kiln.mask(i1)

; The first lane left decides. Its start must fit the narrow type with all lanes, or it is alone. Results are
; collected, and lanes are left while there are any.
; CHECK-LABEL: define <8 x float> @clamped.simd(
; CHECK: boundary:
; CHECK: [[LATE:%.*]] = add i32 %{{.*}}, -7
; CHECK: icmp sle i32 [[LATE]], %last
; CHECK: br i1 %{{.*}}, label %few, label %apart, !prof !{{.*}}, !kiln.versions
; CHECK: few:
; CHECK: [[INDEX:%.*]] = call <8 x i32> @llvm.smin.v8i32(
; CHECK: br label %lanes
; CHECK: lanes:
; CHECK: [[BEFORE:%.*]] = phi <8 x float> [ zeroinitializer, %few ], [ [[COLLECTED:%.*]], %piece ]
; CHECK: [[LEFT:%.*]] = phi <8 x i1> [ splat (i1 true), %few ], [ %rest, %piece ]
; CHECK: [[THERE:%.*]] = extractelement <8 x i32> [[INDEX]], i32
; CHECK: sext i32 [[THERE]] to i64
; CHECK: icmp eq <8 x i32> [[INDEX]],
; CHECK: br label %piece
; CHECK: piece:
; CHECK: [[LOADED:%.*]] = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %{{.*}}, <8 x i1> [[PIECE:%.*]], <8 x float> zeroinitializer)
; CHECK: [[COLLECTED]] = select <8 x i1> [[PIECE]], <8 x float> [[LOADED]], <8 x float> [[BEFORE]]
; CHECK: br i1 %{{.*}}, label %lanes, label %checked
define float @clamped(ptr %a, i32 %i, i32 %last) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %right = add nsw i32 %i, 1
  %m = call i32 @llvm.smin.i32(i32 %right, i32 %last)
  %e = sext i32 %m to i64
  %p = getelementptr float, ptr %a, i64 %e
  %v = load float, ptr %p
  ret float %v
}

; Lanes of the block's mask alone are in pieces.
; CHECK-LABEL: define void @masked.simd(
; CHECK: phi <8 x i1> [ %m, %few ], [ %rest, %piece ]
; CHECK: checked:
; CHECK: call void @llvm.masked.store{{.*}}<8 x i1> %m)
define void @masked(ptr %a, ptr %b, i64 %i, i64 %n, i1 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,uniform,1,uniform,varying" {
  call void @kiln.mask(i1 %m)
  %z = icmp eq i64 %i, 0
  %j = add i64 %i, -1
  %w = select i1 %z, i64 %n, i64 %j
  %p = getelementptr float, ptr %a, i64 %w
  %v = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %i
  store float %v, ptr %q
  ret void
}

; A period may be short, and many lanes beyond a bound: lanes access memory apart then.
; CHECK-LABEL: define i32 @period.simd(
; CHECK: boundary:
; CHECK: br i1 %{{.*}}, label %few, label %apart, !prof !{{.*}}, !kiln.versions
; CHECK: piece:
; CHECK: masked.load.v8i32
; CHECK: apart:
; CHECK: masked.gather.v8i32
; A long constant one is not.
; CHECK-LABEL: define i32 @constant.simd(
; CHECK: piece:
; CHECK-NOT: apart:
; CHECK: ret
define i32 @period(ptr %a, i64 %i, i64 %n, i64 %row) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform,uniform" {
  %w = urem i64 %i, %n
  %start = getelementptr i32, ptr %a, i64 %row
  %p = getelementptr i32, ptr %start, i64 %w
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %a, i64 %i
  store i32 %v, ptr %q
  ret i32 0
}
define i32 @constant(ptr %a, i64 %i, i64 %row) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %w = urem i64 %i, 1000
  %start = getelementptr i32, ptr %a, i64 %row
  %p = getelementptr i32, ptr %start, i64 %w
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %a, i64 %i
  store i32 %v, ptr %q
  ret i32 0
}
