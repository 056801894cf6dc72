; No split for branches of work-items, branches in loops, if two functions would be much more code, and in
; kernels without barriers. Work-items keep a store to a variable of the dispatcher if some path has none,
; or if the value is a work-item's own.
; RUN: muxc --passes=split-uniform-branches --verify-each %s | FileCheck %s
; CHECK-NOT: .if
; CHECK-LABEL: define internal void @own(
; CHECK: store i32 1, ptr %next
; CHECK-LABEL: define internal void @loaded(
; CHECK: store i32 %value, ptr %next
define void @k(ptr %p, i32 %n) "mux-kernel"="entry-point" !kiln.flags !0 {
  %next = alloca i32
  call void @own.items(ptr %p, i32 %n, ptr %next)
  call void @loaded.items(ptr %p, i32 %n, ptr %next)
  ret void
}
define internal void @own.items(ptr %p, i32 %n, ptr %next) noinline "kiln-work-group-function" {
  call void @own(ptr %p, i32 %n, ptr %next)
  ret void
}
define internal void @own(ptr %p, i32 %n, ptr "kiln-dispatcher-variable" %next) noinline "kiln-work-item-function" {
  %x = load i32, ptr %p
  %some = icmp eq i32 %x, %n
  br i1 %some, label %set, label %end
set:
  store i32 1, ptr %next
  br label %end
end:
  ret void
}
define internal void @loaded.items(ptr %p, i32 %n, ptr %next) noinline "kiln-work-group-function" {
  call void @loaded(ptr %p, i32 %n, ptr %next)
  ret void
}
define internal void @loaded(ptr %p, i32 %n, ptr "kiln-dispatcher-variable" %next) noinline "kiln-work-item-function" {
  %value = load i32, ptr %p
  store i32 %value, ptr %next
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %back ]
  %odd = icmp eq i32 %n, 3
  br i1 %odd, label %more, label %back
more:
  store i32 %i, ptr %p
  br label %back
back:
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
define void @without(ptr %p, i32 %n) "mux-kernel"="entry-point" {
  call void @whole.items(ptr %p, i32 %n)
  ret void
}
define internal void @whole.items(ptr %p, i32 %n) noinline "kiln-work-group-function" {
  call void @whole(ptr %p, i32 %n)
  ret void
}
define internal void @whole(ptr %p, i32 %n) noinline "kiln-work-item-function" {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %one, label %two
one:
  store i32 1, ptr %p
  ret void
two:
  store i32 2, ptr %p
  ret void
}
!0 = !{i64 2}
