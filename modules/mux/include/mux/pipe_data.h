// Pipes as kernels see them: the header of a lock-free ring of packets in a buffer.
//
// The argument of a pipe parameter is the address of this header; states and packets follow it.
// The ring has `max_packets` slots. Positions count up for ever: position p is slot
// p % max_packets in lap p / max_packets. Each slot has a state: 2 * lap while the slot is free
// in this lap, 2 * lap + 1 once its packet is written. So a pipe of zero bytes is empty. C++ and
// OpenCL C include this header.
#pragma once

#ifdef __OPENCL_C_VERSION__
#define MUX_PIPE_UINT64 ulong
#define MUX_PIPE_UINT32 uint
#else
#include <stdint.h>
#define MUX_PIPE_UINT64 uint64_t
#define MUX_PIPE_UINT32 uint32_t
#endif

typedef struct mux_pipe_data_s {
  MUX_PIPE_UINT32 packet_size;  ///< bytes, at least 1
  MUX_PIPE_UINT32 max_packets;  ///< at least 1
  MUX_PIPE_UINT64 packets;      ///< offset of slot 0 from here, a multiple of 128
  MUX_PIPE_UINT64 padding[6];
  MUX_PIPE_UINT64 write_position;  ///< the next position to write; on a cache line of its own
  MUX_PIPE_UINT64 write_padding[7];
  MUX_PIPE_UINT64 read_position;  ///< the next position to read
  MUX_PIPE_UINT64 read_padding[7];
  // MUX_PIPE_UINT32 states[max_packets], then the packets
} mux_pipe_data_t;  // 192

#undef MUX_PIPE_UINT64
#undef MUX_PIPE_UINT32
