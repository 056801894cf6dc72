  .text
  .globl _start
_start:
  mov x29, #0
  mov x30, #0
  bl agentMain
  brk #0

# long agentClone(flags, stackTop, function, argument)
  .globl agentClone
agentClone:
  stp x2, x3, [x1, #-16]!
  mov x2, #0
  mov x3, #0
  mov x4, #0
  mov x8, #220
  svc #0
  cbnz x0, 1f
  ldp x1, x0, [sp]
  blr x1
  brk #0
1:
  ret

  .section .note.GNU-stack,"",%progbits
