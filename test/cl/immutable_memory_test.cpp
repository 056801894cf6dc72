// cl_ext_immutable_memory_objects: creation, inheritance, and each command and kernel argument that
// could write.

#include <CL/cl_ext.h>

#include <cstring>
#include <numeric>

#include "command_buffer_functions.h"
#include "core/base/newer_enumerants.h"
#include "extension_fixture.h"

namespace {

constexpr size_t bytes = 256;
constexpr size_t origin[3] = {}, box[] = {8, 2, 1}, pixels[] = {4, 4, 1};
constexpr cl_mem_flags immutableCopy = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
constexpr cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};

class ImmutableMemory : public test::ExtensionFixture {
 protected:
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_ext_immutable_memory_objects"));
    std::iota(contents.begin(), contents.end(), '\0');
    fixed = makeBuffer(bytes, immutableCopy, contents.data());
  }

  static cl_image_desc square(cl_mem over = nullptr) {
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = shape.image_height = 4;
    shape.mem_object = over;
    return shape;
  }
  test::OwnedMem makeImage(cl_mem_flags flags, void *host, cl_mem over = nullptr) {
    const cl_image_desc shape = square(over);
    cl_int error = -1;
    test::OwnedMem image = clCreateImage(context, flags, &format, &shape, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return image;
  }
  cl_int errorOfBuffer(cl_mem_flags flags, void *host) {
    cl_int error = -1;
    test::OwnedMem made = clCreateBuffer(context, flags, bytes, host, &error);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return error;
  }
  cl_int errorOfImage(cl_mem_flags flags, void *host, cl_mem over = nullptr) {
    const cl_image_desc shape = square(over);
    cl_int error = -1;
    test::OwnedMem made = clCreateImage(context, flags, &format, &shape, host, &error);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return error;
  }
  cl_int errorOfPart(cl_mem buffer, cl_mem_flags flags) {
    const cl_buffer_region region = {0, 64};
    cl_int error = -1;
    test::OwnedMem made =
        clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return error;
  }
  static cl_mem_flags flagsOf(cl_mem object) {
    cl_mem_flags flags = 0;
    EXPECT_EQ(clGetMemObjectInfo(object, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
    return flags;
  }
  /// Calls each command on buffers that writes to `destination`; none may.
  void expectNoWrites(cl_mem destination) {
    auto source = makeBuffer(bytes);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, destination, CL_TRUE, 0, 64, contents.data(), 0, nullptr,
                                   nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, destination, CL_TRUE, origin, origin, box, 0, 0, 0, 0,
                                       contents.data(), 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, source, destination, 0, 0, 64, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, source, destination, origin, origin, box, 0, 0, 0, 0,
                                      0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(
        clEnqueueFillBuffer(queue, destination, contents.data(), 4, 0, 64, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    for (cl_map_flags flags : {cl_map_flags{CL_MAP_WRITE}, cl_map_flags{CL_MAP_READ | CL_MAP_WRITE},
                               cl_map_flags{CL_MAP_WRITE_INVALIDATE_REGION}}) {
      cl_int error = -1;
      EXPECT_EQ(clEnqueueMapBuffer(queue, destination, CL_TRUE, flags, 0, 64, 0, nullptr, nullptr,
                                   &error),
                nullptr);
      EXPECT_EQ(error, CL_INVALID_OPERATION);
    }
  }

  std::vector<char> contents = std::vector<char>(bytes);
  test::OwnedMem fixed;
};

TEST_F(ImmutableMemory, HasContentsAndNoWriter) {
  EXPECT_EQ(versionOf("cl_ext_immutable_memory_objects"), CL_MAKE_VERSION(1u, 0u, 0u));
  EXPECT_EQ(flagsOf(fixed), immutableCopy);
  char *const host = contents.data();
  EXPECT_EQ(errorOfBuffer(immutableCopy | CL_MEM_READ_ONLY, host), CL_SUCCESS);
  EXPECT_EQ(errorOfBuffer(CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR, host), CL_SUCCESS);
  EXPECT_EQ(errorOfBuffer(CL_MEM_IMMUTABLE_EXT, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(errorOfBuffer(CL_MEM_IMMUTABLE_EXT | CL_MEM_ALLOC_HOST_PTR, nullptr), CL_INVALID_VALUE);
  for (cl_mem_flags writes : {cl_mem_flags{CL_MEM_READ_WRITE}, cl_mem_flags{CL_MEM_WRITE_ONLY},
                              cl_mem_flags{CL_MEM_HOST_WRITE_ONLY}}) {
    EXPECT_EQ(errorOfBuffer(immutableCopy | writes, host), CL_INVALID_VALUE) << writes;
  }
  cl_int error = -1;
  EXPECT_EQ(clCreatePipe(context, CL_MEM_IMMUTABLE_EXT, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_IMMUTABLE_EXT, 64, 0), nullptr);
}

TEST_F(ImmutableMemory, RefusesCommandsThatWrite) {
  expectNoWrites(fixed);
  EXPECT_EQ(read<char>(fixed, bytes), contents);
  cl_int error = -1;
  void *mapped =
      clEnqueueMapBuffer(queue, fixed, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(std::memcmp(mapped, contents.data(), bytes), 0);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, fixed, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  auto copy = makeBuffer(bytes);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, fixed, copy, 0, 0, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read<char>(copy, bytes), contents);
}

TEST_F(ImmutableMemory, PassesToItsParts) {
  const cl_buffer_region region = {0, bytes};
  for (cl_mem_flags flags :
       {cl_mem_flags{0}, cl_mem_flags{CL_MEM_READ_ONLY}, cl_mem_flags{CL_MEM_IMMUTABLE_EXT}}) {
    cl_int error = -1;
    test::OwnedMem part =
        clCreateSubBuffer(fixed, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(flagsOf(part), immutableCopy | flags);
    expectNoWrites(part);
    EXPECT_EQ(read<char>(part, bytes), contents);
  }
  for (cl_mem_flags writes : {cl_mem_flags{CL_MEM_READ_WRITE}, cl_mem_flags{CL_MEM_WRITE_ONLY},
                              cl_mem_flags{CL_MEM_HOST_WRITE_ONLY}}) {
    EXPECT_EQ(errorOfPart(fixed, writes), CL_INVALID_VALUE) << writes;
  }
  auto plain = makeBuffer(bytes);
  EXPECT_EQ(errorOfPart(plain, CL_MEM_IMMUTABLE_EXT), CL_SUCCESS);
}

TEST_F(ImmutableMemory, HoldsForImages) {
  if (!hasImages()) {
    GTEST_SKIP() << "the device has no images";
  }
  char *const host = contents.data();
  EXPECT_EQ(errorOfImage(CL_MEM_IMMUTABLE_EXT, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(errorOfImage(immutableCopy | CL_MEM_WRITE_ONLY, host), CL_INVALID_VALUE);
  EXPECT_EQ(errorOfImage(CL_MEM_READ_ONLY, nullptr, fixed), CL_INVALID_VALUE) << "over a buffer";
  cl_uint formats = 0, readable = 0;
  EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_IMMUTABLE_EXT, CL_MEM_OBJECT_IMAGE2D, 0,
                                       nullptr, &formats),
            CL_SUCCESS);
  EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                       &readable),
            CL_SUCCESS);
  EXPECT_EQ(formats, readable);

  auto source = makeImage(0, nullptr);
  auto buffer = makeBuffer(bytes);
  for (const test::OwnedMem &image :
       {makeImage(immutableCopy, host), makeImage(CL_MEM_IMMUTABLE_EXT, nullptr, fixed)}) {
    EXPECT_EQ(
        clEnqueueWriteImage(queue, image, CL_TRUE, origin, pixels, 0, 0, host, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueCopyImage(queue, source, image, origin, origin, pixels, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueFillImage(queue, image, host, origin, pixels, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(
        clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, pixels, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    size_t pitch = 0;
    cl_int error = -1;
    EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, pixels, &pitch,
                                nullptr, 0, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, pixels, nullptr,
                                nullptr, 0, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_OPERATION) << "without a place for the pitch";
    EXPECT_EQ(
        clEnqueueCopyImageToBuffer(queue, image, fixed, origin, pixels, 0, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(
        clEnqueueCopyImageToBuffer(queue, image, buffer, origin, pixels, 0, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(std::memcmp(read<char>(buffer, 64).data(), host, 64), 0);
  }
}

TEST_F(ImmutableMemory, GoesToArgumentsThatCannotWrite) {
  const auto program = build(R"(
kernel void copy(constant uchar *a, global const uchar *b, global uchar *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] ^ b[i] ^ 1;
})");
  const auto kernel = makeKernel(program, "copy");
  auto result = makeBuffer(bytes);
  setArguments(kernel, fixed.get(), fixed.get(), result.get());
  run(kernel, bytes);
  EXPECT_EQ(read<char>(result, bytes), std::vector<char>(bytes, 1));
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_mem), fixed.address()), CL_INVALID_ARG_VALUE);
  if (!hasImages()) {
    return;
  }
  const auto images = build(R"(
kernel void copy(read_only image2d_t a, write_only image2d_t b) {
  const int2 at = (int2)(get_global_id(0), 0);
  write_imageui(b, at, read_imageui(a, at));
})");
  const auto copies = makeKernel(images, "copy");
  auto image = makeImage(immutableCopy, contents.data());
  EXPECT_EQ(clSetKernelArg(copies, 0, sizeof(cl_mem), image.address()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(copies, 1, sizeof(cl_mem), image.address()), CL_INVALID_ARG_VALUE);
}

TEST_F(ImmutableMemory, HoldsForCommandBuffers) {
  NEEDS_EXTENSION("cl_khr_command_buffer");
  test::CommandBufferFunctions record;
  record.find(platform);
  cl_int error = -1;
  cl_command_buffer_khr commands = record.create(1, queue.address(), nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  auto source = makeBuffer(bytes);
  EXPECT_EQ(record.copy(commands, nullptr, nullptr, source, fixed, 0, 0, 64, 0, nullptr, nullptr,
                        nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(record.copyRect(commands, nullptr, nullptr, source, fixed, origin, origin, box, 0, 0, 0,
                            0, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(record.fill(commands, nullptr, nullptr, fixed, contents.data(), 4, 0, 64, 0, nullptr,
                        nullptr, nullptr),
            CL_INVALID_OPERATION);
  if (hasImages()) {
    auto image = makeImage(immutableCopy, contents.data()), plain = makeImage(0, nullptr);
    EXPECT_EQ(record.fillImage(commands, nullptr, nullptr, image, contents.data(), origin, pixels,
                               0, nullptr, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(record.copyImage(commands, nullptr, nullptr, plain, image, origin, origin, pixels, 0,
                               nullptr, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(record.bufferToImage(commands, nullptr, nullptr, source, image, 0, origin, pixels, 0,
                                   nullptr, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(record.imageToBuffer(commands, nullptr, nullptr, plain, fixed, origin, pixels, 0, 0,
                                   nullptr, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }
  EXPECT_EQ(record.release(commands), CL_SUCCESS);
}

}  // namespace
