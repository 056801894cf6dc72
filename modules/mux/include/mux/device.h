// Devices: their properties, readable without opening one, and the calls to open and close one.
//
// muxGetDeviceInfos lists the devices of all targets in the library. A device info is constant
// data; muxCreateDevice opens the device behind it.
//
// The split keeps clGetPlatformIDs and clGetDeviceInfo cheap. An application that only looks at its
// devices starts no thread, no emulator and no hardware.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mux_device_table_s;

/// The kind of a device, for CL_DEVICE_TYPE (CL 3.0 §4.2). Values differ from those of
/// cl_device_type.
typedef enum mux_device_type_e {
  mux_device_type_cpu = 1,
  mux_device_type_gpu = 2,
  mux_device_type_accelerator = 4,
  mux_device_type_custom = 8,
} mux_device_type_t;

/// Properties of a heap, as bits of mux_heap_info_t::properties.
typedef enum mux_heap_property_e {
  mux_heap_device_local = 1,   ///< kernels reach it at full speed
  mux_heap_host_mappable = 2,  ///< muxMapMemory works
  mux_heap_host_coherent = 4,  ///< a mapping needs neither flush nor invalidate
  mux_heap_host_import = 8,    ///< muxCreateMemoryFromHost works
} mux_heap_property_t;

/// One heap: a kind of memory that muxAllocateMemory takes bytes from. Its index in the device info
/// is the number that the caller passes.
typedef struct mux_heap_info_s {
  /// mux_heap_property_t bits.
  uint32_t properties;
  uint64_t size;  ///< bytes
} mux_heap_info_t;

/// Floating-point capabilities of one format, with the bits of cl_device_fp_config (CL 3.0 §4.2).
typedef enum mux_fp_capability_e {
  mux_fp_denorm = 1,
  mux_fp_inf_nan = 2,
  mux_fp_round_to_nearest = 4,
  mux_fp_round_to_zero = 8,
  mux_fp_round_to_inf = 16,
  mux_fp_fma = 32,
  mux_fp_soft_float = 64,
  mux_fp_correctly_rounded_divide_sqrt = 128,
} mux_fp_capability_t;

/// Shared virtual memory, with the bits of cl_device_svm_capabilities (CL 3.0 §4.2). With any bit
/// set, muxMapMemory on a host-mappable, host-coherent heap returns the device address itself.
typedef enum mux_shared_memory_e {
  mux_shared_coarse_grain_buffers = 1,
  mux_shared_fine_grain_buffers = 2,
  mux_shared_system = 4,   ///< all memory of the process
  mux_shared_atomics = 8,  ///< atomic operations of host and device on the same memory
} mux_shared_memory_t;

/// A resource shared by a group of compute units (cl_device_affinity_domain, CL 3.0 §4.3).
typedef enum mux_domain_e {
  mux_domain_numa = 1,
  mux_domain_l4_cache = 2,
  mux_domain_l3_cache = 4,
  mux_domain_l2_cache = 8,
  mux_domain_l1_cache = 16,
} mux_domain_t;

/// The groups of compute units within one domain.
///
/// Groups lie side by side: each begins with the unit behind the last of its predecessor. A
/// sub-device by affinity takes one group (muxCreateQueueOnUnits).
typedef struct mux_domain_info_s {
  mux_domain_t domain;
  /// At least 2; a domain with all units in one group divides nothing.
  uint32_t group_count;
  /// Compute units of each group, group_count elements.
  const uint32_t *group_sizes;
} mux_domain_info_t;

/// A hardware counter, readable per ND-range through mux_query_counter. A caller names it by its
/// index in the device info.
typedef struct mux_counter_info_s {
  const char *name;         ///< one word, e.g. "instructions"
  const char *description;  ///< one line for people
} mux_counter_info_t;

/// The static properties of a device.
///
/// The target owns them for as long as the library is loaded. They are constant after the first
/// muxGetDeviceInfos, so readers need no lock. Listing them starts no thread and opens no device.
struct mux_device_info_s {
  uint32_t interface_version;              ///< MUX_VERSION the target was built against
  const struct mux_device_table_s *table;  ///< mux/target.h

  const char *target;  ///< the target's name: selects its compiler half
  const char *name;    ///< for people, e.g. the CPU's brand string
  /// Of the device, for CL_DEVICE_VENDOR (CL 3.0 §4.2).
  const char *vendor;
  const char *driver_version;  ///< "major.minor.patch"
  /// Input of the compiler half for this very device (CPU, features), in a format agreed between
  /// the two halves of the target. It is part of every cache key: two devices have equal texts if
  /// and only if one may run code compiled for the other.
  const char *target_properties;

