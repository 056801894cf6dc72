// Images as objects, and the commands on their pixels.

#include <algorithm>
#include <cstring>

#include "image_fixture.h"

namespace {

using test::ImageModel;

struct Kind {
  cl_mem_object_type type;
  unsigned dimensions;
  size_t width, height, depth;
};
constexpr Kind kinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, 1, 29, 1, 1}, {CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 13, 1, 5},
    {CL_MEM_OBJECT_IMAGE2D, 2, 11, 7, 1}, {CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, 5, 9, 4},
    {CL_MEM_OBJECT_IMAGE3D, 3, 6, 5, 7},
};

class Image : public test::ImageFixture {
 protected:
  static ImageModel modelOf(const Kind &kind, unsigned seed = 1,
                            cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8}) {
    ImageModel model{format, kind.width, kind.height, kind.depth, kind.dimensions};
    model.fill(seed);
    return model;
  }
  template <class T>
  static T infoOf(cl_mem image, cl_image_info name) {
    T value{};
    EXPECT_EQ(clGetImageInfo(image, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  template <class T>
  static T memoryInfoOf(cl_mem image, cl_mem_info name) {
    T value{};
    EXPECT_EQ(clGetMemObjectInfo(image, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  static cl_image_desc describe(const Kind &kind) {
    cl_image_desc description = {};
    description.image_type = kind.type;
    description.image_width = kind.width;
    description.image_height = kind.height;
    description.image_depth = kind.depth;
    description.image_array_size = kind.depth;
    return description;
  }
  cl_int errorOf(const cl_image_desc &description,
                 cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8}, cl_mem_flags flags = 0,
                 void *host = nullptr) {
    cl_int error = CL_SUCCESS;
    const test::OwnedMem image = clCreateImage(context, flags, &format, &description, host, &error);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }
  /// A box of the kind in the API's coordinates, from (1, 1, 1) on where there is room.
  struct Box {
    size_t origin[3], region[3];
  };
  static Box inside(const Kind &kind) {
    const bool isLayeredRow = kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t extent[] = {kind.width, isLayeredRow ? kind.depth : kind.height,
                             isLayeredRow ? 1 : kind.depth};
    Box box;
    for (int i = 0; i < 3; ++i) {
      box.origin[i] = extent[i] > 2 ? 1 : 0;
      box.region[i] = extent[i] > 2 ? extent[i] - 2 : extent[i];
    }
    return box;
  }
  /// Calls visit(offset in the model's bytes, number in the box) for its pixels.
  template <class Visit>
  static void forEach(const Kind &kind, const Box &box, Visit visit) {
    const size_t row = kind.width * 4;
    const size_t slice =
        row * (kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? kind.depth : kind.height);
    size_t number = 0;
    for (size_t z = 0; z < box.region[2]; ++z) {
      for (size_t y = 0; y < box.region[1]; ++y) {
        for (size_t x = 0; x < box.region[0]; ++x) {
          visit((box.origin[2] + z) * slice + (box.origin[1] + y) * row + (box.origin[0] + x) * 4,
                number++);
        }
      }
    }
  }
};

TEST_F(Image, SaysWhatItIs) {
  const ImageModel model = modelOf(kinds[3]);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_READ_ONLY);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_WIDTH), 5u);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_HEIGHT), 9u);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_DEPTH), 0u);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_ARRAY_SIZE), 4u);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_ELEMENT_SIZE), 4u);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_ROW_PITCH), 20u);
  EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_SLICE_PITCH), 180u);
  EXPECT_EQ(infoOf<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS), 0u);
  EXPECT_EQ(infoOf<cl_mem>(image, CL_IMAGE_BUFFER), nullptr);
  EXPECT_EQ(infoOf<cl_image_format>(image, CL_IMAGE_FORMAT).image_channel_order, CL_RGBA + 0u);
  EXPECT_EQ(memoryInfoOf<cl_mem_object_type>(image, CL_MEM_TYPE),
            cl_mem_object_type{CL_MEM_OBJECT_IMAGE2D_ARRAY});
  EXPECT_EQ(memoryInfoOf<size_t>(image, CL_MEM_SIZE), 720u);
  EXPECT_EQ(clGetImageInfo(makeBuffer(64), CL_IMAGE_WIDTH, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(image, 0x1234, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Image, TakesItsContentsFromTheHost) {
  for (const Kind &kind : kinds) {
    const ImageModel model = modelOf(kind);
    EXPECT_EQ(readPixels(makeImage(model, kind.type), model), model.bytes);
  }
}

TEST_F(Image, TakesPitchesFromTheHost) {
  const ImageModel model = modelOf(kinds[4]);
  constexpr size_t row = 6 * 4 + 8, slice = row * 7;
  for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    std::vector<std::byte> host(slice * 7);
    for (size_t y = 0; y < 35; ++y) {
      std::memcpy(host.data() + y / 5 * slice + y % 5 * row, model.bytes.data() + y * 24, 24);
    }
    cl_image_desc description = describe(kinds[4]);
    description.image_row_pitch = row;
    description.image_slice_pitch = slice;
    cl_int error = -1;
    const test::OwnedMem image =
        clCreateImage(context, flags, &model.format, &description, host.data(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(readPixels(image, model), model.bytes);
    EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_ROW_PITCH), row);
    EXPECT_EQ(infoOf<size_t>(image, CL_IMAGE_SLICE_PITCH), slice);
  }
}

TEST_F(Image, MovesParts) {
  for (const Kind &kind : kinds) {
    const Box box = inside(kind);
    ImageModel model = modelOf(kind);
    const auto image = makeImage(model, kind.type);
    const size_t pixels = box.region[0] * box.region[1] * box.region[2];
    const auto written = modelOf({CL_MEM_OBJECT_IMAGE1D, 1, pixels, 1, 1}, 2).bytes;
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_FALSE, box.origin, box.region, 0, 0,
                                  written.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    forEach(kind, box, [&](size_t at, size_t number) {
      std::memcpy(model.bytes.data() + at, written.data() + number * 4, 4);
    });
    EXPECT_EQ(readPixels(image, model), model.bytes);
    // With pitches of the host's own.
    const size_t row = box.region[0] * 4 + 12;
    const bool hasSlices = kind.depth > 1;
    const size_t slice = hasSlices ? row * (kind.dimensions == 1 ? 1 : box.region[1]) : 0;
    std::vector<std::byte> host(row * box.region[1] * box.region[2]);
    ASSERT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, box.origin, box.region, row, slice,
                                 host.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    forEach(kind, box, [&](size_t at, size_t number) {
      const size_t line = number / box.region[0], column = number % box.region[0];
      EXPECT_EQ(std::memcmp(host.data() + line * row + column * 4, model.bytes.data() + at, 4), 0);
    });
  }
}

TEST_F(Image, CopiesToAndFromBuffers) {
  for (const Kind &kind : kinds) {
    const Box box = inside(kind);
    ImageModel model = modelOf(kind);
    const auto image = makeImage(model, kind.type);
    const size_t bytes = box.region[0] * box.region[1] * box.region[2] * 4;
    const auto buffer = makeBuffer(bytes + 12);
    ASSERT_EQ(clEnqueueCopyImageToBuffer(queue, image, buffer, box.origin, box.region, 8, 0,
                                         nullptr, nullptr),
              CL_SUCCESS);
    const auto copied = read<std::byte>(buffer, bytes + 8);
    forEach(kind, box, [&](size_t at, size_t number) {
      EXPECT_EQ(std::memcmp(&copied[8 + number * 4], &model.bytes[at], 4), 0);
    });
    const uint32_t pattern = 0x12345678;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, bytes + 12, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBufferToImage(queue, buffer, image, 12, box.origin, box.region, 0,
                                         nullptr, nullptr),
              CL_SUCCESS);
    forEach(kind, box, [&](size_t at, size_t) { std::memcpy(&model.bytes[at], &pattern, 4); });
    EXPECT_EQ(readPixels(image, model), model.bytes);
    EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, buffer, box.origin, box.region, 16, 0,
                                         nullptr, nullptr),
              CL_INVALID_VALUE);
  }
}

