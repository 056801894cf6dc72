// Making images with levels of detail, and the commands on them (cl_khr_mipmap_image).

#include <cstring>

#include "mipmap_fixture.h"

namespace {

using test::ImageModel;
using test::MipKind;
using test::mipKinds;
using test::MipModel;
using test::OwnedMem;

constexpr cl_image_format bytes4 = {CL_RGBA, CL_UNORM_INT8};

class Mipmap : public test::MipmapFixture {
 protected:
  cl_int createError(const cl_image_desc &description, cl_mem_flags flags = CL_MEM_READ_WRITE,
                     void *host = nullptr, cl_image_format format = bytes4) {
    cl_int error = 1;
    const OwnedMem image = clCreateImage(context, flags, &format, &description, host, &error);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }
};

TEST_F(Mipmap, SaysWhatItIs) {
  const MipModel model = MipModel::of(mipKinds[2], bytes4, 1);
  const OwnedMem image = makeEmpty(mipKinds[2], model);
  cl_uint levels = 0;
  EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof levels, &levels, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(levels, 5u);
  size_t width = 0;
  EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width, &width, nullptr), CL_SUCCESS);
  EXPECT_EQ(width, 21u);
}

TEST_F(Mipmap, HasAsManyLevelsAsThereAre) {
  for (const MipKind &kind : mipKinds) {
    const auto most = static_cast<cl_uint>(MipModel::of(kind, bytes4, 1).levels.size());
    for (cl_uint levels = 0; levels <= most; ++levels) {
      EXPECT_EQ(createError(describe(kind, levels)), CL_SUCCESS) << kind.name << ", " << levels;
    }
    for (const cl_uint levels : {most + 1, 32u, 33u, UINT32_MAX}) {
      EXPECT_EQ(createError(describe(kind, levels)), CL_INVALID_IMAGE_DESCRIPTOR) << kind.name;
    }
  }
}

TEST_F(Mipmap, HasNoMemoryOfTheHosts) {
  std::byte host[21 * 9 * 4 * 2] = {};
  const cl_image_desc description = describe(mipKinds[2], 2);
  for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    EXPECT_EQ(createError(description, flags, host), CL_INVALID_HOST_PTR);
    EXPECT_EQ(createError(description, flags), CL_INVALID_HOST_PTR);
  }
  EXPECT_EQ(createError(description, CL_MEM_READ_ONLY, host), CL_INVALID_HOST_PTR);
  EXPECT_EQ(createError(description, CL_MEM_ALLOC_HOST_PTR), CL_SUCCESS);
}