  /// OpenCL extensions and optional OpenCL C 3.0 features (§6.2.1) for kernels, separated by
  /// spaces ("cl_khr_fp64 ...", "__opencl_c_int64 ..."). The compiler half's Info agrees.
  const char *kernel_extensions;
  const char *kernel_features;

  mux_device_type_t type;
  /// For CL_DEVICE_VENDOR_ID (CL 3.0 §4.2).
  uint32_t vendor_id;
  uint32_t address_bits;   ///< 32 or 64
  uint32_t compute_units;  ///< harts, cores or threads for work-groups
  uint32_t clock_mhz;      ///< 0 if unknown

  /// Bytes of the memory that all allocations share.
  uint64_t global_memory_size;
  /// The largest size of one buffer, in bytes; muxCreateBuffer refuses more.
  uint64_t max_allocation_size;
  /// The largest local memory of one work-group, in bytes, static and dynamic blocks together.
  uint64_t local_memory_size;
  uint64_t cache_size;       ///< bytes of the last-level cache, 0 if there is none
  uint32_t cache_line_size;  ///< bytes
  /// The alignment of buffers in their memory, and so of sub-buffers, in bytes:
  /// CL_DEVICE_MEM_BASE_ADDR_ALIGN, which counts bits (CL 3.0 §4.2).
  uint32_t buffer_alignment;
  uint64_t max_constant_buffer_size;  ///< bytes
  uint32_t max_parameter_size;        ///< bytes of all arguments of one kernel
  uint64_t timer_resolution_ns;       ///< of query pools and command timestamps

  /// Work-items of one group. A kernel may have a lower limit of its own.
  uint64_t max_work_group_size;
  /// Work-items of one group in each dimension.
  uint64_t max_work_item_sizes[3];
  /// Bytes for all records of one launch (CL_DEVICE_PRINTF_BUFFER_SIZE, CL 3.0 §4.2).
  uint64_t printf_buffer_size;

  uint32_t native_vector_width_bits;  ///< of the registers; 0 if the device is scalar
  uint32_t fp16_capabilities, fp32_capabilities, fp64_capabilities;  ///< mux_fp_capability_t

  /// Images and samplers work. Without it their functions answer mux_error_unsupported.
  uint8_t has_images;
  /// muxCommandUserCallback may run native kernels (CL_EXEC_NATIVE_KERNEL).
  uint8_t has_native_host_functions;
  /// Device memory has error correction (CL_DEVICE_ERROR_CORRECTION_SUPPORT).
  uint8_t is_error_correcting;
  uint8_t has_unified_memory;  ///< host and device memory are the same memory
  uint8_t has_unit_queues;     ///< muxCreateQueueOnUnits takes a part of the compute units

  /// mux_shared_memory_t bits, or 0. Any bit promises equal addresses on host and device.
  uint32_t shared_memory;
  /// muxGetBufferAddress works, and mux_argument_address accepts its answers.
  uint8_t has_buffer_addresses;

  uint32_t heap_count;
  const mux_heap_info_t *heaps;  ///< heap_count elements

  uint32_t counter_count;
  const mux_counter_info_t *counters;  ///< counter_count elements; a counter is named by its index

  /// An emulator on this machine replaces the hardware. Platforms list an emulated device only on
  /// request (KILN_DEVICES) or if there is no other.
  uint8_t is_emulated;
};

/// Lists the devices of all targets in the library, in the order of KILN_TARGETS.
///
/// Writes at most `capacity` handles to `infos` (may be null if capacity is 0) and the total to
/// `*count`. So a caller asks for the total first, then for the handles. Thread-safe.
///
/// mux_error_invalid_value: `infos` is null with a capacity.
mux_result_t muxGetDeviceInfos(uint32_t capacity, mux_device_info_t *infos, uint32_t *count);

/// Lists the domains along which compute units can be divided, the largest groups first
/// (clCreateSubDevices, CL 3.0 §4.3).
///
/// `*domains` points to `*count` elements. The target owns the array, like the info. The first call
/// may query the operating system. Thread-safe.
mux_result_t muxGetDomains(mux_device_info_t info, const mux_domain_info_t **domains,
                           uint32_t *count);

/// Opens a device and stores it in `*device`.
///
/// The device copies `allocator` (null: malloc) and uses it for all its objects. Several devices of
/// one info are independent of each other: objects of one are invalid handles for the other. Starts
/// no thread. Thread-safe.
///
/// mux_error_unsupported: the target was built against another major MUX_VERSION.
///
/// mux_error_invalid_value: the allocator lacks a function.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                             mux_device_t *device);

/// Closes a device. The caller destroys all objects of the device first, because they take their
/// memory from its allocator. Ignores null.
void muxDestroyDevice(mux_device_t device);

#ifdef __cplusplus
}
#endif
