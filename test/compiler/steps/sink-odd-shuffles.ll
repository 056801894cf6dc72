; A shuffle with 12 elements is repeated in each block with a use, and one replaces a phi of equal shuffles. One with 8
; elements has registers, and stays.
; RUN: muxc --target=host --passes=sink-odd-shuffles --verify-each %s | FileCheck %s
; RUN: muxc --target=host --passes=sink-odd-shuffles -cl-kiln-disable-steps=sink-odd-shuffles %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define void @use(
; CHECK: entry:
; CHECK-NEXT: %even = shufflevector <4 x i1> %a,
; CHECK-NEXT: br i1
; CHECK: left:
; CHECK-NEXT: %[[MASK:.*]] = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <12 x i32>
; CHECK: call void @llvm.masked.store.v12i8.p0(<12 x i8> %v, ptr {{.*}}, <12 x i1> %[[MASK]])
; CHECK: right:
; CHECK-NEXT: %[[OTHER:.*]] = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <12 x i32>
; OFF: entry:
; OFF-NEXT: %odd = shufflevector
define void @use(ptr %p, <4 x i1> %a, <12 x i8> %v, <8 x i8> %w, i1 %c) {
entry:
  %odd = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <12 x i32> <i32 0, i32 4, i32 4, i32 1, i32 4, i32 4, i32 2, i32 4, i32 4, i32 3, i32 4, i32 4>
  %even = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 4, i32 2, i32 4, i32 3, i32 4>
  br i1 %c, label %left, label %right
left:
  call void @llvm.masked.store.v12i8.p0(<12 x i8> %v, ptr %p, <12 x i1> %odd)
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %w, ptr %p, <8 x i1> %even)
  ret void
right:
  %q = getelementptr i8, ptr %p, i64 12
  call void @llvm.masked.store.v12i8.p0(<12 x i8> %v, ptr %q, <12 x i1> %odd)
  ret void
}

; CHECK-LABEL: define void @phi(
; CHECK: both:
; CHECK-NOT: phi
; CHECK: %[[JOINED:.*]] = shufflevector <4 x i1> %a,
; CHECK: @llvm.masked.store.v12i8.p0(<12 x i8> %v, ptr {{.*}}, <12 x i1> %[[JOINED]])
define void @phi(ptr %p, <4 x i1> %a, <12 x i8> %v, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  %x = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <12 x i32> <i32 0, i32 4, i32 4, i32 1, i32 4, i32 4, i32 2, i32 4, i32 4, i32 3, i32 4, i32 4>
  br label %both
right:
  %y = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <12 x i32> <i32 0, i32 4, i32 4, i32 1, i32 4, i32 4, i32 2, i32 4, i32 4, i32 3, i32 4, i32 4>
  br label %both
both:
  %m = phi <12 x i1> [ %x, %left ], [ %y, %right ]
  call void @llvm.masked.store.v12i8.p0(<12 x i8> %v, ptr %p, <12 x i1> %m)
  ret void
}
declare void @llvm.masked.store.v12i8.p0(<12 x i8>, ptr, <12 x i1>)
declare void @llvm.masked.store.v8i8.p0(<8 x i8>, ptr, <8 x i1>)