TEST_F(Mipmap, IsNeitherOfDepthsNorOverOthers) {
  cl_image_desc description = describe(mipKinds[2], 2);
  EXPECT_EQ(createError(description, CL_MEM_READ_WRITE, nullptr, {CL_DEPTH, CL_FLOAT}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  const OwnedMem buffer = makeBuffer(21 * 9 * 8);
  description.mem_object = buffer;
  EXPECT_EQ(createError(description), CL_INVALID_IMAGE_DESCRIPTOR);
  description = describe(mipKinds[0], 2);
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.mem_object = buffer;
  EXPECT_EQ(createError(description), CL_INVALID_IMAGE_DESCRIPTOR);
  description = describe(mipKinds[2], 2);
  description.image_row_pitch = 21 * 4;
  EXPECT_EQ(createError(description), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(Mipmap, KeepsItsLevelsApart) {
  for (const MipKind &kind : mipKinds) {
    for (const cl_image_format format :
         {bytes4, cl_image_format{CL_R, CL_SNORM_INT8}, cl_image_format{CL_RGBA, CL_FLOAT}}) {
      const MipModel model = MipModel::of(kind, format, 3);
      expectContents(kind, model, makeMipmap(kind, model));
    }
  }
}

TEST_F(Mipmap, CopiesBetweenLevels) {
  for (const MipKind &kind : mipKinds) {
    MipModel model = MipModel::of(kind, bytes4, 4);
    const OwnedMem image = makeMipmap(kind, model), other = makeMipmap(kind, model);
    // Level 1 of the image into the corner of level 0 of the other, and of its own.
    const Box from = boxOf(kind, model, 1), to = boxOf(kind, model, 0);
    for (const cl_mem target : {other.get(), image.get()}) {
      ASSERT_EQ(clEnqueueCopyImage(queue, image, target, from.origin, to.origin, from.region, 0,
                                   nullptr, nullptr),
                CL_SUCCESS);
    }
    ImageModel &large = model.levels[0];
    const ImageModel &small = model.levels[1];
    for (size_t z = 0; z < small.depth; ++z) {
      for (size_t y = 0; y < small.height; ++y) {
        std::memcpy(const_cast<std::byte *>(large.pixel(0, y, z)), small.pixel(0, y, z),
                    small.width * 4);
      }
    }
    expectContents(kind, model, other);
    expectContents(kind, model, image);
  }
}

TEST_F(Mipmap, GoesThroughBuffers) {
  for (const MipKind &kind : mipKinds) {
    const MipModel model = MipModel::of(kind, bytes4, 5);
    const OwnedMem image = makeMipmap(kind, model), other = makeEmpty(kind, model);
    for (size_t i = 0; i < model.levels.size(); ++i) {
      const OwnedMem buffer = makeBuffer(model.levels[i].bytes.size() + 12);
      const Box box = boxOf(kind, model, i);
      EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, buffer, box.origin, box.region, 12, 0,
                                           nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, other, 12, box.origin, box.region, 0,
                                           nullptr, nullptr),
                CL_SUCCESS);
    }
    expectContents(kind, model, other);
  }
}

TEST_F(Mipmap, IsFilledLevelByLevel) {
  for (const MipKind &kind : mipKinds) {
    MipModel model = MipModel::of(kind, bytes4, 6);
    const OwnedMem image = makeMipmap(kind, model);
    const Box box = boxOf(kind, model, 1);
    const cl_float4 color = {{1, 0, 0, 1}};
    EXPECT_EQ(clEnqueueFillImage(queue, image, &color, box.origin, box.region, 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < model.levels[1].bytes.size(); ++i) {
      model.levels[1].bytes[i] = i % 4 == 0 || i % 4 == 3 ? std::byte{0xff} : std::byte{0};
    }
    expectContents(kind, model, image);
  }
}

TEST_F(Mipmap, IsMappedLevelByLevel) {
  for (const MipKind &kind : mipKinds) {
    MipModel model = MipModel::of(kind, bytes4, 7);
    const OwnedMem image = makeMipmap(kind, model);
    std::vector<void *> mapped;
    // All at once: levels do not overlap.
    for (size_t i = 0; i < model.levels.size(); ++i) {
      const Box box = boxOf(kind, model, i);
      ImageModel &level = model.levels[i];
      size_t row = 0, slice = 0;
      cl_int error = 1;
      auto *bytes = static_cast<std::byte *>(
          clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, box.origin,
                            box.region, &row, &slice, 0, nullptr, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS) << kind.name;
      mapped.push_back(bytes);
      EXPECT_GE(row, level.width * 4);
      for (size_t z = 0; z < level.depth; ++z) {
        for (size_t y = 0; y < level.height; ++y) {
          std::byte *at = bytes + z * slice + y * row;
          auto *wanted = const_cast<std::byte *>(level.pixel(0, y, z));
          EXPECT_EQ(std::memcmp(at, wanted, level.width * 4), 0) << kind.name << ", level " << i;
          at[0] = wanted[0] = std::byte{static_cast<uint8_t>(16 * i + y + z)};
        }
      }
    }
    for (void *pointer : mapped) {
      EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, pointer, 0, nullptr, nullptr), CL_SUCCESS);
    }
    expectContents(kind, model, image);
  }
}

TEST_F(Mipmap, RefusesLevelsThatItLacks) {
  for (const MipKind &kind : mipKinds) {
    const MipModel model = MipModel::of(kind, bytes4, 8);
    const OwnedMem image = makeMipmap(kind, model), buffer = makeBuffer(1 << 16);
    std::vector<std::byte> host(1 << 16);
    Box box = boxOf(kind, model, 0);
    const Box good = box;
    box.region[0] = box.region[1] = box.region[2] = 1;
    size_t row = 0, slice = 0;
    cl_int error = 0;
    const auto expectAll = [&](cl_int wanted) {
      EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, box.origin, box.region, 0, 0, host.data(),
                                   0, nullptr, nullptr),
                wanted);
      EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, box.origin, box.region, 0, 0,
                                    host.data(), 0, nullptr, nullptr),
                wanted);
      EXPECT_EQ(clEnqueueFillImage(queue, image, host.data(), box.origin, box.region, 0, nullptr,
                                   nullptr),
                wanted);
      EXPECT_EQ(clEnqueueCopyImage(queue, image, image, box.origin, good.origin, box.region, 0,
                                   nullptr, nullptr),
                wanted);
      EXPECT_EQ(clEnqueueCopyImage(queue, image, image, good.origin, box.origin, box.region, 0,
                                   nullptr, nullptr),
                wanted);
      EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, buffer, box.origin, box.region, 0, 0,
                                           nullptr, nullptr),
                wanted);
      EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, image, 0, box.origin, box.region, 0,
                                           nullptr, nullptr),
                wanted);
      EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, box.origin, box.region, &row,
                                  &slice, 0, nullptr, nullptr, &error),
                nullptr);
      EXPECT_EQ(error, wanted);
    };
    for (const size_t level : {model.levels.size(), size_t{32}, size_t{1} << 32, SIZE_MAX}) {
      box.origin[kind.levelAxis()] = level;
      expectAll(CL_INVALID_MIP_LEVEL);
    }
    // A region inside of level 0, but not of level 1.
    box.origin[kind.levelAxis()] = 1;
    box.region[0] = kind.width / 2 + 1;
    expectAll(CL_INVALID_VALUE);
  }
}

