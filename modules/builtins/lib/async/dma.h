// Declares the DMA transfers behind asynchronous copies (doc/compiler-spec.md, "Transfers"). A
// target with DMA hardware may replace each definition in dma.cl.
#pragma once
#include "base.h"

#define CONVERGENT __attribute__((convergent))

// All work-items of the group call them with equal arguments but for `token`. It is the work-item's
// own: 0, or the result of an earlier transfer of this event. Sizes have 64 bits and tokens 32,
// whatever the width of the device's addresses.
uint __mux_dma_read_1d(__local void *to, const __global void *from, ulong size,
                       uint token) CONVERGENT;
uint __mux_dma_write_1d(__global void *to, const __local void *from, ulong size,
                        uint token) CONVERGENT;
// `lines` times `size` bytes; the next line lies a stride further on. Where the size is a power of
// two up to 128, addresses and strides are multiples of it.
uint __mux_dma_read_2d(__local void *to, const __global void *from, ulong size, ulong to_stride,
                       ulong from_stride, ulong lines, uint token) CONVERGENT;
uint __mux_dma_write_2d(__global void *to, const __local void *from, ulong size, ulong to_stride,
                        ulong from_stride, ulong lines, uint token) CONVERGENT;
// Returns when the transfers of this token, as far as this work-item started them, are done.
void __mux_dma_wait(uint token) CONVERGENT;
// Returns when all transfers started by this work-item are done, or when its later transfers cannot
// pass them any more.
void __mux_dma_fence(void) CONVERGENT;
