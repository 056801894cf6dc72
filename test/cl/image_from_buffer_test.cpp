// cl_ext_image_requirements_info and cl_ext_image_from_buffer.

#include <CL/cl_ext.h>

#include <bit>
#include <cstdlib>
#include <numeric>

#include "extension_fixture.h"

namespace {

constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                        CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                        CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

struct ImageFromBuffer : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    require = function<clGetImageRequirementsInfoEXT_fn>("clGetImageRequirementsInfoEXT");
    ASSERT_NE(require, nullptr);
    if (!has("cl_ext_image_from_buffer")) {
      GTEST_SKIP() << "the device has no images";
    }
  }
  template <class T>
  T query(cl_image_requirements_info_ext name, const cl_image_format *format,
          const cl_image_desc *description) {
    T value = 0;
    size_t size = 0;
    EXPECT_EQ(require(context, nullptr, 0, format, description, name, sizeof value, &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  cl_int errorOf(cl_image_requirements_info_ext name, const cl_image_format *format,
                 const cl_image_desc *description) {
    return require(context, nullptr, 0, format, description, name, 0, nullptr, nullptr);
  }
  static cl_image_desc describe(cl_mem_object_type type, size_t width, size_t height,
                                size_t depth) {
    cl_image_desc description = {};
    description.image_type = type;
    description.image_width = width;
    const bool isFlat = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    description.image_height = isFlat || type == CL_MEM_OBJECT_IMAGE3D ? height : 0;
    description.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? depth : 0;
    const bool isArray = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    description.image_array_size = isArray ? depth : 0;
    return description;
  }
  clGetImageRequirementsInfoEXT_fn require = nullptr;
};

TEST_F(ImageFromBuffer, RequirementsAreOfTheFormat) {
  EXPECT_EQ(versionOf("cl_ext_image_requirements_info"), CL_MAKE_VERSION(0u, 5u, 0u));
  const cl_image_format small = {CL_R, CL_UNORM_INT8}, large = {CL_RGBA, CL_FLOAT};
  for (cl_image_requirements_info_ext name : {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
                                              CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                              CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT}) {
    for (cl_mem_object_type type : types) {
      const cl_image_desc description = describe(type, 8, 4, 2);
      EXPECT_EQ(query<size_t>(name, &small, &description), 1u);
      EXPECT_EQ(query<size_t>(name, &large, &description), 16u);
      EXPECT_EQ(query<size_t>(name, nullptr, &description), 16u) << "for all";
    }
    EXPECT_EQ(query<size_t>(name, nullptr, nullptr), 16u);
    EXPECT_TRUE(std::has_single_bit(query<size_t>(name, &small, nullptr)));
  }
}

TEST_F(ImageFromBuffer, ExtentsAreTheDevices) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const auto limit = [&](cl_device_info name) {
    size_t value = 0;
    clGetDeviceInfo(device, name, sizeof value, &value, nullptr);
    return static_cast<cl_uint>(value);
  };
  const cl_image_requirements_info_ext names[] = {
      CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT,
      CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT};
  for (cl_mem_object_type type : types) {
    const cl_image_desc description = describe(type, 0, 0, 0);
    const bool is3d = type == CL_MEM_OBJECT_IMAGE3D;
    const bool isArray = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const bool isFlat = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    EXPECT_EQ(query<cl_uint>(names[0], &format, &description),
              limit(type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
                    : is3d                               ? CL_DEVICE_IMAGE3D_MAX_WIDTH
                                                         : CL_DEVICE_IMAGE2D_MAX_WIDTH));
    const bool has[] = {true, isFlat || is3d, is3d, isArray};
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(errorOf(names[i], &format, &description),
                has[i] ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR)
          << type << " " << i;
    }
  }
  for (auto name : names) {
    EXPECT_LE(query<cl_uint>(name, nullptr, nullptr), limit(CL_DEVICE_IMAGE2D_MAX_WIDTH));
  }
}