TEST_F(Image, CopiesToImages) {
  const ImageModel flat = modelOf(kinds[2], 3), deep = modelOf(kinds[4], 4);
  const auto source = makeImage(flat, CL_MEM_OBJECT_IMAGE2D);
  const auto destination = makeImage(deep, CL_MEM_OBJECT_IMAGE3D);
  const size_t from[] = {2, 1, 0}, to[] = {1, 2, 3}, region[] = {4, 3, 1};
  ASSERT_EQ(clEnqueueCopyImage(queue, source, destination, from, to, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto bytes = readPixels(destination, deep);
  for (size_t y = 0; y < 3; ++y) {
    EXPECT_EQ(std::memcmp(&bytes[((3 * 5 + 2 + y) * 6 + 1) * 4], flat.pixel(2, 1 + y, 0), 16), 0);
  }
  EXPECT_EQ(std::memcmp(bytes.data(), deep.bytes.data(), 3 * 5 * 6 * 4), 0);
  // Within one image, apart and overlapping.
  const size_t near[] = {3, 2, 0}, apart[] = {7, 1, 0};
  EXPECT_EQ(clEnqueueCopyImage(queue, source, source, from, near, region, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyImage(queue, source, source, from, apart, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto other =
      makeImage(modelOf(kinds[2], 1, {CL_BGRA, CL_UNSIGNED_INT8}), CL_MEM_OBJECT_IMAGE2D);
  EXPECT_EQ(clEnqueueCopyImage(queue, source, other, from, from, region, 0, nullptr, nullptr),
            CL_IMAGE_FORMAT_MISMATCH);
}

TEST_F(Image, IsMapped) {
  for (const Kind &kind : kinds) {
    const Box box = inside(kind);
    ImageModel model = modelOf(kind);
    const auto image = makeImage(model, kind.type);
    size_t row = 0, slice = 0;
    cl_int error = -1;
    auto *mapped = static_cast<std::byte *>(
        clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, box.origin, box.region,
                          &row, &slice, 0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(row, kind.width * 4);
    forEach(kind, box, [&](size_t at, size_t number) {
      const size_t x = number % box.region[0], line = number / box.region[0];
      const bool isLayeredRow = kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
      const size_t y = isLayeredRow ? 0 : line % box.region[1];
      const size_t z = isLayeredRow ? line : line / box.region[1];
      std::byte *pixel = mapped + z * slice + y * row + x * 4;
      EXPECT_EQ(std::memcmp(pixel, &model.bytes[at], 4), 0);
      pixel[1] = std::byte{0x77};
      model.bytes[at + 1] = std::byte{0x77};
    });
    ASSERT_EQ(clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(readPixels(image, model), model.bytes);
  }
}

TEST_F(Image, IsFilledInParts) {
  for (const Kind &kind : kinds) {
    const Box box = inside(kind);
    ImageModel model = modelOf(kind);
    const auto image = makeImage(model, kind.type);
    const cl_uint color[] = {1, 2, 300, 4};
    ASSERT_EQ(clEnqueueFillImage(queue, image, color, box.origin, box.region, 0, nullptr, nullptr),
              CL_SUCCESS);
    forEach(kind, box, [&](size_t at, size_t) {
      const uint8_t pixel[] = {1, 2, 255, 4};
      std::memcpy(&model.bytes[at], pixel, 4);
    });
    EXPECT_EQ(readPixels(image, model), model.bytes);
  }
}

TEST_F(Image, LiesOverABuffer) {
  const auto program = build(R"(
    kernel void invert(read_only image1d_buffer_t in, write_only image2d_t out) {
      const int i = get_global_id(0);
      write_imageui(out, (int2)(i % 16, i / 16), 255 - read_imageui(in, i));
    })");
  const ImageModel model = modelOf({CL_MEM_OBJECT_IMAGE1D, 1, 64, 1, 1});
  const auto bytes = makeBuffer(model.bytes), result = makeBuffer(512);
  cl_image_desc line = describe({CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, 64, 1, 1});
  line.buffer = bytes;
  cl_image_desc plane = describe({CL_MEM_OBJECT_IMAGE2D, 2, 16, 4, 1});
  plane.buffer = result;
  plane.image_row_pitch = 128;
  cl_int error = -1;
  const test::OwnedMem in = clCreateImage(context, 0, &model.format, &line, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const test::OwnedMem out = clCreateImage(context, 0, &model.format, &plane, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_mem>(in, CL_IMAGE_BUFFER), bytes.get());
  EXPECT_EQ(memoryInfoOf<cl_mem>(out, CL_MEM_ASSOCIATED_MEMOBJECT), result.get());
  const auto kernel = makeKernel(program, "invert");
  setArguments(kernel, in.get(), out.get());
  run(kernel, 64);
  const auto inverted = read<uint8_t>(result, 512);
  for (size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(inverted[i / 64 * 128 + i % 64], 255 - std::to_integer<int>(model.bytes[i]));
  }
  plane.image_height = 5;
  EXPECT_EQ(errorOf(plane), CL_INVALID_IMAGE_SIZE);
  plane.image_type = CL_MEM_OBJECT_IMAGE3D;
  plane.image_depth = 1;
  EXPECT_NE(errorOf(plane), CL_SUCCESS);
}

TEST_F(Image, IsSeenInAnotherOrder) {
  const auto program = build(R"(
    kernel void f(read_only image2d_t in, global float4 *out) {
      out[get_global_id(0)] = read_imagef(in, (int2)(get_global_id(0), 0));
    })",
                             "-cl-std=CL3.0");
  const ImageModel model =
      modelOf({CL_MEM_OBJECT_IMAGE2D, 2, 64, 1, 1}, 1, {CL_RGBA, CL_UNORM_INT8});
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
  cl_image_desc description = describe({CL_MEM_OBJECT_IMAGE2D, 2, 64, 1, 1});
  description.mem_object = image;
  const cl_image_format format = {CL_sRGBA, CL_UNORM_INT8};
  cl_int error = -1;
  const test::OwnedMem view = clCreateImage(context, 0, &format, &description, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto out = makeBuffer(64 * 16);
  const auto kernel = makeKernel(program, "f");
  setArguments(kernel, view.get(), out.get());
  run(kernel, 64);
  const auto result = read<float>(out, 256);
  for (size_t i = 0; i < 256; ++i) {
    EXPECT_NEAR(result[i], test::decode(format, model.pixel(i / 4, 0, 0))[i % 4], 5e-5);
  }
  EXPECT_EQ(errorOf(description, {CL_RGBA, CL_SNORM_INT8}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(Image, AnswersKernels) {
  const auto program = build(R"(
    #define COMMON(i) get_image_width(i), get_image_channel_order(i), get_image_channel_data_type(i)
    kernel void f(read_only image1d_t a, write_only image1d_array_t b, read_write image2d_t c,
                  read_only image2d_array_t d, read_only image3d_t e, global int *out) {
      const int all[] = {COMMON(a), COMMON(b), get_image_array_size(b), COMMON(c), get_image_height(c),
                         get_image_dim(c).x, get_image_dim(c).y, COMMON(d), get_image_height(d), get_image_array_size(d),
                         COMMON(e), get_image_height(e), get_image_depth(e), get_image_dim(e).z};
      for (int i = 0; i < sizeof all / 4; ++i) out[i] = all[i];
    })",
                             "-cl-std=CL3.0");
  std::vector<test::OwnedMem> images;
  for (const Kind &kind : kinds) {
    images.push_back(makeImage(modelOf(kind), kind.type));
  }
  const auto out = makeBuffer(24 * 4);
  const auto kernel = makeKernel(program, "f");
  setArguments(kernel, images[0].get(), images[1].get(), images[2].get(), images[3].get(),
               images[4].get(), out.get());
  run(kernel, 1);
  constexpr int order = CL_RGBA, type = CL_UNSIGNED_INT8;
  EXPECT_EQ(read<int>(out, 24),
            (std::vector<int>{29, order, type,  13,   order, type, 5, 11,    order, type, 7, 11,
                              7,  5,     order, type, 9,     4,    6, order, type,  5,    7, 7}));
}

TEST_F(Image, IsReadAndWrittenByOneKernel) {
  const auto program = build(R"(
    kernel void f(read_write image3d_t image) {
      const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
      write_imageui(image, at, read_imageui(image, at) + 1);
    }
    kernel void far(write_only image2d_array_t image) {
      const int i = get_global_id(0);
      write_imageui(image, (int4)(i - 20, i - 20, i - 10, 0), (uint4)(5));
    })",
                             "-cl-std=CL3.0");
  ImageModel model = modelOf(kinds[4]);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE3D);
  const auto kernel = makeKernel(program, "f");
  setArguments(kernel, image.get());
  const size_t size[] = {6, 5, 7};
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  for (auto &byte : model.bytes) {
    const int value = std::to_integer<int>(byte);
    byte = static_cast<std::byte>(std::min(value + 1, 255));
  }
  EXPECT_EQ(readPixels(image, model), model.bytes);
  // Pixels outside stay as they are.
  const ImageModel layers = modelOf(kinds[3]);
  const auto target = makeImage(layers, CL_MEM_OBJECT_IMAGE2D_ARRAY);
  const auto writer = makeKernel(program, "far");
  setArguments(writer, target.get());
  run(writer, 64);
  EXPECT_EQ(readPixels(target, layers), layers.bytes);
}

TEST_F(Image, IsNoBuffer) {
  const auto image = makeImage(modelOf(kinds[2]), CL_MEM_OBJECT_IMAGE2D);
  const auto buffer = makeBuffer(64);
  std::byte bytes[64];
  EXPECT_EQ(clEnqueueReadBuffer(queue, image, CL_TRUE, 0, 4, bytes, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  const size_t none[] = {0, 0, 0}, one[] = {1, 1, 1};
  EXPECT_EQ(clEnqueueReadImage(queue, buffer, CL_TRUE, none, one, 0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  const cl_buffer_region region = {0, 16};
  cl_int error = 0;
  EXPECT_EQ(clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  const auto program = build(
      "kernel void f(global int *b, read_only image2d_t i, write_only image2d_t w, sampler_t s) "
      "{}");
  const auto kernel = makeKernel(program, "f");
  const auto set = [&](cl_uint index, const auto &value) {
    return clSetKernelArg(kernel, index, sizeof value, &value);
  };
  const auto readOnly = makeImage(modelOf(kinds[2]), CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY);
  const auto writeOnly = makeImage(modelOf(kinds[2]), CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY);
  EXPECT_EQ(set(0, image.get()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(1, buffer.get()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(1, 1), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(1, writeOnly.get()), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(2, readOnly.get()), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(3, image.get()), CL_INVALID_SAMPLER);
  EXPECT_EQ(set(1, readOnly.get()), CL_SUCCESS);
  EXPECT_EQ(set(2, writeOnly.get()), CL_SUCCESS);
}

TEST_F(Image, RefusesWhatIsNoImage) {
  const cl_image_desc good = describe(kinds[2]);
  EXPECT_EQ(errorOf(good), CL_SUCCESS);
  const auto with = [&](auto change) {
    cl_image_desc description = good;
    change(description);
    return errorOf(description);
  };
  EXPECT_EQ(with([](auto &d) { d.image_type = CL_MEM_OBJECT_BUFFER; }),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with([](auto &d) { d.image_width = 0; }), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with([](auto &d) { d.image_width = SIZE_MAX; }), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(with([](auto &d) { d.image_height = 1 << 20; }), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(with([](auto &d) { d.image_row_pitch = 64; }), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with([](auto &d) { d.num_samples = 4; }), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with([](auto &d) { d.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER; }),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf(good, {7, CL_FLOAT}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf(good, {CL_RGBA, 7}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf(good, {CL_RGB, CL_FLOAT}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  EXPECT_EQ(errorOf(good, {CL_RGBA, CL_FLOAT}, CL_MEM_COPY_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(good, {CL_RGBA, CL_FLOAT}, 1 << 20), CL_INVALID_VALUE);
  // Missing flags are reported before errors in the rest.
  EXPECT_EQ(errorOf({}, {}, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  cl_image_desc pitched = good;
  pitched.image_row_pitch = good.image_width * 16;
  EXPECT_EQ(errorOf(pitched, {CL_RGBA, CL_FLOAT}, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
  cl_int error = 0;
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  EXPECT_EQ(clCreateImage(context, 0, nullptr, &good, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(clCreateImage(context, 0, &format, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(Image, RefusesFormatsOfContradictingFlags) {
  const auto errorFor = [&](cl_mem_flags flags) {
    cl_uint count = 0;
    return clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  };
  for (const cl_mem_flags flags :
       {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_READ_ONLY | CL_MEM_KERNEL_READ_AND_WRITE,
        CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR,
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY,
        CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY, 1 << 20}) {
    EXPECT_EQ(errorFor(static_cast<cl_mem_flags>(flags)), CL_INVALID_VALUE) << flags;
  }
  EXPECT_EQ(errorFor(0), CL_SUCCESS);
  EXPECT_EQ(errorFor(CL_MEM_KERNEL_READ_AND_WRITE), CL_SUCCESS);
  EXPECT_EQ(errorFor(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR), CL_SUCCESS);
}

TEST_F(Image, RefusesWhatLiesOutside) {
  const auto image = makeImage(modelOf(kinds[2]), CL_MEM_OBJECT_IMAGE2D);
  std::byte bytes[1024];
  const auto transfer = [&](std::array<size_t, 3> origin, std::array<size_t, 3> region,
                            size_t row = 0, size_t slice = 0, void *host = nullptr) {
    return clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), row, slice,
                              host ? host : bytes, 0, nullptr, nullptr);
  };
  EXPECT_EQ(transfer({0, 0, 0}, {11, 7, 1}), CL_SUCCESS);
  EXPECT_EQ(transfer({1, 0, 0}, {11, 7, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(transfer({0, 0, 1}, {1, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(transfer({SIZE_MAX, 0, 0}, {2, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(transfer({0, 0, 0}, {0, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(transfer({0, 0, 0}, {1, 1, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(transfer({0, 0, 0}, {11, 7, 1}, 43), CL_INVALID_VALUE);
  EXPECT_EQ(transfer({0, 0, 0}, {11, 7, 1}, 44, 308), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillImage(queue, image, nullptr, std::array<size_t, 3>{}.data(),
                               std::array<size_t, 3>{1, 1, 1}.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

}  // namespace
