; A function with a spin loop is inlined, and so is one called by a spin loop to read; others stay.
; RUN: muxc --passes=inline-barrier-functions --verify-each %s | FileCheck %s
; CHECK-NOT: define {{.*}}@wait
; CHECK: define {{.*}}@look
; CHECK-LABEL: define void @k(
; CHECK: load atomic
; CHECK: load atomic
; CHECK: call i32 @look
define internal i32 @look(ptr %p) {
  %seen = load atomic i32, ptr %p monotonic, align 4
  ret i32 %seen
}
define internal void @wait(ptr %p) {
entry:
  br label %head
head:
  %seen = call i32 @look(ptr %p)
  %stay = icmp eq i32 %seen, 0
  br i1 %stay, label %head, label %end
end:
  ret void
}
define void @k(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  call void @wait(ptr %p)
  br label %head
head:
  %seen = call i32 @look(ptr %p)
  %stay = icmp eq i32 %seen, 0
  br i1 %stay, label %head, label %count
count:
  %i = phi i32 [ 0, %head ], [ %next, %count ]
  %value = call i32 @look(ptr %p)
  store i32 %value, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %count, label %end
end:
  ret void
}
