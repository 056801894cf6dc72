; Loops that do not wait for other work-items stay as they are.
; RUN: muxc --passes=sub-group-progress --verify-each %s | FileCheck %s
; CHECK-NOT: call void @__mux_sub_group_barrier
; CHECK-NOT: kiln-independent-progress

; A retried exchange: the value read before is compared with the exchange's result alone.
define void @sum(ptr %p, float %x) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %old = load volatile i32, ptr %p
  %float = bitcast i32 %old to float
  %sum = fadd float %float, %x
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %found = extractvalue { i32, i1 } %pair, 0
  %again = icmp ne i32 %found, %old
  br i1 %again, label %head, label %end
end:
  ret void
}
; The loop ends if there is nothing to take, unless the state has just changed.
define void @pop(ptr %p, ptr %q) "mux-kernel"="entry-point" {
entry:
  %first = load atomic i64, ptr %p acquire, align 8
  br label %head
head:
  %old = phi i64 [ %first, %entry ], [ %found, %take ], [ %now, %full ]
  %state = load atomic i64, ptr %q acquire, align 8
  %mine = icmp eq i64 %state, %old
  br i1 %mine, label %take, label %full
full:
  %now = load atomic i64, ptr %p acquire, align 8
  %same = icmp eq i64 %now, %old
  br i1 %same, label %end, label %head
take:
  %new = sub i64 %old, 1
  %pair = cmpxchg ptr %p, i64 %old, i64 %new monotonic monotonic
  %taken = extractvalue { i64, i1 } %pair, 1
  %found = extractvalue { i64, i1 } %pair, 0
  br i1 %taken, label %end, label %head
end:
  ret void
}
; Work is taken from a counter.
define void @counter(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %mine = atomicrmw add ptr %p, i32 1 monotonic
  %more = icmp ult i32 %mine, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; The value read decides about the body, but not about the loop's end.
define void @marks(ptr %p, ptr %q, i32 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %before = atomicrmw xchg ptr %p, i32 1 monotonic
  %first = icmp eq i32 %before, 0
  br i1 %first, label %note, label %latch
note:
  store i32 %i, ptr %q
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; A search looks at another place in each round, and ends after n rounds.
define i1 @all(ptr %p, i64 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %state = load atomic i32, ptr %place acquire, align 4
  %set = icmp eq i32 %state, 1
  br i1 %set, label %latch, label %end
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %end
end:
  %result = phi i1 [ false, %head ], [ true, %latch ]
  ret i1 %result
}
