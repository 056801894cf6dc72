// Entry points rarely used by programs, and the remaining error conditions.

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <cstring>
#include <span>

#include "fixture.h"

namespace {

class EntryPoints : public test::Fixture {};

TEST_F(EntryPoints, AreAllInTheTable) {
  // A handle begins with the address of the driver's table.
  const cl_icd_dispatch *table = nullptr;
  std::memcpy(&table, static_cast<const void *>(device), sizeof table);
  void *entries[sizeof(cl_icd_dispatch) / sizeof(void *)];
  std::memcpy(entries, table, sizeof *table);
  const auto isOfWindows = [&](size_t i) {
    const size_t at = i * sizeof(void *);
    const auto within = [&](size_t first, size_t last) { return at >= first && at <= last; };
    return within(offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D10KHR),
                  offsetof(cl_icd_dispatch, clEnqueueReleaseD3D10ObjectsKHR)) ||
           within(offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D11KHR),
                  offsetof(cl_icd_dispatch, clEnqueueReleaseDX9MediaSurfacesKHR));
  };
  for (size_t i = 0; i < std::size(entries); ++i) {
    EXPECT_EQ(entries[i] == nullptr, isOfWindows(i)) << "entry " << i;
  }
}

TEST_F(EntryPoints, ExtensionsAreFoundByName) {
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"),
            nullptr);
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR"),
            nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunctionKHR"), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, ""), nullptr);
}