TEST_F(Mipmap, PlainImagesHaveNoLevels) {
  const ImageModel model{bytes4, 4, 4};
  const OwnedMem image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
  const size_t origin[] = {0, 0, 1}, region[] = {4, 4, 1};
  std::byte host[64];
  EXPECT_EQ(
      clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, host, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
}

TEST_F(Mipmap, SamplersSayHowLevelsAreChosen) {
  const auto sampler =
      makeMipSampler({{true, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST}, CL_FILTER_LINEAR, 0.5F, 3});
  const auto query = [&](cl_sampler object, cl_sampler_info name, auto value) {
    EXPECT_EQ(clGetSamplerInfo(object, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(query(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR, cl_filter_mode{}),
            cl_filter_mode{CL_FILTER_LINEAR});
  EXPECT_EQ(query(sampler, CL_SAMPLER_LOD_MIN_KHR, cl_float{}), 0.5F);
  EXPECT_EQ(query(sampler, CL_SAMPLER_LOD_MAX_KHR, cl_float{}), 3.0F);
  const auto plain = makeSampler({true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR});
  EXPECT_EQ(query(plain, CL_SAMPLER_MIP_FILTER_MODE_KHR, cl_filter_mode{}),
            cl_filter_mode{CL_FILTER_NEAREST});
  EXPECT_EQ(query(plain, CL_SAMPLER_LOD_MIN_KHR, cl_float{}), 0.0F);
  EXPECT_EQ(query(plain, CL_SAMPLER_LOD_MAX_KHR, cl_float{}), CL_FLT_MAX);
  const cl_sampler_properties nan = std::bit_cast<cl_uint>(NAN);
  for (const auto &[name, value] :
       {std::pair<cl_sampler_properties, cl_sampler_properties>{CL_SAMPLER_MIP_FILTER_MODE_KHR, 0},
        {CL_SAMPLER_LOD_MIN_KHR, nan},
        {CL_SAMPLER_LOD_MAX_KHR, nan}}) {
    const cl_sampler_properties list[] = {name, value, 0};
    cl_int error = 0;
    EXPECT_EQ(clCreateSamplerWithProperties(context, list, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE) << name;
  }
}

}  // namespace
