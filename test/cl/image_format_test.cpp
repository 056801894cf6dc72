// Every format of the device, read and written by kernels and filled by commands.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "image_fixture.h"

namespace {

using test::Color;
using test::ImageModel;

const char source[] = R"(
const sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
#define PLACE \
  const int2 at = (int2)(get_global_id(0), get_global_id(1)); \
  const size_t i = at.y * get_global_size(0) + at.x;
kernel void read_f(read_only image2d_t image, global float4 *out) { PLACE out[i] = read_imagef(image, plain, at); }
kernel void read_i(read_only image2d_t image, global int4 *out) { PLACE out[i] = read_imagei(image, plain, at); }
kernel void read_ui(read_only image2d_t image, global uint4 *out) { PLACE out[i] = read_imageui(image, plain, at); }
kernel void write_f(write_only image2d_t image, global const float4 *in) { PLACE write_imagef(image, at, in[i]); }
kernel void write_i(write_only image2d_t image, global const int4 *in) { PLACE write_imagei(image, at, in[i]); }
kernel void write_ui(write_only image2d_t image, global const uint4 *in) { PLACE write_imageui(image, at, in[i]); }
kernel void read_depth(read_only image2d_depth_t image, global float4 *out) {
  PLACE out[i] = (float4)(read_imagef(image, plain, at), 0, 0, 1);
}
kernel void write_depth(write_only image2d_depth_t image, global const float4 *in) { PLACE write_imagef(image, at, in[i].x); }
)";

constexpr size_t width = 37, height = 5, count = width * height;

class ImageFormat : public test::ImageFixture {
 protected:
  void SetUp() override {
    ImageFixture::SetUp();
    program_ = build(source);
  }

  /// "read_" or "write_" and the suffix of the format's functions.
  test::OwnedKernel kernelFor(const cl_image_format &format, const std::string &prefix) {
    const cl_channel_type type = format.image_channel_data_type;
    const char *suffix = format.image_channel_order == CL_DEPTH ? "depth"
                         : test::isSigned(type)                 ? "i"
                         : test::isUnsigned(type)               ? "ui"
                                                                : "f";
    return makeKernel(program_, (prefix + suffix).c_str());
  }

  /// Element i of a kernel's output or input.
  static double element(const cl_image_format &format, const std::vector<uint32_t> &data,
                        size_t i) {
    const cl_channel_type type = format.image_channel_data_type;
    float number = 0;
    std::memcpy(&number, &data[i], sizeof number);
    return test::isSigned(type)     ? static_cast<int32_t>(data[i])
           : test::isUnsigned(type) ? data[i]
                                    : static_cast<double>(number);
  }

  /// The allowed distance between a colour read and the exact one.
  static double tolerance(const cl_image_format &format) {
    const cl_channel_order order = format.image_channel_order;
    return order == CL_sRGBA || order == CL_sBGRA ? 5e-5 : 2e-7;
  }

  /// Colours of the format's kind, beyond its range, as four elements each.
  static std::vector<uint32_t> colors(const cl_image_format &format, unsigned seed) {
    std::mt19937 random(seed);
    const cl_channel_type type = format.image_channel_data_type;
    std::vector<uint32_t> data(4 * count);
    for (size_t i = 0; i < data.size(); ++i) {
      if (test::isSigned(type) || test::isUnsigned(type)) {
        data[i] = random() >> random() % 32;
        data[i] = test::isSigned(type) && random() % 2 ? -data[i] : data[i];
      } else {
        const float number = static_cast<float>(random() % 4001) / 1000 - 2;
        std::memcpy(&data[i], &number, sizeof number);
      }
    }
    return data;
  }

  /// Expects a pixel's bytes to be a colour's, as near as the format has them.
  static void expectEncodes(const cl_image_format &format, const std::byte *pixel,
                            const std::vector<uint32_t> &data, size_t at);

  test::OwnedProgram program_;
};

