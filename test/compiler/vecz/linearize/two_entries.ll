; A block of a cycle with two entries goes to either of them. Each entry has the block's own value:
; LLVM's FixIrreducible alone gives `second` the value from the start of the round.
; RUN: muxc --passes=vecz-linearize %s -o - | FileCheck %s
; CHECK:       choose:
; CHECK:         %next = add i32 %sum, 1
; CHECK:         %[[J:.*]] = select i1 %{{.*}}, i32 %next, i32 %start
; CHECK:       second:
; CHECK-NEXT:    %small = icmp ult i32 %[[J]], 100
declare i64 @__mux_get_global_id(i32)

define void @f(ptr %in, ptr %out, i32 %k) "kiln-work-item-function" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %from = getelementptr i32, ptr %in, i64 %id
  %start = load i32, ptr %from
  %odd = icmp slt i32 %start, %k
  br i1 %odd, label %second, label %first

first:
  %j = phi i32 [ %start, %entry ], [ %j2, %second ], [ %next, %choose ]
  %sum = add i32 %j, 3
  %enough = icmp ugt i32 %sum, 30
  br i1 %enough, label %end, label %choose

choose:
  %next = add i32 %sum, 1
  %again = icmp ult i32 %next, %k
  br i1 %again, label %second, label %first

second:
  %j2 = phi i32 [ %start, %entry ], [ %next, %choose ]
  %small = icmp ult i32 %j2, 100
  br i1 %small, label %first, label %end

end:
  %result = phi i32 [ %sum, %first ], [ %j2, %second ]
  %to = getelementptr i32, ptr %out, i64 %id
  store i32 %result, ptr %to
  ret void
}
