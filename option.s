	.file	"<source>"
	.section	.text.k,"ax",@progbits
	.hidden	k
	.globl	k
	.p2align	4
	.type	k,@function
k:
	cmpq	%rcx, %rdx
	jae	.LBB0_19
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rcx, %r12
	movq	%rdx, %r8
	movq	56(%rsi), %rax
	movq	%rax, -80(%rsp)
	movq	104(%rsi), %r9
	movq	(%rdi), %rax
	movq	%rax, -88(%rsp)
	movq	8(%rdi), %rax
	movq	%rax, -96(%rsp)
	movq	64(%rsi), %rbx
	movq	72(%rsi), %rdi
	movq	%rdx, %rax
	orq	%r9, %rax
	shrq	$32, %rax
	je	.LBB0_2
	movq	%r8, %rax
	xorl	%edx, %edx
	divq	%r9
	jmp	.LBB0_4
.LBB0_2:
	movl	%r8d, %eax
	xorl	%edx, %edx
	divl	%r9d
.LBB0_4:
	movq	32(%rsi), %rsi
	imulq	%rdi, %rbx
	movq	-88(%rsp), %rax
	leaq	(%rax,%rsi,4), %rax
	movq	%rax, -56(%rsp)
	movq	-80(%rsp), %rax
	leal	(,%rax,4), %eax
	movq	%rax, -64(%rsp)
	movq	-96(%rsp), %rax
	movq	%rsi, -48(%rsp)
	leaq	(%rax,%rsi,4), %rax
	movq	%rax, -72(%rsp)
	movq	%r12, -32(%rsp)
	movq	%r9, -40(%rsp)
	jmp	.LBB0_5
	.p2align	4
.LBB0_17:
	movq	-16(%rsp), %rax
	movq	-24(%rsp), %rcx
	addq	%rcx, %rax
	movq	-40(%rsp), %r9
	cmpq	%r9, %rax
	movl	$0, %edx
	cmovneq	%rax, %rdx
	movq	-8(%rsp), %r8
	addq	%rcx, %r8
	movq	-32(%rsp), %r12
	cmpq	%r12, %r8
	jae	.LBB0_18
.LBB0_5:
	movq	%r9, %rax
	subq	%rdx, %rax
	movq	%r8, -8(%rsp)
	subq	%r8, %r12
	cmpq	%r12, %rax
	cmovbq	%rax, %r12
	movq	%rdx, %rdi
	movq	-80(%rsp), %rax
	imulq	%rax, %rdi
	addq	-48(%rsp), %rdi
	movq	%r12, -24(%rsp)
	imulq	%rax, %r12
	cmpq	$1, %r12
	movq	%r12, %rbp
	adcq	$0, %rbp
	movq	%rbp, %rsi
	andq	$-16, %rsi
	movq	%rbp, %r11
	andq	$-4, %r11
	movq	-88(%rsp), %rax
	leaq	(%rax,%rdi,4), %rax
	movq	-96(%rsp), %rcx
	leaq	(%rcx,%rdi,4), %r9
	movq	-64(%rsp), %r15
	movq	%rdx, -16(%rsp)
	imulq	%rdx, %r15
	movq	%rdi, %rdx
	movq	-56(%rsp), %rcx
	leaq	(%rcx,%r15), %r10
	addq	-72(%rsp), %r15
	xorl	%r8d, %r8d
	jmp	.LBB0_6
	.p2align	4
.LBB0_16:
	incq	%r8
	cmpq	%rbx, %r8
	jae	.LBB0_17
.LBB0_6:
	cmpq	$4, %r12
	jae	.LBB0_8
	xorl	%r14d, %r14d
	jmp	.LBB0_15
	.p2align	4
.LBB0_8:
	xorl	%ecx, %ecx
	cmpq	$16, %r12
	jb	.LBB0_12
	.p2align	4
.LBB0_9:
	vmovups	(%r9,%rcx,4), %zmm0
	vaddps	(%rax,%rcx,4), %zmm0, %zmm0
	vmovups	%zmm0, (%rax,%rcx,4)
	addq	$16, %rcx
	cmpq	%rcx, %rsi
	jne	.LBB0_9
	cmpq	%rsi, %r12
	je	.LBB0_16
	movq	%rsi, %rcx
	movq	%rsi, %r14
	testb	$12, %bpl
	je	.LBB0_15
.LBB0_12:
	movq	%r11, %r14
	subq	%rcx, %r14
	addq	%rdx, %rcx
	movq	-88(%rsp), %rdi
	leaq	(%rdi,%rcx,4), %rdi
	movq	-96(%rsp), %r13
	leaq	(,%rcx,4), %rcx
	addq	%r13, %rcx
	xorl	%r13d, %r13d
	.p2align	4
.LBB0_13:
	vmovups	(%rcx,%r13,4), %xmm0
	vaddps	(%rdi,%r13,4), %xmm0, %xmm0
	vmovups	%xmm0, (%rdi,%r13,4)
	addq	$4, %r13
	cmpq	%r13, %r14
	jne	.LBB0_13
	movq	%r11, %r14
	cmpq	%r11, %r12
	je	.LBB0_16
	.p2align	4
.LBB0_15:
	vmovss	(%r15,%r14,4), %xmm0
	vaddss	(%r10,%r14,4), %xmm0, %xmm0
	vmovss	%xmm0, (%r10,%r14,4)
	incq	%r14
	cmpq	%r14, %rbp
	jne	.LBB0_15
	jmp	.LBB0_16
.LBB0_18:
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
.LBB0_19:
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
	.asciz	"\005\000\000\000\230\001\000\000\001\000\000\000Kiln\000\000\000\000\000\000\000\000\001\000\000\000\001\000\000\000\004\000\000\000host\303\000\000\000cpu=x86-64-v4;features=+pclmul,+aes,+rdrnd,+prfchw,+fsgsbase,+adx,+sha,+gfni,+vaes,+vpclmulqdq,+avx512ifma,+avx512vbmi,+avx512vbmi2,+avx512vnni,+avx512bitalg,+avx512vpopcntdq,+avxvnni,+avx512bf16\001\000\000\000\001\000\000\000k\002\000\000\000\002\000\000\000\b\000\000\000\000\000\000\000\000\000\000\000\b\000\000\000\000\000\000\000\002\000\000\000\b\000\000\000\b\000\000\000\000\000\000\000\b\000\000\000\000\000\000\000\020\000\000\000\000\000\000\000\b\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
	.size	kiln.note, 432

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
