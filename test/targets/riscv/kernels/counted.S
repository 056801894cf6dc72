# Kernels whose instructions can be counted by hand. a0: arguments, a2 and a3: the range.
  .option arch, +v

# { uint64_t rounds }: 2 + 2 * rounds instructions a range.
  .globl kernel_scalar_loop
  .hidden kernel_scalar_loop
kernel_scalar_loop:
  ld t0, 0(a0)
1:
  addi t0, t0, -1
  bnez t0, 1b
  ret

# { float *data, uint64_t count }: data[i] += data[i]. 3 instructions, 9 for each vector of
# VLEN/32 elements, one of them arithmetic.
  .globl kernel_vector_loop
  .hidden kernel_vector_loop
kernel_vector_loop:
  ld t0, 0(a0)
  ld t1, 8(a0)
1:
  vsetvli t2, t1, e32, m1, ta, ma
  vle32.v v8, (t0)
  vfadd.vv v8, v8, v8
  vse32.v v8, (t0)
  slli t3, t2, 2
  add t0, t0, t3
  sub t1, t1, t2
  nop
  bnez t1, 1b
  ret

# One of each kind: 12 arithmetic of 32 instructions.
  .globl kernel_vector_mixture
  .hidden kernel_vector_mixture
kernel_vector_mixture:
  vsetivli t0, 2, e32, m1, ta, ma
  # not arithmetic: 18
  vmv.v.i v0, 1
  vmv.v.i v1, 3
  vmv.v.v v2, v1
  vmv1r.v v3, v1
  vmv.s.x v4, t0
  vmv.x.s t1, v4
  vid.v v5
  vrgather.vv v6, v1, v5
  vslideup.vi v7, v1, 1
  vslidedown.vi v8, v1, 1
  vslide1down.vx v9, v1, t0
  vmerge.vim v10, v1, 2, v0
  vmand.mm v11, v0, v0
  vcpop.m t1, v0
  vcompress.vm v12, v1, v0
  vfmv.f.s ft0, v1
  vfmv.v.f v13, ft0
  viota.m v14, v0
  # arithmetic: 12
  vadd.vv v16, v1, v2
  vsub.vx v17, v1, t0
  vsll.vi v18, v1, 1
  vmul.vv v19, v1, v2
  vmacc.vv v20, v1, v2
  vredsum.vs v21, v1, v2
  vmseq.vv v22, v1, v2
  vsmul.vv v23, v1, v2
  vfadd.vv v24, v1, v2
  vfmacc.vf v25, ft0, v1
  vfcvt.f.x.v v26, v1
  vfsqrt.v v27, v26
  ret

  .section .note.GNU-stack,"",%progbits
