// The binary interface between compiled kernels and the runtime: entry point, schedule, kernel
// descriptor, printf buffer.
//
// The compiler half of a target writes these structures into a binary, the runtime half and the
// kernels read them. doc/mux-spec.md specifies each field (§5 to §8).
//
// All structures have the same layout on every target: fixed-size fields, naturally aligned,
// little-endian. Addresses are 64-bit fields with a zero upper half on 32-bit devices. One layout
// lets one compiler and one loader serve all devices, whatever machine they run on.
//
// A new field takes reserved room or goes to the end, and raises MUX_ABI_VERSION. Every binary
// carries the version in its program metadata. So a runtime refuses kernels of another layout
// instead of misreading their arguments.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of all structures in this header. muxCreateExecutable refuses a binary with another
/// one: mux_error_invalid_binary.
#define MUX_ABI_VERSION 1u

/// Floating-point control, a field of the schedule.
///
/// The runtime applies it when a worker starts a range of work-groups, and restores the caller's
/// environment at the end of the range. Without it a kernel on the application's own thread would
/// round as the application happens to, and trap if the application has traps on.
typedef enum mux_fp_control_e {
  mux_fp_control_default = 0,        ///< round to nearest even, denormals kept, no traps
  mux_fp_control_flush_denorms = 1,  ///< denormal inputs and results are zero
} mux_fp_control_t;

/// The launch as one worker sees it: sizes, and the addresses of the worker's memory.
///
/// 256 bytes. Kernels only read it. Each worker has its own copy, because the memory fields differ:
/// two workers with one arena would overwrite each other's work-items. The numbers in the comments
/// are offsets in bytes; generated code has them built in.
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

/// A kernel's entry point: runs the work-groups with linear numbers in [first, last).
///
/// Group (x, y, z) has the number (z * num_groups[1] + y) * num_groups[0] + x. `arguments` is the
/// argument block of the descriptor, 128-byte aligned. `schedule` is the worker's own.
///
/// Re-entrant: several workers run disjoint ranges of one launch at once, with distinct schedules.
/// The unit of a call is a range and not a single group. So many small groups share the cost of
/// the call and of the floating-point environment.
typedef void (*mux_entry_point_t)(const void *arguments, const mux_schedule_t *schedule,
                                  uint64_t first, uint64_t last);

/// The only exported symbol of a binary, a mux_kernel_table_t. A binary with any further global
/// symbol is refused (doc/mux-spec.md §9).
#define MUX_KERNEL_TABLE_SYMBOL "kiln_kernels"
/// The entry points of a binary, in the order of the kernels in the program metadata.
///
/// Entry i belongs to kernel i. The loader fills each entry in by one relocation of type
/// RELATIVE: the address of the loaded code plus the offset of the function.
typedef struct mux_kernel_table_s {
  /// MUX_ABI_VERSION of the compiler half.
  uint32_t abi_version;
  /// Number of entries; equal to the number of kernels in the program metadata.
  uint32_t count;
  uint64_t entries[];  ///< addresses; RELATIVE relocations before loading
} mux_kernel_table_t;

/// The kind of a kernel parameter: it decides the bytes in the argument block.
typedef enum mux_parameter_kind_e {
  mux_parameter_value = 1,  ///< bytes, by value (scalars, vectors, structures)
  mux_parameter_buffer,     ///< an address in global or constant memory, 8 bytes
  mux_parameter_local,      ///< 8 bytes: the offset of the block inside local memory
  mux_parameter_image,      ///< mux_image_data_t (mux/image_data.h); kernels take its address
  mux_parameter_sampler,    ///< 4 bytes: mux_sampler_bits_e
} mux_parameter_kind_t;

/// The place of one parameter in the argument block.
///
/// Parameters ascend and do not overlap. The runtime checks each argument of a launch against its
/// parameter, so a wrong size is mux_error_invalid_value and not a misread argument block.
typedef struct mux_parameter_s {
  uint32_t kind;       ///< mux_parameter_kind_t
  uint32_t alignment;  ///< bytes; of the value, or of a local pointer's target
  uint64_t offset;     ///< bytes into the argument block
  uint64_t size;       ///< bytes in the argument block
} mux_parameter_t;

