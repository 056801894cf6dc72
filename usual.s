	.file	"<source>"
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
.LCPI0_0:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	5
	.long	6
	.long	7
	.long	8
	.long	9
	.long	10
	.long	11
	.long	12
	.long	13
	.long	14
	.long	15
	.section	.text.k,"ax",@progbits
	.hidden	k
	.globl	k
	.p2align	4
	.type	k,@function
k:
	cmpq	%rcx, %rdx
	jae	.LBB0_16
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rdx, %r10
	movq	56(%rsi), %rax
	movq	%rax, -40(%rsp)
	movq	104(%rsi), %r14
	movq	(%rdi), %r11
	movq	8(%rdi), %rdi
	movq	64(%rsi), %rbx
	movq	72(%rsi), %r9
	movq	%rdx, %rax
	orq	%r14, %rax
	shrq	$32, %rax
	je	.LBB0_2
	movq	%r10, %rax
	xorl	%edx, %edx
	divq	%r14
	jmp	.LBB0_4
.LBB0_2:
	movl	%r10d, %eax
	xorl	%edx, %edx
	divl	%r14d
.LBB0_4:
	movq	32(%rsi), %r8
	movq	8(%rsi), %rax
	movq	%r8, -56(%rsp)
	addq	%r8, %rax
	movq	16(%rsi), %r8
	addq	40(%rsi), %r8
	cmpq	%r8, %rax
	cmovaq	%rax, %r8
	movq	24(%rsi), %rax
	addq	48(%rsi), %rax
	cmpq	%rax, %r8
	cmovaq	%r8, %rax
	movq	%rax, -64(%rsp)
	imulq	%r9, %rbx
	vmovdqa64	.LCPI0_0(%rip), %zmm0
	movq	%rcx, -32(%rsp)
	movq	%r14, -48(%rsp)
	jmp	.LBB0_5
	.p2align	4
.LBB0_14:
	movq	-16(%rsp), %rax
	movq	-24(%rsp), %rcx
	addq	%rcx, %rax
	movq	-48(%rsp), %r14
	cmpq	%r14, %rax
	movl	$0, %edx
	cmovneq	%rax, %rdx
	movq	-8(%rsp), %r10
	addq	%rcx, %r10
	movq	-32(%rsp), %rcx
	cmpq	%rcx, %r10
	jae	.LBB0_15
.LBB0_5:
	movq	%r14, %rax
	subq	%rdx, %rax
	movq	%r10, -8(%rsp)
	subq	%r10, %rcx
	cmpq	%rcx, %rax
	cmovbq	%rax, %rcx
	movq	%rdx, -16(%rsp)
	movq	%rdx, %r13
	movq	-40(%rsp), %rax
	imulq	%rax, %r13
	addq	-56(%rsp), %r13
	movq	%rcx, -24(%rsp)
	imulq	%rax, %rcx
	movq	%rcx, %r12
	andq	$-16, %r12
	movl	$2147483649, %eax
	cmpq	%rax, -64(%rsp)
	setb	%al
	movl	$0, %edx
	cmovaeq	%rdx, %r12
	movq	%rcx, %r9
	subq	%r12, %r9
	cmpq	$2, %r9
	setae	%sil
	andb	%al, %sil
	vpbroadcastd	%r9d, %zmm1
	leaq	(%r12,%r13), %r9
	leaq	(%rdi,%r9,4), %rax
	leaq	(%r11,%r9,4), %r14
	leaq	(%r11,%r13,4), %r9
	leaq	(%rdi,%r13,4), %r15
	xorl	%r10d, %r10d
	jmp	.LBB0_6
	.p2align	4
.LBB0_11:
	vpcmpnleud	%zmm0, %zmm1, %k1
	vmovups	(%rax), %zmm2 {%k1} {z}
	vmovups	(%r14), %zmm3 {%k1} {z}
	vaddps	%zmm3, %zmm2, %zmm2
	vmovups	%zmm2, (%r14) {%k1}
.LBB0_13:
	incq	%r10
	cmpq	%rbx, %r10
	jae	.LBB0_14
.LBB0_6:
	testq	%r12, %r12
	je	.LBB0_9
	xorl	%ebp, %ebp
	.p2align	4
.LBB0_8:
	vmovups	(%r15,%rbp,4), %zmm2
	vaddps	(%r9,%rbp,4), %zmm2, %zmm2
	vmovups	%zmm2, (%r9,%rbp,4)
	addq	$16, %rbp
	cmpq	%r12, %rbp
	jb	.LBB0_8
.LBB0_9:
	cmpq	%r12, %rcx
	jbe	.LBB0_13
	movq	%r12, %rbp
	testb	%sil, %sil
	jne	.LBB0_11
	.p2align	4
.LBB0_12:
	movq	%r13, %r8
	addq	%rbp, %r8
	vmovss	(%rdi,%r8,4), %xmm2
	vaddss	(%r11,%r8,4), %xmm2, %xmm2
	vmovss	%xmm2, (%r11,%r8,4)
	incq	%rbp
	cmpq	%rcx, %rbp
	jb	.LBB0_12
	jmp	.LBB0_13
.LBB0_15:
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
.LBB0_16:
	vzeroupper
	retq
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

	.type	kiln_kernels,@object
	.section	.data.rel.ro.kiln_kernels,"aw",@progbits
	.globl	kiln_kernels
	.p2align	3, 0x0
kiln_kernels:
	.long	1
	.long	1
	.quad	k
	.size	kiln_kernels, 16

	.type	kiln.note,@object
	.section	.note.kiln,"a",@note
	.p2align	3, 0x0
kiln.note:
	.asciz	"\005\000\000\000\230\001\000\000\001\000\000\000Kiln\000\000\000\000\000\000\000\000\001\000\000\000\001\000\000\000\004\000\000\000host\303\000\000\000cpu=x86-64-v4;features=+pclmul,+aes,+rdrnd,+prfchw,+fsgsbase,+adx,+sha,+gfni,+vaes,+vpclmulqdq,+avx512ifma,+avx512vbmi,+avx512vbmi2,+avx512vnni,+avx512bitalg,+avx512vpopcntdq,+avxvnni,+avx512bf16\001\000\000\000\001\000\000\000k\002\000\000\000\002\000\000\000\b\000\000\000\000\000\000\000\000\000\000\000\b\000\000\000\000\000\000\000\002\000\000\000\b\000\000\000\b\000\000\000\000\000\000\000\b\000\000\000\000\000\000\000\020\000\000\000\000\000\000\000\b\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\020\000\000\000\020\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
	.size	kiln.note, 432

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
