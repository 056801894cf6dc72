; A divergent loop runs until its last lane has left, and selects collect its results. A uniform loop
; keeps its scalar test.
; RUN: muxc --passes=vecz-linearize %s -o - | FileCheck %s
declare i64 @__mux_get_global_id(i32)

define void @apart(ptr %p) "kiln-work-item-function" {
; CHECK-LABEL: define void @apart(
; CHECK:       head:
; CHECK:         %[[X:.*]] = phi i32 [ poison, %entry ], [ %[[KEPT:.*]], %head.latch ]
; CHECK:         %[[M:.*]] = phi i1 [ true, %entry ], [ %[[STAY:.*]], %head.latch ]
; CHECK:         %i = phi i32
; CHECK:         %[[LEAVE:.*]] = select i1 %[[M]], i1 %c, i1 false
; CHECK:         %[[KEPT]] = select i1 %[[LEAVE]], i32 %i, i32 %[[X]]
; CHECK:         %[[STAY]] = select i1 %[[M]], i1 %{{.*}}, i1 false
; CHECK:       head.latch:
; CHECK:         %[[ANY:.*]] = call i1 @kiln.any(i1 %[[STAY]])
; CHECK-NEXT:    br i1 %[[ANY]], label %head, label %head.left
; CHECK:       out:
; CHECK:         store i32 %[[KEPT]], ptr %q
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %q
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %head ]
  %i1 = add i32 %i, 1
  %c = icmp ugt i32 %i1, %v
  br i1 %c, label %out, label %head
out:
  store i32 %i, ptr %q
  ret void
}

define void @together(ptr %p, i32 %n) "kiln-work-item-function" {
; CHECK-LABEL: define void @together(
; CHECK-NOT:   kiln.any
; CHECK-NOT:   kiln.mask
; CHECK:         %end = icmp eq i32 %i1, %n
; CHECK-NEXT:    br i1 %end, label %out, label %head.latch
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %q
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi i32 [ %v, %entry ], [ %s1, %next ]
  %odd = trunc i32 %s to i1
  br i1 %odd, label %add, label %next
add:
  %t = add i32 %s, 3
  br label %next
next:
  %s1 = phi i32 [ %s, %head ], [ %t, %add ]
  %i1 = add i32 %i, 1
  %end = icmp eq i32 %i1, %n
  br i1 %end, label %out, label %head
out:
  store i32 %s1, ptr %q
  ret void
}

; A latch gets a block of its own, even if its predecessor is empty except for its test.
define void @empty_test(ptr %p) "kiln-work-item-function" {
; CHECK-LABEL: define void @empty_test(
; CHECK:       test:
; CHECK:         br label %head.latch
; CHECK:       head.latch:
; CHECK:         %[[ANY:.*]] = call i1 @kiln.any(
; CHECK-NEXT:    br i1 %[[ANY]], label %head, label %head.left
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %q
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %test ]
  %i1 = add i32 %i, 1
  %end = icmp ugt i32 %i1, %v
  %odd = trunc i32 %i to i1
  br i1 %odd, label %add, label %test
add:
  store i32 %i, ptr %q
  br label %test
test:
  br i1 %end, label %out, label %head
out:
  ret void
}