/// Properties of a compiled kernel, as bits. A reader refuses a descriptor with an unknown bit,
/// because the runtime could not honour it.
typedef enum mux_kernel_flag_e {
  /// Records are written to schedule.printf_buffer, if it is not 0.
  mux_kernel_uses_printf = 1,
  /// The kernel synchronises the work-items of a group.
  mux_kernel_has_barriers = 2,
  /// Built with -cl-denorms-are-zero (CL 3.0 §5.8.6.2): the launch needs
  /// mux_fp_control_flush_denorms.
  mux_kernel_flush_denorms = 4,
  /// Built for sizes that divide (-cl-uniform-work-group-size, CL 3.0 §5.8.6.3): a launch with
  /// partial groups is invalid.
  mux_kernel_uniform_groups_only = 8,
  /// The kernel depends on the division into sub-groups; sub_group_size says their size.
  mux_kernel_uses_sub_groups = 16,
  mux_kernel_zeroes_local_memory = 32,    ///< at the start of each work-group
  mux_kernel_zeroes_private_memory = 64,  ///< at the start of each work-item
  /// The compiler does not know if the kernel's vectors are faster than scalar code. A runtime that
  /// measures launches may try a binary without vectors.
  mux_kernel_vectors_are_uncertain = 128,
  /// The results do not depend on the local size, nor on the number of work-groups. A runtime may
  /// launch the kernel with another local size than the application's.
  mux_kernel_ignores_groups = 256,
  /// Code may run several work-items along z at once, since they share work. So work-groups are
  /// best
  /// a few work-items long along it.
  mux_kernel_shares_work_along_z = 512,
  /// A binary for one local size is faster, even for a required one: the compiler left code to it
  /// that takes longer to make.
  mux_kernel_gains_by_specialization = 1024,
  /// A binary for launches with buffers that do not overlap may be faster.
  mux_kernel_gains_by_apart_buffers = 2048,
} mux_kernel_flag_t;

/// A vector_dimension beside 0 to 2: vectors run along the linear local id. So a local size of (4,
/// 4, 1) can fill vectors of 16, while no single dimension has as many work-items.
enum { mux_vector_dimension_linear = 3 };

/// The requirements of a kernel's launch: argument layout, memory, limits.
///
/// The program metadata has one per kernel. doc/mux-spec.md §7 has the ranges that a reader checks
/// before anything believes a field. The owner of the descriptor (an executable, a kernel object)
/// owns the name and the parameters as well.
typedef struct mux_kernel_descriptor_s {
  /// The name of the function in the source, zero-terminated and unique in the binary.
  const char *name;
  /// Elements of `parameters`; a launch brings as many arguments.
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

  /// Bytes of statically declared local memory, at offset 0 of the group's local memory. Blocks for
  /// pointer arguments follow it.
  uint64_t local_size;
  /// Bytes of private memory of one work-item, for CL_KERNEL_PRIVATE_MEM_SIZE (CL 3.0 §5.9.4).
  uint64_t private_size;
  /// reqd_work_group_size of the source (OpenCL C 3.0 §6.9.2), or zeros. A launch with another
  /// local size is invalid.
  uint64_t required_local_size[3];
  /// The only local size that the kernel was compiled for, or zeros: loops over work-items have
  /// constant bounds then. A launch with another size is invalid.
  uint64_t specialized_local_size[3];
  /// The kernel's own limit in work-items, below the device's, or 0 for none.
  uint64_t max_work_group_size;
  /// Local sizes run best as multiples of it, at least 1:
  /// CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE (CL 3.0 §5.9.4).
  uint32_t preferred_multiple;
  uint32_t vector_width;      ///< work-items per vector, a power of two, at most 64; 1 if
                              ///< scalar
  uint32_t vector_dimension;  ///< 0 to 2, or mux_vector_dimension_linear
  uint32_t sub_group_size;    ///< 0 if it uses no sub-groups
} mux_kernel_descriptor_t;

/// The header of a printf buffer; records follow it.
///
/// A work-item reserves the bytes of its record with one atomic addition to `used`. A record beyond
/// the capacity is not written but counted in `dropped`. Before a launch the host sets `capacity`
/// and zeroes the rest of the buffer, records included. So the gap in place of the first dropped
/// record reads as zero, and a reader stops there.
typedef struct mux_printf_header_s {
  uint32_t used;      ///< bytes reserved behind the header; may exceed capacity
  uint32_t dropped;   ///< records beyond the capacity
  uint32_t capacity;  ///< bytes behind the header
  /// Zero.
  uint32_t reserved;
} mux_printf_header_t;

/// A record: u32 bytes of the whole record (a multiple of 8), u32 id of the format string,
/// then each argument in the order of the format:
///   integers and pointers   8 bytes, sign- or zero-extended from their promoted type;
///   floating-point scalars  8 bytes, as double;
///   vectors                 each element as above (a vector of 3 has 3);
///   constant strings (%s)   8 bytes: the string's id; UINT64_MAX for a null pointer.
/// Ids index the string table of the program metadata (muxGetPrintfString).

#ifdef __cplusplus
}
#endif