TEST_F(EntryPoints, OfVersion1StillWork) {
  cl_int error = -1;
  test::OwnedQueue old = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clSetCommandQueueProperty(old, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clUnloadCompiler(), CL_SUCCESS);
  EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
  auto program = build("kernel void k(global int *p) { ++*p; }");
  auto kernel = makeKernel(program, "k");
  auto buffer = makeBuffer(std::vector<int>{41});
  setArguments(kernel, buffer.get());
  test::OwnedEvent task, marker;
  ASSERT_EQ(clEnqueueTask(old, kernel, 0, nullptr, task.out()), CL_SUCCESS);
  cl_command_type type = 0;
  clGetEventInfo(task, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
  EXPECT_EQ(type, static_cast<cl_command_type>(CL_COMMAND_TASK));
  EXPECT_EQ(clEnqueueMarker(old, marker.out()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueMarker(old, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(old, 1, task.address()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueWaitForEvents(old, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueBarrier(old), CL_SUCCESS);
  ASSERT_EQ(clFinish(old), CL_SUCCESS);
  EXPECT_EQ(read<int>(buffer, 1)[0], 42);
}

TEST_F(EntryPoints, ImagesOfVersion1StillWork) {
  if (!hasImages()) {
    GTEST_SKIP() << "the device has no images";
  }
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_int error = -1;
  test::OwnedMem flat = clCreateImage2D(context, 0, &format, 8, 4, 0, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  test::OwnedMem deep = clCreateImage3D(context, 0, &format, 8, 4, 2, 0, 0, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  size_t size = 0;
  clGetMemObjectInfo(deep, CL_MEM_SIZE, sizeof size, &size, nullptr);
  EXPECT_EQ(size, 8u * 4 * 2 * 4);
  EXPECT_EQ(clCreateImage2D(context, 0, nullptr, 8, 4, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

// CL 3.0 §5.3.1: clCreateImage has CL_INVALID_IMAGE_DESCRIPTOR, these calls have no description.
TEST_F(EntryPoints, ImagesOfVersion1HaveOneErrorForExtentsAndPitches) {
  if (!hasImages()) {
    GTEST_SKIP() << "the device has no images";
  }
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const auto flat = [&](size_t width, size_t height, size_t rowPitch) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateImage2D(context, 0, &format, width, height, rowPitch, nullptr, &error),
              nullptr);
    return error;
  };
  EXPECT_EQ(flat(0, 4, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(flat(8, 0, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(flat(SIZE_MAX, 4, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(flat(8, 4, 1), CL_INVALID_IMAGE_SIZE);
  const auto deep = [&](size_t width, size_t height, size_t depth, size_t slicePitch) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(
        clCreateImage3D(context, 0, &format, width, height, depth, 0, slicePitch, nullptr, &error),
        nullptr);
    return error;
  };
  EXPECT_EQ(deep(0, 4, 2, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(deep(8, 0, 2, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(deep(8, 4, 0, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(deep(8, 4, 1, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(deep(8, 4, 2, 1), CL_INVALID_IMAGE_SIZE);
}

TEST_F(EntryPoints, DefaultDeviceQueuesNeedAContextAndItsDevice) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, nullptr, queue), CL_INVALID_DEVICE);
}

class Mappings : public test::Fixture {
 protected:
  void *map(cl_mem buffer, cl_map_flags flags, size_t offset, size_t size, cl_int expected) {
    cl_int error = -1;
    void *pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr,
                                       nullptr, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(pointer != nullptr, expected == CL_SUCCESS);
    return pointer;
  }
  cl_uint mapCount(cl_mem memory) {
    cl_uint count = 100;
    EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr),
              CL_SUCCESS);
    return count;
  }
  void unmap(cl_mem memory, void *pointer) {
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, pointer, 0, nullptr, nullptr), CL_SUCCESS);
  }
};

TEST_F(Mappings, ForWritingDoNotOverlap) {
  auto buffer = makeBuffer(256);
  void *first = map(buffer, CL_MAP_WRITE, 0, 128, CL_SUCCESS);
  map(buffer, CL_MAP_WRITE, 127, 10, CL_INVALID_OPERATION);
  map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1, CL_INVALID_OPERATION);
  void *second = map(buffer, CL_MAP_WRITE, 128, 128, CL_SUCCESS);
  void *third = map(buffer, CL_MAP_READ, 64, 128, CL_SUCCESS);
  EXPECT_EQ(mapCount(buffer), 3u);
  unmap(buffer, first);
  void *again = map(buffer, CL_MAP_READ | CL_MAP_WRITE, 0, 64, CL_SUCCESS);
  for (void *pointer : {second, third, again}) {
    unmap(buffer, pointer);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(mapCount(buffer), 0u);
}

TEST_F(Mappings, OfImagesOverlapByTheirPixels) {
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 16;
  cl_int error = -1;
  test::OwnedMem image = clCreateImage(context, 0, &format, &shape, nullptr, &error);
  if (error == CL_INVALID_OPERATION) {
    GTEST_SKIP() << "the device has no images";
  }
  ASSERT_EQ(error, CL_SUCCESS);
  const auto mapAt = [&](size_t x, size_t y, cl_int expected) {
    const size_t origin[] = {x, y, 0}, region[] = {8, 8, 1};
    size_t pitch = 0;
    void *pointer = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch,
                                      nullptr, 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, expected);
    return pointer;
  };
  void *left = mapAt(0, 0, CL_SUCCESS);
  void *right = mapAt(8, 0, CL_SUCCESS);  // the rows of both are interleaved in memory
  mapAt(4, 4, CL_INVALID_OPERATION);
  unmap(image, left);
  unmap(image, right);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Mappings, ViewsAreNoSubBuffers) {
  cl_int error = -1;
  auto buffer = makeBuffer(1024);
  const cl_buffer_region region = {256, 512};
  test::OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  shape.image_width = 64;
  shape.buffer = part;
  const cl_mem_properties none[] = {0};
  test::OwnedMem view =
      clCreateImageWithProperties(context, none, 0, &format, &shape, nullptr, &error);
  if (error == CL_INVALID_OPERATION) {
    GTEST_SKIP() << "the device has no images";
  }
  ASSERT_EQ(error, CL_SUCCESS);
  const auto offsetOf = [](cl_mem memory) {
    size_t offset = 1;
    EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_OFFSET, sizeof offset, &offset, nullptr),
              CL_SUCCESS);
    return offset;
  };
  EXPECT_EQ(offsetOf(part), 256u);
  EXPECT_EQ(offsetOf(view), 0u);
  cl_mem associated = nullptr;
  clGetMemObjectInfo(view, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof associated, &associated, nullptr);
  EXPECT_EQ(associated, part.get());
  cl_mem_properties properties = 1;
  size_t size = 0;
  EXPECT_EQ(clGetMemObjectInfo(view, CL_MEM_PROPERTIES, sizeof properties, &properties, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof properties);
  EXPECT_EQ(properties, 0u);
}

}  // namespace
