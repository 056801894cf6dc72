; A divergent branch becomes masks. An any-active branch skips an arm with an access, a cheap arm
; always runs, and selects at the join merge the values.
; RUN: muxc --passes=vecz-linearize %s -o - | FileCheck %s
; RUN: muxc --passes=vecz-linearize-masked %s -o - | FileCheck %s --check-prefix=MASKED
declare i64 @__mux_get_global_id(i32)

define void @diamond(ptr %p) "kiln-work-item-function" {
; CHECK-LABEL: define void @diamond(
; CHECK:       entry:
; CHECK:         %[[C:.*]] = icmp slt i32 %v, 0
; CHECK:         %[[NOT:.*]] = xor i1 %[[C]], true
; CHECK-NEXT:    br label %then.any
; CHECK:       then.any:
; CHECK-NEXT:    %[[ANY:.*]] = call i1 @kiln.any(i1 %[[C]])
; CHECK-NEXT:    br i1 %[[ANY]], label %then, label %else
; CHECK:       then:
; CHECK-NEXT:    call void @kiln.mask(i1 %[[C]])
; CHECK-NEXT:    %a = load
; CHECK:       else:
; CHECK-NEXT:    %[[X:.*]] = phi i32 [ %a, %then ], [ poison, %then.any ]
; CHECK-NEXT:    %b = add i32 %v, 1
; CHECK-NEXT:    %[[BLEND:.*]] = select i1 %[[NOT]], i32 %b, i32 %[[X]]
; CHECK-NEXT:    br label %join
; CHECK:       join:
; CHECK-NEXT:    store i32 %[[BLEND]], ptr %q
; MASKED-LABEL: define void @diamond(
; MASKED:         %active = call i1 @kiln.entry_mask()
; MASKED-NEXT:    br label %body
; MASKED: body:
; MASKED-NEXT:    call void @kiln.mask(i1 %active)
; MASKED:         %[[C:.*]] = icmp slt
; MASKED-NEXT:    %[[THEN:.*]] = select i1 %active, i1 %[[C]], i1 false
; MASKED:       then:
; MASKED-NEXT:    call void @kiln.mask(i1 %[[THEN]])
; MASKED:       join:
; MASKED-NEXT:    call void @kiln.mask(i1 %active)
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %q
  %c = icmp slt i32 %v, 0
  br i1 %c, label %then, label %else
then:
  %a = load i32, ptr %p
  br label %join
else:
  %b = add i32 %v, 1
  br label %join
join:
  %x = phi i32 [ %a, %then ], [ %b, %else ]
  store i32 %x, ptr %q
  ret void
}
