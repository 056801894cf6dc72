#include "core/extension_info.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "core/name_list.h"

namespace cl {
namespace {

// Of headers newer than Debian's: cl_khr_kernel_clock, cl_ext_cxx_for_opencl and
// cl_ext_float_atomics.
constexpr cl_device_info kernelClockCapabilities = 0x1076;
constexpr cl_device_info cppVersion = 0x4230;
constexpr cl_device_info singleAtomicCapabilities = 0x4231;
constexpr cl_device_info doubleAtomicCapabilities = 0x4232;
constexpr cl_device_info halfAtomicCapabilities = 0x4233;

struct CapabilityBit {
  std::string_view feature;
  cl_bitfield bit;
};

constexpr CapabilityBit dotProducts[] = {
    {"__opencl_c_integer_dot_product_input_4x8bit_packed",
     CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR},
    {"__opencl_c_integer_dot_product_input_4x8bit", CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR},
};
constexpr CapabilityBit clocks[] = {
    {"__opencl_c_kernel_clock_scope_device", 1 << 0},
    {"__opencl_c_kernel_clock_scope_work_group", 1 << 1},
    {"__opencl_c_kernel_clock_scope_sub_group", 1 << 2},
};
// Loads and stores of floats and doubles, other than those of halves, are not the extension's own.
constexpr CapabilityBit halfAtomics[] = {
    {"__opencl_c_ext_fp16_global_atomic_load_store", 1 << 0},
    {"__opencl_c_ext_fp16_global_atomic_add", 1 << 1},
    {"__opencl_c_ext_fp16_global_atomic_min_max", 1 << 2},
    {"__opencl_c_ext_fp16_local_atomic_load_store", 1 << 16},
    {"__opencl_c_ext_fp16_local_atomic_add", 1 << 17},
    {"__opencl_c_ext_fp16_local_atomic_min_max", 1 << 18},
};
constexpr CapabilityBit singleAtomics[] = {
    {"", 1 << 0 | 1 << 16},
    {"__opencl_c_ext_fp32_global_atomic_add", 1 << 1},
    {"__opencl_c_ext_fp32_global_atomic_min_max", 1 << 2},
    {"__opencl_c_ext_fp32_local_atomic_add", 1 << 17},
    {"__opencl_c_ext_fp32_local_atomic_min_max", 1 << 18},
};
constexpr CapabilityBit doubleAtomics[] = {
    {"__opencl_c_fp64", 1 << 0 | 1 << 16},
    {"__opencl_c_ext_fp64_global_atomic_add", 1 << 1},
    {"__opencl_c_ext_fp64_global_atomic_min_max", 1 << 2},
    {"__opencl_c_ext_fp64_local_atomic_add", 1 << 17},
    {"__opencl_c_ext_fp64_local_atomic_min_max", 1 << 18},
};

struct CapabilityRow {
  cl_device_info name;
  std::string_view extension;
  std::span<const CapabilityBit> bits;
};
constexpr CapabilityRow capabilities[] = {
    {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, "cl_khr_integer_dot_product", dotProducts},
    {kernelClockCapabilities, "cl_khr_kernel_clock", clocks},
    {singleAtomicCapabilities, "cl_ext_float_atomics", singleAtomics},
    {doubleAtomicCapabilities, "cl_ext_float_atomics", doubleAtomics},
    {halfAtomicCapabilities, "cl_ext_float_atomics", halfAtomics},
};

bool isDotProductAcceleration(cl_device_info name) {
  return name == CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR ||
         name == CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR;
}

}  // namespace

Status extensionInfo(const Device &device, cl_device_info name, const InfoWriter &out) {
  const mux_device_info_s &info = device.mux();
  if (isDotProductAcceleration(name) &&
      containsWord(info.kernel_extensions, "cl_khr_integer_dot_product")) {
    return out.value<cl_device_integer_dot_product_acceleration_properties_khr>({});
  }
  if (name == cppVersion && containsWord(info.kernel_extensions, "cl_ext_cxx_for_opencl")) {
    return out.value<cl_version>(CL_MAKE_VERSION(2021, 0, 0));
  }
  for (const CapabilityRow &row : capabilities) {
    if (row.name != name || !containsWord(info.kernel_extensions, row.extension)) {
      continue;
    }
    cl_bitfield bits = 0;
    for (const CapabilityBit &each : row.bits) {
      const bool has = each.feature.empty() || containsWord(info.kernel_features, each.feature);
      bits |= has ? each.bit : 0;
    }
    return out.value<cl_bitfield>(bits);
  }
  return Error{CL_INVALID_VALUE};
}

}  // namespace cl
