// Lists of extensions and features made from the table.

#include "mux/target_support/extensions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "mux/target_support/target_properties.h"

namespace mux {
namespace {

TEST(Extensions, DevicesWithoutPropertiesHaveTheMandatoryOnes) {
  EXPECT_EQ(std::string(kernelExtensions<0>),
            "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
            "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
            "cl_khr_local_int32_extended_atomics");
  EXPECT_EQ(std::string(kernelFeatures<0>),
            "__opencl_c_int64 __opencl_c_atomic_order_acq_rel __opencl_c_atomic_scope_device "
            "__opencl_c_program_scope_global_variables");
}

TEST(Extensions, RowsNeedAllTheirProperties) {
  const std::string atomics = "__opencl_c_ext_fp64_global_atomic_add";
  EXPECT_EQ(std::string(kernelFeatures<floatAtomics | doubles>).find(atomics), std::string::npos);
  EXPECT_NE(std::string(kernelFeatures<floatAtomics | doubles | atomics64>).find(atomics),
            std::string::npos);
}

TEST(Extensions, VendorsOwnFollowBehind) {
  const std::string plain = kernelExtensions<doubles>;
  EXPECT_EQ(std::string(kernelExtensions<doubles, "cl_acme_sort cl_acme_hash">),
            plain + " cl_acme_sort cl_acme_hash");
}

TEST(Extensions, ListsHoldTheLanguagesRowsOnce) {
  const auto list = splitList(kernelExtensions<~0u>);
  const std::set<std::string> names(list.begin(), list.end());
  EXPECT_EQ(names.size(), list.size());
  for (const Extension &row : extensions) {
    EXPECT_EQ(names.contains(std::string(row.name)), row.place == ExtensionPlace::language)
        << row.name;
  }
}

TEST(Extensions, RowsAreFoundByName) {
  const Extension *row = findExtension("cl_khr_integer_dot_product");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->version, makeVersion(2, 0, 0));
  EXPECT_EQ(findExtension("cl_acme_sort"), nullptr);
  EXPECT_EQ(findExtension("cl_khr_fp1"), nullptr);
}

}  // namespace
}  // namespace mux
