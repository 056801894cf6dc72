; Values described by debug records are stored to slots: a whole variable, a fragment, and nothing for an
; undefined value. A phi's value is stored behind all phis.
; RUN: muxc --passes=preserve-debug-variables %s | FileCheck %s
; CHECK: define void @k(i32 %x, i1 %c)
; CHECK: %[[BOTH:.*]] = alloca [16 x i8], align 16
; CHECK: %[[X:.*]] = alloca [16 x i8], align 16
; CHECK-DAG: #dbg_declare(ptr %[[X]], ![[NAMED_X:[0-9]+]], !DIExpression()
; CHECK-DAG: #dbg_declare(ptr %[[BOTH]], ![[NAMED_BOTH:[0-9]+]], !DIExpression()
; CHECK: store volatile i32 %x, ptr %[[X]], align 16{{$}}
; CHECK-NOT: #dbg_value
; CHECK: next:
; CHECK-NEXT: %p = phi i32
; CHECK-NEXT: %q = phi i32
; CHECK-NEXT: %[[PART:.*]] = getelementptr i8, ptr %[[BOTH]], i64 4
; CHECK-NEXT: store volatile i32 %p, ptr %[[PART]], align 4
; CHECK-NOT: store
; CHECK: ret void
; CHECK-DAG: ![[NAMED_X]] = !DILocalVariable(name: "x"
; CHECK-DAG: ![[NAMED_BOTH]] = !DILocalVariable(name: "both"
define void @k(i32 %x, i1 %c) !dbg !4 {
entry:
    #dbg_value(i32 %x, !6, !DIExpression(), !10)
    #dbg_value(i32 poison, !7, !DIExpression(), !10)
  br i1 %c, label %next, label %other
other:
  br label %next
next:
  %p = phi i32 [ %x, %entry ], [ 1, %other ]
  %q = phi i32 [ 2, %entry ], [ 3, %other ]
    #dbg_value(i32 %p, !7, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !10)
    #dbg_value(!DIArgList(i32 %p, i32 %q), !6, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "x", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !5)
!7 = !DILocalVariable(name: "both", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!10 = !DILocation(line: 1, column: 1, scope: !4)
