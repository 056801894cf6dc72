// Images with levels of detail, and the results of reading them, in double precision
// (cl_khr_mipmap_image; OpenGL 3.0, 3.8.8 and 3.8.9).
#pragma once

#include <CL/cl_ext.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "image_fixture.h"

namespace test {

struct MipKind {
  const char *name, *coordinate, *gradient;
  cl_mem_object_type type;
  unsigned dimensions;
  size_t width, height, depth;

  bool isArray() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// The index of the level in an origin.
  size_t levelAxis() const { return dimensions + (isArray() ? 1 : 0); }
};
inline constexpr MipKind mipKinds[] = {
    {"image1d_t", ".x", ".x", CL_MEM_OBJECT_IMAGE1D, 1, 29, 1, 1},
    {"image1d_array_t", ".xy", ".x", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 13, 1, 5},
    {"image2d_t", ".xy", ".xy", CL_MEM_OBJECT_IMAGE2D, 2, 21, 9, 1},
    {"image2d_array_t", "", ".xy", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, 5, 18, 4},
    {"image3d_t", "", "", CL_MEM_OBJECT_IMAGE3D, 3, 6, 5, 13},
};

struct MipSamplerModel {
  SamplerModel base;
  cl_filter_mode between = CL_FILTER_NEAREST;
  float low = 0, high = CL_FLT_MAX;
};

/// Each level is an image; layers of arrays are its depth.
struct MipModel {
  std::vector<ImageModel> levels;

  static MipModel of(const MipKind &kind, cl_image_format format, unsigned seed) {
    MipModel model;
    const size_t halved = std::max({kind.width, kind.height, kind.isArray() ? 1 : kind.depth});
    for (int i = 0; i < std::bit_width(halved); ++i) {
      const auto half = [&](size_t extent) { return std::max<size_t>(extent >> i, 1); };
      ImageModel level{format, half(kind.width), half(kind.height),
                       kind.isArray() ? kind.depth : half(kind.depth), kind.dimensions};
      level.fill(seed + static_cast<unsigned>(i));
      model.levels.push_back(std::move(level));
    }
    return model;
  }

  double last() const { return static_cast<double>(levels.size() - 1); }
  double clamp(const MipSamplerModel &sampler, double lod) const {
    return std::min({std::max({lod, double{sampler.low}, 0.0}), double{sampler.high}, last()});
  }
  /// The level of detail for this change of the coordinates from one pixel to the next.
  double lodOf(const float *dx, const float *dy) const {
    const double size[] = {1.0 * levels[0].width, 1.0 * levels[0].height, 1.0 * levels[0].depth};
    double x = 0, y = 0;
    for (unsigned i = 0; i < levels[0].dimensions; ++i) {
      x += std::pow(dx[i] * size[i], 2);
      y += std::pow(dy[i] * size[i], 2);
    }
    return std::log2(std::sqrt(std::max(x, y)));
  }
  Color sample(const MipSamplerModel &sampler, const float (&at)[3], double lod) const {
    const double place = clamp(sampler, lod);
    if (sampler.between == CL_FILTER_NEAREST) {
      return levels[static_cast<size_t>(std::ceil(place + 0.5) - 1)].sample(sampler.base, at);
    }
    const auto first = static_cast<size_t>(place);
    const double fraction = place - std::floor(place);
    const Color a = levels[first].sample(sampler.base, at);
    const Color b = levels[std::min(first + 1, levels.size() - 1)].sample(sampler.base, at);
    Color mixed;
    for (int i = 0; i < 4; ++i) {
      mixed[i] = (1 - fraction) * a[i] + fraction * b[i];
    }
    return mixed;
  }
};

class MipmapFixture : public ImageFixture {
 protected:
  void SetUp() override {
    ImageFixture::SetUp();
    size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), CL_SUCCESS);
    std::string names(size, '\0');
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr);
    ASSERT_NE(names.find("cl_khr_mipmap_image "), std::string::npos);
    ASSERT_NE(names.find("cl_khr_mipmap_image_writes"), std::string::npos);
  }

  static cl_image_desc describe(const MipKind &kind, cl_uint levels) {
    cl_image_desc description = {};
    description.image_type = kind.type;
    description.image_width = kind.width;
    description.image_height = kind.height;
    description.image_depth = kind.depth;
    description.image_array_size = kind.depth;
    description.num_mip_levels = levels;
    return description;
  }
  OwnedMem makeEmpty(const MipKind &kind, const MipModel &model) {
    const cl_image_desc description = describe(kind, static_cast<cl_uint>(model.levels.size()));
    cl_int error = -1;
    OwnedMem image = clCreateImage(context, CL_MEM_READ_WRITE, &model.levels[0].format,
                                   &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS) << kind.name;
    return image;
  }
  /// A whole level, as the API names it.
  struct Box {
    size_t origin[4] = {}, region[3] = {1, 1, 1};
  };
  static Box boxOf(const MipKind &kind, const MipModel &model, size_t level) {
    const ImageModel &image = model.levels[level];
    const bool isLayeredRow = kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    Box box = {
        {},
        {image.width, isLayeredRow ? image.depth : image.height, isLayeredRow ? 1 : image.depth}};
    box.origin[kind.levelAxis()] = level;
    return box;
  }
  OwnedMem makeMipmap(const MipKind &kind, const MipModel &model) {
    OwnedMem image = makeEmpty(kind, model);
    for (size_t i = 0; i < model.levels.size(); ++i) {
      const Box box = boxOf(kind, model, i);
      EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, box.origin, box.region, 0, 0,
                                    model.levels[i].bytes.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
    }
    return image;
  }
  std::vector<std::byte> readLevel(const MipKind &kind, const MipModel &model, cl_mem image,
                                   size_t level) {
    const Box box = boxOf(kind, model, level);
    std::vector<std::byte> bytes(model.levels[level].bytes.size());
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, box.origin, box.region, 0, 0, bytes.data(),
                                 0, nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  void expectContents(const MipKind &kind, const MipModel &model, cl_mem image) {
    for (size_t i = 0; i < model.levels.size(); ++i) {
      EXPECT_TRUE(readLevel(kind, model, image, i) == model.levels[i].bytes)
          << kind.name << ", level " << i;
    }
  }
  OwnedSampler makeMipSampler(const MipSamplerModel &model) {
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                model.base.normalized,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                model.base.addressing,
                                                CL_SAMPLER_FILTER_MODE,
                                                model.base.filter,
                                                CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                                model.between,
                                                CL_SAMPLER_LOD_MIN_KHR,
                                                std::bit_cast<cl_uint>(model.low),
                                                CL_SAMPLER_LOD_MAX_KHR,
                                                std::bit_cast<cl_uint>(model.high),
                                                0};
    cl_int error = -1;
    OwnedSampler sampler = clCreateSamplerWithProperties(context, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return sampler;
  }
};

}  // namespace test