TEST_F(ImageFromBuffer, RequirementsAreChecked) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8}, wrong = {7, CL_FLOAT};
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4, 0);
  cl_image_desc noImage = description;
  noImage.image_type = CL_MEM_OBJECT_BUFFER;
  const cl_image_requirements_info_ext size = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
  EXPECT_EQ(errorOf(size, nullptr, &description), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(size, &format, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(size, &wrong, &description), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf(size, &format, &noImage), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf(0x1234, &format, &description), CL_INVALID_VALUE);
  // An alignment is that of one image; a limit takes zeros for any value.
  const cl_image_desc noPixels = describe(CL_MEM_OBJECT_IMAGE2D, 0, 4, 0);
  for (cl_image_requirements_info_ext name : {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
                                              CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                              CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT}) {
    EXPECT_EQ(errorOf(name, &format, &noPixels), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(errorOf(name, nullptr, &noPixels), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(errorOf(name, nullptr, &description), CL_SUCCESS);
  }
  EXPECT_EQ(errorOf(CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &format, &noPixels), CL_SUCCESS);
  const auto with = [&](cl_context in, const cl_mem_properties *properties, cl_mem_flags flags,
                        size_t room) {
    size_t value = 0;
    return require(in, properties, flags, &format, &description, size, room, &value, nullptr);
  };
  const cl_mem_properties unknown[] = {0x4321, 1, 0}, none[] = {0};
  EXPECT_EQ(with(nullptr, nullptr, 0, 8), CL_INVALID_CONTEXT);
  EXPECT_EQ(with(context, unknown, 0, 8), CL_INVALID_PROPERTY);
  EXPECT_EQ(with(context, none, 0, 8), CL_SUCCESS);
  EXPECT_EQ(with(context, nullptr, cl_mem_flags{1} << 40, 8), CL_INVALID_VALUE);
  EXPECT_EQ(with(context, nullptr, CL_MEM_KERNEL_READ_AND_WRITE, 8), CL_SUCCESS);
  EXPECT_EQ(with(context, nullptr, 0, 4), CL_INVALID_VALUE);
}

/// A kernel's view of each pixel, for any of the types.
constexpr char source[] = R"(
#define PIXELS(name, image, at)                                     \
  kernel void name(read_only image p, global uint4 *out, int w, int h) { \
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2); \
    out[(z * h + y) * w + x] = read_imageui(p, at);                 \
  }
PIXELS(k0, image1d_t, x)
PIXELS(k1, image1d_buffer_t, x)
PIXELS(k2, image1d_array_t, (int2)(x, z))
PIXELS(k3, image2d_t, (int2)(x, y))
PIXELS(k4, image2d_array_t, (int4)(x, y, z, 0))
PIXELS(k5, image3d_t, (int4)(x, y, z, 0))
)";

