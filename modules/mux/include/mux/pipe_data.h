// Pipes as kernels see them: the header of a lock-free ring of packets in a buffer.
//
// The argument of a pipe parameter is the address of this header; states and packets follow it. The
// pipe built-ins (OpenCL C 3.0 §6.15.17) work on it with atomic operations.
//
// The ring has `max_packets` slots. Positions count up for ever: position p is slot p % max_packets
// in lap p / max_packets. Each slot has a state: 2 * lap while the slot is free in this lap, 2 *
// lap + 1 once its packet is written. So a pipe of zero bytes is empty.
//
//   slot      0  1  2  3      read_position 1, write_position 3:
//   state     2  1  1  0      slot 0 was read and is free for lap 1, slots 1 and 2 hold packets
//
// The host writes the two sizes and the offset, and zeroes the rest. Only kernels touch it after
// this. C++ and OpenCL C include this header.
#pragma once

#ifdef __OPENCL_C_VERSION__
#define MUX_PIPE_UINT64 ulong
#define MUX_PIPE_UINT32 uint
#else
#include <stdint.h>
#define MUX_PIPE_UINT64 uint64_t
#define MUX_PIPE_UINT32 uint32_t
#endif

/// The header of a pipe: 192 bytes. The two positions have cache lines of their own, so that
/// readers and writers on different cores do not take a line from each other.
typedef struct mux_pipe_data_s {
  MUX_PIPE_UINT32 packet_size;  ///< bytes, at least 1
  MUX_PIPE_UINT32 max_packets;  ///< at least 1
  MUX_PIPE_UINT64 packets;      ///< offset of slot 0 from here, a multiple of 128
  /// Fills the line of the sizes.
  MUX_PIPE_UINT64 padding[6];
  MUX_PIPE_UINT64 write_position;  ///< the next position to write; on a cache line of its own
  MUX_PIPE_UINT64 write_padding[7];
  MUX_PIPE_UINT64 read_position;  ///< the next position to read
  MUX_PIPE_UINT64 read_padding[7];
  // MUX_PIPE_UINT32 states[max_packets], then the packets
} mux_pipe_data_t;  // 192

#undef MUX_PIPE_UINT64
#undef MUX_PIPE_UINT32
