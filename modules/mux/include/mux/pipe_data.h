// What a pipe is to a kernel: the structure at the address that is its argument, with its packets
// behind it. C++ and OpenCL C read this header.
//
// A pipe is a ring of `max_packets` places. Positions count from 0 without end; position p is place
// p % max_packets in lap p / max_packets. Each place has a state, which counts: 2 * lap while it is
// free in that lap, 2 * lap + 1 when its packet has been written. So all zeros is an empty pipe.
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
  MUX_PIPE_UINT64 packets;      ///< offset of place 0 from here, a multiple of 128
  MUX_PIPE_UINT64 padding[6];
  MUX_PIPE_UINT64 write_position;  ///< the next that a writer takes; a line of its own
  MUX_PIPE_UINT64 write_padding[7];
  MUX_PIPE_UINT64 read_position;  ///< the next that a reader takes
  MUX_PIPE_UINT64 read_padding[7];
  // MUX_PIPE_UINT32 states[max_packets], then the packets
} mux_pipe_data_t;  // 192

#undef MUX_PIPE_UINT64
#undef MUX_PIPE_UINT32
