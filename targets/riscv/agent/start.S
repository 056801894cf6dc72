  .text
  .globl _start
_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  andi sp, sp, -16
  call agentMain
  unimp

# long agentClone(flags, stackTop, function, argument)
  .globl agentClone
agentClone:
  addi a1, a1, -16
  sd a2, 0(a1)
  sd a3, 8(a1)
  li a2, 0
  li a3, 0
  li a4, 0
  li a7, 220
  ecall
  bnez a0, 1f
  ld a1, 0(sp)
  ld a0, 8(sp)
  jalr a1
  unimp
1:
  ret

  .section .note.GNU-stack,"",%progbits
