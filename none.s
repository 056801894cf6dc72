	.file	"<source>"
	.section	.text.k,"ax",@progbits
	.hidden	k
	.globl	k
	.p2align	4
	.type	k,@function
k:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$64, %rsp
	movq	%rdx, %r8
	movq	%rsi, -104(%rsp)
	movq	56(%rsi), %r11
	movq	%r11, -24(%rsp)
	movq	%r11, %rax
	shlq	$0, %rax
	movq	64(%rsi), %rbx
	movq	%rbx, -16(%rsp)
	imulq	%rbx, %rax
	movq	72(%rsi), %r14
	movq	%r14, -8(%rsp)
	imulq	%r14, %rax
	addq	$0, %rax
	shrq	$0, %rax
	shlq	$0, %rax
	movq	144(%rsi), %r10
	imulq	$0, %rax, %rdx
	movq	%r10, %r9
	addq	%rdx, %r9
	movq	%r10, 32(%rsp)
	movq	%rax, 40(%rsp)
	movq	%r9, 48(%rsp)
	movq	160(%rsi), %rax
	movq	%rax, 56(%rsp)
	movq	(%rdi), %r15
	movq	8(%rdi), %r12
	movq	104(%rsi), %r13
	movq	112(%rsi), %rbp
	movq	%rcx, -112(%rsp)
	cmpq	%rcx, %r8
	jae	.LBB0_3
	movq	%r8, %rax
	xorl	%edx, %edx
	divq	%r13
	movq	%rax, %r10
	movq	%r8, %rax
	xorl	%edx, %edx
	divq	%r13
	movq	%rdx, %rdi
	movq	%r10, %rax
	xorl	%edx, %edx
	divq	%rbp
	movq	%rdx, %r9
	movq	%r10, %rax
	xorl	%edx, %edx
	divq	%rbp
	movq	%r13, -120(%rsp)
	movq	%rbp, -128(%rsp)
	jmp	.LBB0_4
.LBB0_2:
	jmp	.LBB0_3
.LBB0_3:
	addq	$64, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB0_4:
	movq	%rdi, -96(%rsp)
	movq	32(%rsi), %rcx
	movq	%rdi, %rdx
	imulq	%r11, %rdx
	addq	%rcx, %rdx
	movq	%rdx, (%rsp)
	imulq	$0, %r11, %rcx
	addq	%r11, %rcx
	movq	%rcx, -72(%rsp)
	movq	%r9, -88(%rsp)
	movq	40(%rsi), %rcx
	movq	%r9, %rdx
	imulq	%rbx, %rdx
	addq	%rcx, %rdx
	movq	%rdx, 8(%rsp)
	imulq	$0, %rbx, %rcx
	addq	%rbx, %rcx
	movq	%rcx, -64(%rsp)
	movq	%rax, -80(%rsp)
	movq	48(%rsi), %rcx
	movq	%rax, %rdx
	imulq	%r14, %rdx
	addq	%rcx, %rdx
	movq	%rdx, 16(%rsp)
	imulq	$0, %r14, %rcx
	addq	%r14, %rcx
	movq	%rcx, -56(%rsp)
	movq	-72(%rsp), %rdx
	movq	-64(%rsp), %r10
	imulq	-56(%rsp), %r10
	xorl	%ebp, %ebp
.LBB0_5:
	xorl	%ecx, %ecx
.LBB0_6:
	movq	%rbp, %r13
	imulq	%rdx, %r13
	addq	%rcx, %r13
	movq	%rcx, -48(%rsp)
	movq	%rbp, -40(%rsp)
	movq	$0, -32(%rsp)
	movq	%r13, 24(%rsp)
	movq	(%rsp), %r13
	addq	-48(%rsp), %r13
	vmovss	(%r12,%r13,4), %xmm0
	vaddss	(%r15,%r13,4), %xmm0, %xmm0
	vmovss	%xmm0, (%r15,%r13,4)
	addq	$1, %rcx
	cmpq	%rdx, %rcx
	jb	.LBB0_6
	addq	$1, %rbp
	cmpq	%r10, %rbp
	jb	.LBB0_5
	addq	$1, %rdi
	movq	-120(%rsp), %r13
	cmpq	%r13, %rdi
	sete	%cl
	xorl	%edx, %edx
	cmpq	%r13, %rdi
	cmoveq	%rdx, %rdi
	andb	$1, %cl
	movzbl	%cl, %ecx
	addq	%rcx, %r9
	movq	-128(%rsp), %rbp
	cmpq	%rbp, %r9
	sete	%cl
	xorl	%edx, %edx
	cmpq	%rbp, %r9
	cmoveq	%rdx, %r9
	andb	$1, %cl
	movzbl	%cl, %ecx
	addq	%rcx, %rax
	addq	$1, %r8
	cmpq	-112(%rsp), %r8
	jb	.LBB0_4
	jmp	.LBB0_2
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
