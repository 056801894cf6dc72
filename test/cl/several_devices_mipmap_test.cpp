// Levels of detail in a context of two devices: one reads the pixels written by the other, and a
// mapping is a copy of its level.

#include <CL/cl_ext.h>

#include "several_devices.h"

namespace {

class DevicesMipmap : public test::SeveralDevices {
 protected:
  static constexpr size_t width = 12, height = 5;
  static constexpr cl_uint levels = 4;
  static constexpr int count = 4;

  static size_t widthOf(size_t level) { return width >> level; }
  static size_t heightOf(size_t level) { return std::max<size_t>(height >> level, 1); }
  test::OwnedMem makeImage() {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    description.num_mip_levels = levels;
    cl_int error = -1;
    test::OwnedMem image =
        clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return image;
  }
  test::OwnedProgram buildIt() {
    const char *source = R"(
      constant sampler_t sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
      kernel void put(write_only image2d_t image, int level, int width) {
        const int i = get_global_id(0);
        write_imageui(image, (int2)(i % width, i / width), level, (uint4)(1000 * level + i));
      }
      kernel void get(read_only image2d_t image, int level, int width, int height, global uint *out) {
        const int i = get_global_id(0);
        const float2 at = (float2)((i % width + 0.5f) / width, (i / width + 0.5f) / height);
        out[i] = read_imageui(image, sampler, at, (float)level).x;
      })";
    cl_int error = -1;
    test::OwnedProgram program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
};
INSTANTIATE_TEST_SUITE_P(Order, DevicesMipmap, testing::Values(0, 1));

TEST_P(DevicesMipmap, IsOfBoth) {
  const auto image = makeImage();
  const auto program = buildIt();
  const auto put = makeKernel(program, "put"), get = makeKernel(program, "get");
  for (int level = 0; level < count; ++level) {
    setArguments(put, image.get(), level, static_cast<int>(widthOf(level)));
    const size_t items = widthOf(level) * heightOf(level);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queues[0], put, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queues[0]), CL_SUCCESS);
  // The first pixel of each level is changed through a mapping for the other device.
  for (size_t level = 0; level < count; ++level) {
    const size_t origin[] = {0, 0, level}, region[] = {widthOf(level), heightOf(level), 1};
    size_t pitch = 0;
    cl_int error = -1;
    auto *pixels = static_cast<cl_uint *>(
        clEnqueueMapImage(queues[1], image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region,
                          &pitch, nullptr, 0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const size_t last = (heightOf(level) - 1) * pitch / sizeof(cl_uint) + widthOf(level) - 1;
    EXPECT_EQ(pixels[last], 1000 * level + widthOf(level) * heightOf(level) - 1);
    pixels[0] = static_cast<cl_uint>(7 + level);
    unmap(queues[1], image, pixels);
  }
  for (int level = 0; level < count; ++level) {
    for (const auto &queue : queues) {
      const size_t items = widthOf(level) * heightOf(level);
      const auto out = makeBuffer(items * sizeof(cl_uint));
      setArguments(get, image.get(), level, static_cast<int>(widthOf(level)),
                   static_cast<int>(heightOf(level)), out.get());
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, get, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          CL_SUCCESS);
      std::vector<cl_uint> got(items);
      ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, items * sizeof(cl_uint), got.data(), 0,
                                    nullptr, nullptr),
                CL_SUCCESS);
      for (size_t i = 0; i < items; ++i) {
        EXPECT_EQ(got[i], i == 0 ? 7u + level : 1000u * level + i) << "level " << level;
      }
    }
  }
}

}  // namespace