/// Half a unit of the channel, and a little for rounding on the way.
double unitOf(const cl_image_format &format, double value) {
  switch (format.image_channel_data_type) {
    case CL_SNORM_INT8:
      return 0.502 / 127;
    case CL_UNORM_INT8:
      return format.image_channel_order == CL_sRGBA || format.image_channel_order == CL_sBGRA
                 ? 0.012
                 : 0.502 / 255;
    case CL_SNORM_INT16:
      return 0.51 / 32767;
    case CL_UNORM_INT16:
      return 0.51 / 65535;
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
      return 0.501 / 31;
    case CL_UNORM_INT_101010:
    case CL_UNORM_INT_101010_2:
      return 0.502 / 3;
    case CL_HALF_FLOAT:
      return std::fabs(value) * std::ldexp(1, -11);
    default:
      return 0;
  }
}

/// The nearest number in the range of a format's channels.
double nearest(const cl_image_format &format, double value) {
  const cl_channel_type type = format.image_channel_data_type;
  switch (type) {
    case CL_SIGNED_INT8:
      return std::clamp(value, -128.0, 127.0);
    case CL_SIGNED_INT16:
      return std::clamp(value, -32768.0, 32767.0);
    case CL_UNSIGNED_INT8:
      return std::min(value, 255.0);
    case CL_UNSIGNED_INT16:
      return std::min(value, 65535.0);
    case CL_SNORM_INT8:
    case CL_SNORM_INT16:
      return std::clamp(value, -1.0, 1.0);
    case CL_HALF_FLOAT:
    case CL_FLOAT:
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
      return value;
    default:
      return std::clamp(value, 0.0, 1.0);
  }
}

void ImageFormat::expectEncodes(const cl_image_format &format, const std::byte *pixel,
                                const std::vector<uint32_t> &data, size_t at) {
  const Color color = test::decode(format, pixel);
  const cl_channel_order order = format.image_channel_order;
  const bool hasGreen = order != CL_R && order != CL_A && order != CL_RA && order != CL_DEPTH &&
                        order != CL_INTENSITY && order != CL_LUMINANCE;
  const bool hasBlue = hasGreen && order != CL_RG;
  const bool hasAlpha = order == CL_A || order == CL_RA || (hasBlue && order != CL_RGB);
  const bool isThere[] = {order != CL_A, hasGreen, hasBlue, hasAlpha};
  for (size_t i = 0; i < 4; ++i) {
    if (isThere[i]) {
      const double wanted = nearest(format, element(format, data, 4 * at + i));
      EXPECT_NEAR(color[i], wanted, unitOf(format, wanted))
          << "order " << order << ", type " << format.image_channel_data_type << ", element " << i;
    }
  }
}

TEST_F(ImageFormat, AllThatTheSpecificationWantsAreThere) {
  // API 5.3.1.3, "Minimum list of supported image formats".
  const cl_channel_type types[] = {
      CL_UNORM_INT8,    CL_UNORM_INT16,    CL_SIGNED_INT8,    CL_SIGNED_INT16, CL_SIGNED_INT32,
      CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};
  std::vector<cl_image_format> wanted = {{CL_BGRA, CL_UNORM_INT8},
                                         {CL_sRGBA, CL_UNORM_INT8},
                                         {CL_DEPTH, CL_UNORM_INT16},
                                         {CL_DEPTH, CL_FLOAT}};
  for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA}) {
    for (const cl_channel_type type : types) {
      wanted.push_back({static_cast<cl_channel_order>(order), type});
    }
  }
  const auto there = formats();
  for (const cl_image_format &format : wanted) {
    EXPECT_TRUE(std::any_of(there.begin(), there.end(),
                            [&](const cl_image_format &other) {
                              return other.image_channel_order == format.image_channel_order &&
                                     other.image_channel_data_type ==
                                         format.image_channel_data_type;
                            }))
        << format.image_channel_order << " " << format.image_channel_data_type;
  }
}

