; Loops of 16 to 64 rounds over neighbouring elements are kept, and released later. Nothing else is.
; RUN: muxc --target=host --passes=keep-runs --verify-each %s | FileCheck %s
; RUN: muxc --target=host --passes=keep-runs,release-runs --verify-each %s | FileCheck %s --check-prefix=RELEASED
; CHECK-LABEL: define void @kept(
; CHECK: br i1 %more, label %loop, label %end, !llvm.loop ![[KEPT:[0-9]+]]
; CHECK-LABEL: define void @short(
; CHECK-NOT: llvm.loop
; CHECK: ret void
; CHECK-LABEL: define void @apart(
; CHECK-NOT: llvm.loop
; CHECK: ret void
; CHECK-LABEL: define void @own(
; CHECK-NOT: llvm.loop
; CHECK: ret void
; CHECK-LABEL: define void @calls(
; CHECK-NOT: llvm.loop
; CHECK: ret void
; CHECK: ![[KEPT]] = distinct !{![[KEPT]], ![[MARK:[0-9]+]], ![[DISABLE:[0-9]+]]}
; CHECK: ![[MARK]] = !{!"kiln.kept_run"}
; CHECK: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; RELEASED-NOT: unroll.disable
declare void @other()

; An index of 32 bits may wrap: the loop vectoriser tests it.
define void @kept(ptr %in, ptr %out, i32 %first) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add i32 %first, %j
  %index = sext i32 %sum to i64
  %from = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %from
  %to = getelementptr float, ptr %out, i64 %index
  store float %x, ptr %to
  %next = add nuw nsw i32 %j, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @short(ptr %out) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr %out, i64 %j
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @apart(ptr %out) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr [64 x float], ptr %out, i64 %j
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @own() {
entry:
  %x = alloca [16 x float]
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr %x, i64 %j
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @calls(ptr %out) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @other()
  %to = getelementptr float, ptr %out, i64 %j
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}
