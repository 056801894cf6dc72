; Atomics of all lanes on one address are one atomic; old values come from a prefix sum.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @reduce.simd(ptr %p, <4 x i32> %x, <4 x i1> %active)
; CHECK: [[SUM:%.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %x)
; CHECK: atomicrmw volatile add ptr %p, i32 [[SUM]] monotonic
; CHECK: [[MINE:%.*]] = select <4 x i1> %active, <4 x i32> %x, <4 x i32> splat (i32 -2147483648)
; CHECK: [[MAX:%.*]] = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> [[MINE]])
; CHECK: atomicrmw max ptr %p, i32 [[MAX]] seq_cst
; CHECK: [[FIRST:%.*]] = call i32 @llvm.cttz.i32(
; CHECK: [[ANY:%.*]] = extractelement <4 x i32> %x, i32 [[FIRST]]
; CHECK: atomicrmw xchg ptr %p, i32 [[ANY]] release
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @reduce(ptr %p, i32 %x, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying,varying" {
  %1 = atomicrmw volatile add ptr %p, i32 %x monotonic
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %2 = atomicrmw max ptr %p, i32 %x seq_cst
  %3 = atomicrmw xchg ptr %p, i32 %x release
  ret void
}
; CHECK-LABEL: define <4 x i32> @scan.simd(ptr %p, <4 x i32> %x, <4 x i1> %active)
; CHECK: [[MINE:%.*]] = select <4 x i1> %active, <4 x i32> %x, <4 x i32> zeroinitializer
; CHECK: [[A:%.*]] = shufflevector <4 x i32> [[MINE]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: [[B:%.*]] = shufflevector <4 x i32> [[A]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: [[C:%.*]] = add <4 x i32> [[A]], [[B]]
; CHECK: [[D:%.*]] = shufflevector <4 x i32> [[C]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 4, i32 0, i32 1>
; CHECK: [[BELOW:%.*]] = add <4 x i32> [[C]], [[D]]
; CHECK: [[SUM:%.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> [[MINE]])
; CHECK: %old = atomicrmw sub ptr %p, i32 [[SUM]]
; CHECK: [[OLD:%.*]] = shufflevector
; CHECK: [[R:%.*]] = sub <4 x i32> [[OLD]], [[BELOW]]
; CHECK: ret <4 x i32> [[R]]
define i32 @scan(ptr %p, i32 %x, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying,varying" {
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %old = atomicrmw sub ptr %p, i32 %x monotonic
  ret i32 %old
}
declare void @kiln.mask(i1)
