// The host's rights to memory objects of each host access, checked for every command.

#include "fixture.h"

namespace {

struct HostAccess {
  cl_mem_flags flags;
  bool reads, writes;
};

class HostAccesses : public test::Fixture, public testing::WithParamInterface<HostAccess> {
 protected:
  void expectRead(cl_int error) const {
    EXPECT_EQ(error, GetParam().reads ? CL_SUCCESS : CL_INVALID_OPERATION);
  }
  void expectWrite(cl_int error) const {
    EXPECT_EQ(error, GetParam().writes ? CL_SUCCESS : CL_INVALID_OPERATION);
  }
  /// `map(flags, error)` maps and answers the pointer.
  template <class Map>
  void checkMappings(cl_mem memory, Map map) {
    for (cl_map_flags flags :
         {cl_map_flags{CL_MAP_READ}, cl_map_flags{CL_MAP_WRITE},
          cl_map_flags{CL_MAP_READ | CL_MAP_WRITE}, cl_map_flags{CL_MAP_WRITE_INVALIDATE_REGION}}) {
      const bool reads = (flags & CL_MAP_READ) != 0, writes = flags != CL_MAP_READ;
      const bool mayMap = (!reads || GetParam().reads) && (!writes || GetParam().writes);
      cl_int error = -1;
      void *pointer = map(flags, &error);
      EXPECT_EQ(error, mayMap ? CL_SUCCESS : CL_INVALID_OPERATION) << flags;
      EXPECT_EQ(pointer != nullptr, mayMap);
      if (pointer) {
        EXPECT_EQ(clEnqueueUnmapMemObject(queue, memory, pointer, 0, nullptr, nullptr), CL_SUCCESS);
      }
    }
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  void checkBuffer(cl_mem buffer) {
    char host[64] = {};
    const size_t zero[3] = {}, box[] = {8, 2, 2};
    expectRead(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, host, 0, nullptr, nullptr));
    expectWrite(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, host, 0, nullptr, nullptr));
    expectRead(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, box, 0, 0, 0, 0, host, 0,
                                       nullptr, nullptr));
    expectWrite(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, zero, zero, box, 0, 0, 0, 0, host,
                                         0, nullptr, nullptr));
    checkMappings(buffer, [&](cl_map_flags flags, cl_int *error) {
      return clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, 64, 0, nullptr, nullptr, error);
    });
    // Copies and fills are the device's.
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, host, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 32, 32, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

TEST_P(HostAccesses, HoldForBuffers) {
  auto buffer = makeBuffer(64, GetParam().flags);
  checkBuffer(buffer);
}

TEST_P(HostAccesses, HoldForPartsWithAndWithoutFlagsOfTheirOwn) {
  const cl_buffer_region region = {128, 64};
  auto inherited = makeBuffer(256, GetParam().flags), plain = makeBuffer(256);
  cl_int error = -1;
  test::OwnedMem part =
      clCreateSubBuffer(inherited, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  checkBuffer(part);
  test::OwnedMem own =
      clCreateSubBuffer(plain, GetParam().flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  checkBuffer(own);
}

TEST_P(HostAccesses, HoldForImages) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 4;
  cl_int error = -1;
  test::OwnedMem image = clCreateImage(context, GetParam().flags, &format, &shape, nullptr, &error);
  if (error == CL_INVALID_OPERATION) {
    GTEST_SKIP() << "the device has no images";
  }
  ASSERT_EQ(error, CL_SUCCESS);
  char host[64] = {};
  const size_t zero[3] = {}, all[] = {4, 4, 1};
  expectRead(clEnqueueReadImage(queue, image, CL_TRUE, zero, all, 0, 0, host, 0, nullptr, nullptr));
  expectWrite(
      clEnqueueWriteImage(queue, image, CL_TRUE, zero, all, 0, 0, host, 0, nullptr, nullptr));
  checkMappings(image, [&](cl_map_flags flags, cl_int *mapError) {
    size_t pitch = 0;
    return clEnqueueMapImage(queue, image, CL_TRUE, flags, zero, all, &pitch, nullptr, 0, nullptr,
                             nullptr, mapError);
  });
  EXPECT_EQ(clEnqueueFillImage(queue, image, host, zero, all, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

std::string nameOf(const testing::TestParamInfo<HostAccess> &info) {
  const char *names[] = {"Any", "ReadOnly", "WriteOnly", "None"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(All, HostAccesses,
                         testing::Values(HostAccess{0, true, true},
                                         HostAccess{CL_MEM_HOST_READ_ONLY, true, false},
                                         HostAccess{CL_MEM_HOST_WRITE_ONLY, false, true},
                                         HostAccess{CL_MEM_HOST_NO_ACCESS, false, false}),
                         nameOf);

}  // namespace