TEST_F(ImageFormat, OrdersWithPaddingAreNotThere) {
  for (const cl_channel_order order : {CL_Rx, CL_RGx, CL_RGBx, CL_sRGBx}) {
    for (const cl_channel_type type : {CL_UNORM_INT8, CL_UNORM_SHORT_565, CL_FLOAT}) {
      const cl_image_format format = {order, type};
      const cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
      cl_int error = CL_SUCCESS;
      EXPECT_EQ(clCreateImage(context, 0, &format, &description, nullptr, &error), nullptr);
      EXPECT_EQ(error, CL_IMAGE_FORMAT_NOT_SUPPORTED);
    }
  }
}

TEST_F(ImageFormat, IsReadByKernels) {
  const auto out = makeBuffer(count * 16);
  for (const cl_image_format &format : formats()) {
    ImageModel model{format, width, height};
    model.fill(1);
    const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
    const auto kernel = kernelFor(format, "read_");
    setArguments(kernel, image.get(), out.get());
    run2d(kernel, width, height);
    const auto data = read<uint32_t>(out, 4 * count);
    for (size_t i = 0; i < 4 * count; ++i) {
      const Color wanted = test::decode(format, model.pixel(i / 4 % width, i / 4 / width, 0));
      ASSERT_NEAR(element(format, data, i), wanted[i % 4], tolerance(format))
          << "order " << format.image_channel_order << ", type " << format.image_channel_data_type
          << ", element " << i;
    }
  }
}

TEST_F(ImageFormat, IsWrittenByKernels) {
  for (const cl_image_format &format : formats()) {
    const ImageModel model{format, width, height};
    const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
    const auto data = colors(format, 2);
    const auto in = makeBuffer(data);
    const auto kernel = kernelFor(format, "write_");
    setArguments(kernel, image.get(), in.get());
    run2d(kernel, width, height);
    const auto bytes = readPixels(image, model);
    for (size_t i = 0; i < count && !HasFailure(); ++i) {
      expectEncodes(format, bytes.data() + i * model.pixelSize(), data, i);
    }
  }
}

TEST_F(ImageFormat, IsFilledAsKernelsWouldWriteIt) {
  for (const cl_image_format &format : formats()) {
    const ImageModel model{format, width, height};
    const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
    const auto data = colors(format, 3);
    const size_t all[] = {width, height, 1}, none[] = {0, 0, 0};
    for (size_t i = 0; i < 8; ++i) {
      ASSERT_EQ(clEnqueueFillImage(queue, image, &data[4 * i], none, all, 0, nullptr, nullptr),
                CL_SUCCESS);
      const auto bytes = readPixels(image, model);
      expectEncodes(format, bytes.data(), data, i);
      for (size_t j = 0; j < bytes.size(); ++j) {
        ASSERT_EQ(bytes[j], bytes[j % model.pixelSize()]);
      }
    }
  }
}

TEST_F(ImageFormat, HoldsTheLimitsExactly) {
  const float limits[] = {0, 1, -1, -2, 2, NAN, INFINITY, -INFINITY, 0.5F, -0.0F};
  for (const cl_channel_type type :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16}) {
    const ImageModel model{{CL_R, type}, 10, 1};
    const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
    std::vector<float> colors(40);
    for (size_t i = 0; i < 10; ++i) {
      colors[4 * i] = limits[i];
    }
    const auto in = makeBuffer(colors), out = makeBuffer(160);
    const auto writer = makeKernel(program_, "write_f"), reader = makeKernel(program_, "read_f");
    setArguments(writer, image.get(), in.get());
    run2d(writer, 10, 1);
    setArguments(reader, image.get(), out.get());
    run2d(reader, 10, 1);
    const auto result = read<float>(out, 40);
    const bool isSigned = type == CL_SNORM_INT8 || type == CL_SNORM_INT16;
    const float low = isSigned ? -1 : 0;
    const float wanted[] = {0, 1, low, low, 1, 0, 1, low};
    for (size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(result[4 * i], wanted[i]) << type << " " << limits[i];
    }
  }
}

}  // namespace
