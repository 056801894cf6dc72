// The binary interface between compiled kernels and the runtime: entry point, schedule,
// kernel descriptor, printf buffer.
//
// doc/mux-spec.md specifies each field. All structures have the same layout on every target:
// fixed-size fields, naturally aligned, little-endian. Addresses are 64-bit fields with a zero
// upper half on 32-bit devices. A new field takes reserved room or goes to the end, and raises
// MUX_ABI_VERSION. Every binary carries the version in its note, so that a runtime refuses
// kernels of another layout instead of misreading their arguments.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MUX_ABI_VERSION 1u

/// Floating-point control, applied by the runtime when a range starts; the caller's
/// environment is restored when it ends.
typedef enum mux_fp_control_e {
  mux_fp_control_default = 0,        ///< round to nearest even, denormals kept, no traps
  mux_fp_control_flush_denorms = 1,  ///< denormal inputs and results are zero
} mux_fp_control_t;

/// The launch as one worker sees it: sizes, and the addresses of the worker's memory. Kernels read
/// it only; each worker has its own.
typedef struct mux_schedule_s {
  uint32_t abi_version;          // 0
  uint32_t dimensions;           // 4    1 to 3
  uint64_t global_size[3];       // 8    work-items; unused dimensions are 1
  uint64_t global_offset[3];     // 32
  uint64_t local_size[3];        // 56   enqueued local size
  uint64_t last_local_size[3];   // 80   of the last group in each dimension; equal to
                                 //      local_size if it divides global_size
  uint64_t num_groups[3];        // 104
  uint64_t arena;                // 128  address of this worker's arena; 128-byte aligned
  uint64_t arena_size;           // 136  bytes
  uint64_t frame;                // 144  address of the frame, inside of the arena
  uint64_t frame_size;           // 152  bytes
  uint64_t local_memory;         // 160  address of local memory, inside of the arena
  uint64_t local_memory_size;    // 168  bytes: static and dynamic
  uint64_t private_memory;       // 176  lowest address of private memory outside of the
                                 //      frame (the worker's stack)
  uint64_t private_memory_size;  // 184  bytes
  uint64_t printf_buffer;        // 192  address of a mux_printf_header_t, or 0
  uint32_t fp_control;           // 200  mux_fp_control_t, already applied
  uint32_t worker;               // 204  index of the worker, below the device's compute units
  uint64_t reserved[6];          // 208  zero
} mux_schedule_t;                // 256

/// A kernel's entry point. Runs the work-groups with linear numbers in [first, last): group
/// (x, y, z) has the number (z * num_groups[1] + y) * num_groups[0] + x. `arguments` is the
/// argument block of the descriptor, 128-byte aligned. Re-entrant; distinct workers pass
/// distinct schedules.
typedef void (*mux_entry_point_t)(const void *arguments, const mux_schedule_t *schedule,
                                  uint64_t first, uint64_t last);

/// The only exported symbol of a binary. Entry i is the entry point of the note's kernel i.
#define MUX_KERNEL_TABLE_SYMBOL "kiln_kernels"
typedef struct mux_kernel_table_s {
  uint32_t abi_version;
  uint32_t count;
  uint64_t entries[];  ///< addresses; RELATIVE relocations before loading
} mux_kernel_table_t;

typedef enum mux_parameter_kind_e {
  mux_parameter_value = 1,  ///< bytes, by value (scalars, vectors, structures)
  mux_parameter_buffer,     ///< an address in global or constant memory, 8 bytes
  mux_parameter_local,      ///< 8 bytes: the offset of the block inside local memory
  mux_parameter_image,      ///< mux_image_data_t (mux/image_data.h); kernels take its address
  mux_parameter_sampler,    ///< 4 bytes: mux_sampler_bits_e
} mux_parameter_kind_t;

typedef struct mux_parameter_s {
  uint32_t kind;       ///< mux_parameter_kind_t
  uint32_t alignment;  ///< bytes; of the value, or of a local pointer's target
  uint64_t offset;     ///< bytes into the argument block
  uint64_t size;       ///< bytes in the argument block
} mux_parameter_t;

typedef enum mux_kernel_flag_e {
  mux_kernel_uses_printf = 1,
  mux_kernel_has_barriers = 2,
  mux_kernel_flush_denorms = 4,        ///< built with -cl-denorms-are-zero
  mux_kernel_uniform_groups_only = 8,  ///< a launch with partial groups is invalid
  mux_kernel_uses_sub_groups = 16,
  mux_kernel_zeroes_local_memory = 32,    ///< at the start of each work-group
  mux_kernel_zeroes_private_memory = 64,  ///< at the start of each work-item
} mux_kernel_flag_t;

/// A vector_dimension beside 0 to 2: vectors run along the linear local id.
enum { mux_vector_dimension_linear = 3 };

/// The requirements of a kernel's launch: argument layout, memory, limits. The note has one per
/// kernel; doc/mux-spec.md §7 has the ranges a reader checks.
typedef struct mux_kernel_descriptor_s {
  const char *name;  ///< zero-terminated
  uint32_t parameter_count;
  const mux_parameter_t *parameters;
  uint64_t arguments_size;  ///< bytes of the argument block
  uint32_t flags;           ///< mux_kernel_flag_t

  /// The frame holds values live across barriers, and large private arrays. For a group of n
  /// work-items it takes
  ///   frame_fixed_size + frame_item_size * roundUp(n, frame_item_multiple)
  /// bytes, aligned to frame_alignment.
  uint64_t frame_fixed_size;
  uint64_t frame_item_size;
  uint32_t frame_item_multiple;  ///< at least 1
  uint32_t frame_alignment;      ///< bytes, a power of two, at most 128

  uint64_t local_size;    ///< bytes of statically declared local memory, at offset 0 of it
  uint64_t private_size;  ///< bytes of private memory of a work-item, for queries
  uint64_t required_local_size[3];     ///< reqd_work_group_size, or zeros
  uint64_t specialized_local_size[3];  ///< the only one it was compiled for, or zeros
  uint64_t max_work_group_size;        ///< the kernel's own limit, or 0
  uint32_t preferred_multiple;         ///< of the local size; at least 1
  uint32_t vector_width;               ///< work-items per vector, a power of two, at most 64; 1 if
                                       ///< scalar
  uint32_t vector_dimension;           ///< 0 to 2, or mux_vector_dimension_linear
  uint32_t sub_group_size;             ///< 0 if it uses no sub-groups
} mux_kernel_descriptor_t;

/// The header of a printf buffer; records follow it. A work-item reserves the bytes of its record
/// with one atomic addition to `used`. A record beyond the capacity is not written but counted
/// in `dropped`. Before a launch the host sets `capacity` and zeroes the rest of the buffer. So
/// the gap in place of the first dropped record reads as zero.
typedef struct mux_printf_header_s {
  uint32_t used;      ///< bytes reserved behind the header; may exceed capacity
  uint32_t dropped;   ///< records beyond the capacity
  uint32_t capacity;  ///< bytes behind the header
  uint32_t reserved;
} mux_printf_header_t;

/// A record: u32 bytes of the whole record (a multiple of 8), u32 id of the format string,
/// then each argument in the order of the format:
///   integers and pointers   8 bytes, sign- or zero-extended from their promoted type
///   floating-point scalars  8 bytes, as double
///   vectors                 each element as above (a vector of 3 has 3)
///   constant strings (%s)   8 bytes: the string's id; UINT64_MAX for a null pointer
/// Ids index the string table of the note.

#ifdef __cplusplus
}
#endif