TEST_F(ImageFromBuffer, KernelsReadTheBuffersBytes) {
  auto program = build(source);
  const cl_image_format formats[] = {{CL_R, CL_UNSIGNED_INT8}, {CL_RGBA, CL_UNSIGNED_INT16}};
  constexpr size_t width = 7, origin = 256;
  std::vector<unsigned char> bytes(16384);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(i * 31 + i / 251);
  }
  auto whole = makeBuffer(bytes);
  const cl_buffer_region region = {origin, bytes.size() - origin};
  cl_int error = -1;
  test::OwnedMem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (const cl_image_format &format : formats) {
    const size_t pixel = format.image_channel_order == CL_R ? 1 : 8;
    for (size_t t = 0; t < std::size(types); ++t) {
      for (size_t padding : {0, 3}) {
        cl_image_desc description = describe(types[t], width, 5, 3);
        const size_t height = std::max<size_t>(description.image_height, 1);
        const size_t slices =
            std::max({description.image_depth, description.image_array_size, size_t{1}});
        const bool isBuffer = types[t] == CL_MEM_OBJECT_IMAGE1D_BUFFER;
        const size_t row = (width + (isBuffer ? 0 : padding)) * pixel;
        const size_t slice = row * height + (slices > 1 ? padding * pixel : 0);
        description.image_row_pitch = isBuffer || padding == 0 ? 0 : row;
        description.image_slice_pitch = slices > 1 && padding != 0 ? slice : 0;
        description.buffer = part;
        const test::OwnedMem image =
            clCreateImage(context, CL_MEM_READ_ONLY, &format, &description, nullptr, &error);
        ASSERT_EQ(error, CL_SUCCESS) << t << " " << padding;
        size_t reported = 0;
        cl_mem parent = nullptr;
        clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof reported, &reported, nullptr);
        EXPECT_EQ(reported,
                  this->query<size_t>(CL_IMAGE_REQUIREMENTS_SIZE_EXT, &format, &description));
        clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof reported, &reported, nullptr);
        EXPECT_EQ(reported, row);
        clGetImageInfo(image, CL_IMAGE_SLICE_PITCH, sizeof reported, &reported, nullptr);
        EXPECT_EQ(reported, slices > 1 ? slice : 0);
        clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr);
        EXPECT_EQ(parent, part.get());
        auto kernel = makeKernel(program, ("k" + std::to_string(t)).c_str());
        const size_t global[] = {width, height, slices}, count = width * height * slices;
        auto out = makeBuffer(count * sizeof(cl_uint4));
        setArguments(kernel, image.get(), out.get(), static_cast<int>(width),
                     static_cast<int>(height));
        ASSERT_EQ(
            clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
        const auto got = read<cl_uint4>(out, count);
        for (size_t i = 0; i < count; ++i) {
          const auto *from = bytes.data() + origin + i / (width * height) * slice +
                             i / width % height * row + i % width * pixel;
          const cl_uint expected = pixel == 1 ? from[0] : from[0] | from[1] << 8;
          ASSERT_EQ(got[i].s[0], expected) << t << " " << padding << " " << i;
          if (pixel == 8) {
            ASSERT_EQ(got[i].s[3], static_cast<cl_uint>(from[6] | from[7] << 8));
          }
        }
      }
    }
  }
}

TEST_F(ImageFromBuffer, RefusesWhatDoesNotFit) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT16};
  auto buffer = makeBuffer(8 * 4 * 4 * 4);
  const auto errorFor = [&](cl_mem memory, cl_mem_object_type type, size_t width, size_t row,
                            size_t slice) {
    cl_image_desc description = describe(type, width, 4, 4);
    description.image_row_pitch = row;
    description.image_slice_pitch = slice;
    description.buffer = memory;
    cl_int error = 0;
    test::OwnedMem made = clCreateImage(context, 0, &format, &description, nullptr, &error);
    return error;
  };
  for (cl_mem_object_type type : types) {
    const bool hasSlices = type == CL_MEM_OBJECT_IMAGE3D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
                           type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    EXPECT_EQ(errorFor(buffer, type, 4, 0, 0), CL_SUCCESS);
    EXPECT_EQ(errorFor(buffer, type, 4, 36, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) << type;
    if (hasSlices) {
      EXPECT_EQ(errorFor(buffer, type, 4, 0, 8 * 4 * 4 + 4), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
      EXPECT_EQ(errorFor(buffer, type, 4, 0, 8), CL_INVALID_IMAGE_DESCRIPTOR) << "too little";
      EXPECT_EQ(errorFor(buffer, type, 4, 0, 8 * 4 * 4 + 8), CL_INVALID_IMAGE_SIZE);
    }
    auto small = makeBuffer(24);
    EXPECT_EQ(errorFor(small, type, 4, 0, 0), CL_INVALID_IMAGE_SIZE) << type;
  }
  alignas(16) static unsigned char memory[8 * 4 * 4 * 4 + 16];
  auto odd = makeBuffer(8 * 4 * 4 * 4, CL_MEM_USE_HOST_PTR, memory + 2);
  EXPECT_EQ(errorFor(odd, CL_MEM_OBJECT_IMAGE2D, 4, 0, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  auto even = makeBuffer(8 * 4 * 4 * 4, CL_MEM_USE_HOST_PTR, memory + 8);
  EXPECT_EQ(errorFor(even, CL_MEM_OBJECT_IMAGE2D, 4, 0, 0), CL_SUCCESS);
}

}  // namespace
