// The instruction by the name of LLVM's intrinsic for it.
#if defined(HOOKS_ON_x86)
uint instruction(uint crc, uint value) __asm("llvm.x86.sse42.crc32.32.32");
#elif defined(HOOKS_ON_aarch64)
uint instruction(uint crc, uint value) __asm("llvm.aarch64.crc32cw");
#endif

uint kiln_test_crc32c(uint crc, uint value) { return instruction(crc, value); }
