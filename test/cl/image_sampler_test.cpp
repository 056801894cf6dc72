// Samplers and coordinates, in every kind of image.

#include <cmath>

#include "image_fixture.h"

namespace {

using test::Color;
using test::ImageModel;
using test::SamplerModel;

/// A kernel sampling at the coordinates of `in`.
std::string samplingKernel(const std::string &type, const std::string &coordinate) {
  return "kernel void sample(read_only " + type +
         R"( image, sampler_t sampler, global const float4 *in, global float4 *out) {
    const size_t i = get_global_id(0);
    const float4 c = in[i];
    out[i] = read_imagef(image, sampler, )" +
         coordinate + "); }";
}

struct Kind {
  const char *name, *coordinate;
  cl_mem_object_type type;
  unsigned dimensions;
  size_t width, height, depth;
};
constexpr Kind kinds[] = {
    {"image1d_t", "c.x", CL_MEM_OBJECT_IMAGE1D, 1, 29, 1, 1},
    {"image1d_array_t", "c.xy", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 13, 1, 5},
    {"image2d_t", "c.xy", CL_MEM_OBJECT_IMAGE2D, 2, 11, 7, 1},
    {"image2d_array_t", "c", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, 5, 9, 4},
    {"image3d_t", "c", CL_MEM_OBJECT_IMAGE3D, 3, 6, 5, 7},
};

class ImageSampler : public test::ImageFixture {
 protected:
  /// Places inside and around an image, none where rounding decides.
  static std::vector<float> coordinates(const ImageModel &model, bool normalized, unsigned seed) {
    std::mt19937 random(seed);
    const size_t extent[] = {model.width, model.height, model.depth};
    std::vector<float> values(4 * points);
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t axis = i % 4;
      if (axis == 3) {
        continue;
      }
      const auto size = static_cast<int>(extent[axis]);
      const int steps = static_cast<int>(random() % (48 * size)) - 16 * size;
      const float place = (static_cast<float>(steps) + 0.3F) / 16;
      const bool isLayer = axis >= model.dimensions;
      values[i] = normalized && !isLayer ? place / static_cast<float>(size) : place;
    }
    return values;
  }

  std::vector<float> sample(cl_kernel kernel, cl_mem image, cl_sampler sampler,
                            const std::vector<float> &places) {
    const auto in = makeBuffer(places), out = makeBuffer(16 * points);
    setArguments(kernel, image, sampler, in.get(), out.get());
    run(kernel, points);
    return read<float>(out, 4 * points);
  }

  void expectModel(const ImageModel &model, const SamplerModel &sampler,
                   const std::vector<float> &places, const std::vector<float> &result) {
    for (size_t i = 0; i < points; ++i) {
      const float at[3] = {places[4 * i], places[4 * i + 1], places[4 * i + 2]};
      const Color wanted = model.sample(sampler, at);
      for (int e = 0; e < 4; ++e) {
        ASSERT_NEAR(result[4 * i + e], wanted[e], 2e-4)
            << "(" << at[0] << ", " << at[1] << ", " << at[2] << "), element " << e
            << ", addressing " << sampler.addressing << ", filter " << sampler.filter
            << ", normalized " << sampler.normalized << ", dimensions " << model.dimensions;
      }
    }
  }

  test::OwnedKernel samplingKernelOf(const char *type, const char *coordinate) {
    return makeKernel(build(samplingKernel(type, coordinate)), "sample");
  }

  static constexpr size_t points = 300;
};

TEST_F(ImageSampler, AddressesAndFiltersEveryKindOfImage) {
  for (const Kind &kind : kinds) {
    ImageModel model{{CL_RGBA, CL_FLOAT}, kind.width, kind.height, kind.depth, kind.dimensions};
    model.fill(7);
    const auto image = makeImage(model, kind.type);
    const auto kernel = samplingKernelOf(kind.name, kind.coordinate);
    for (const cl_addressing_mode addressing : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                                CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
      for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        for (const bool normalized : {true, false}) {
          const bool repeats =
              addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
          if (repeats && !normalized) {
            continue;  // no sampler of this kind
          }
          const SamplerModel sampler = {normalized, addressing, filter};
          const auto places = coordinates(model, normalized, addressing + filter);
          expectModel(model, sampler, places, sample(kernel, image, makeSampler(sampler), places));
        }
      }
    }
  }
}

TEST_F(ImageSampler, GivesTheBorderOfTheOrder) {
  const auto kernel = samplingKernelOf("image2d_t", "c.xy");
  for (const cl_channel_order order :
       {CL_R, CL_A, CL_RG, CL_RA, CL_RGBA, CL_BGRA, CL_ARGB, CL_ABGR, CL_INTENSITY, CL_LUMINANCE}) {
    ImageModel model{{order, CL_UNORM_INT8}, 5, 4};
    model.fill(3);
    const SamplerModel sampler = {false, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR};
    const auto places = coordinates(model, false, order);
    expectModel(
        model, sampler, places,
        sample(kernel, makeImage(model, CL_MEM_OBJECT_IMAGE2D), makeSampler(sampler), places));
  }
}

TEST_F(ImageSampler, InTheProgramIsTheSame) {
  ImageModel model{{CL_RGBA, CL_HALF_FLOAT}, 12, 9};
  model.fill(4);
  for (auto &byte : model.bytes) {
    byte &= std::byte{0x3f};  // numbers below 2
  }
  const auto places = coordinates(model, true, 5);
  const auto in = makeBuffer(places), out = makeBuffer(16 * points);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
  const auto kernel = makeKernel(build(R"(
    kernel void f(read_only image2d_t image, global const float4 *in, global float4 *out) {
      const sampler_t sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
      out[get_global_id(0)] = read_imagef(image, sampler, in[get_global_id(0)].xy);
    })"),
                                 "f");
  setArguments(kernel, image.get(), in.get(), out.get());
  run(kernel, points);
  expectModel(model, {true, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR}, places,
              read<float>(out, 4 * points));
}

// So many calls share a function for reading a pixel (share_functions_pass.h), under masks
// too.
TEST_F(ImageSampler, IsUsedInManyPlaces) {
  ImageModel model{{CL_RGBA, CL_FLOAT}, 12, 9};
  model.fill(8);
  const auto places = coordinates(model, false, 6);
  const auto in = makeBuffer(places), out = makeBuffer(16 * points);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
  const auto kernel = makeKernel(build(R"(
    #define READ(e) color.e = read_imagef(image, sampler, c).e; c += (float2)(1, 0.5f);
    #define READS READ(x) READ(y) READ(z) READ(w)
    kernel void f(read_only image2d_t image, sampler_t sampler, global const float4 *in, global float4 *out) {
      const int i = get_global_id(0);
      float2 c = in[i].xy;
      float4 color;
      READS READS READS
      c = in[i].xy;
      if (i % 3) { READS READS }
      READS
      out[i] = color;
    })"),
                                 "f");
  const SamplerModel sampler = {false, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR};
  const auto made = makeSampler(sampler);
  setArguments(kernel, image.get(), made.get(), in.get(), out.get());
  run(kernel, points);
  const auto result = read<float>(out, 4 * points);
  for (size_t i = 0; i < points; ++i) {
    for (size_t e = 0; e < 4; ++e) {
      const float step = static_cast<float>(i % 3 ? e + 8 : e);
      const float at[3] = {places[4 * i] + step, places[4 * i + 1] + step / 2, 0};
      ASSERT_NEAR(result[4 * i + e], model.sample(sampler, at)[e], 2e-4) << i << ", element " << e;
    }
  }
}

TEST_F(ImageSampler, TakesIntegers) {
  ImageModel model{{CL_RGBA, CL_FLOAT}, 9, 8};
  model.fill(6);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
  const auto kernel = makeKernel(build(R"(
    kernel void f(read_only image2d_t image, sampler_t sampler, global const int4 *in, global float4 *out) {
      out[get_global_id(0)] = read_imagef(image, sampler, in[get_global_id(0)].xy);
    })"),
                                 "f");
  for (const cl_addressing_mode addressing : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP}) {
    std::mt19937 random(addressing);
    std::vector<int32_t> places(4 * points);
    for (auto &place : places) {
      place = static_cast<int32_t>(random() % 32) - 12;
    }
    places[0] = INT32_MIN;
    places[5] = INT32_MAX;
    const auto in = makeBuffer(places), out = makeBuffer(16 * points);
    const auto sampler = makeSampler({false, addressing, CL_FILTER_NEAREST});
    setArguments(kernel, image.get(), sampler.get(), in.get(), out.get());
    run(kernel, points);
    const auto result = read<float>(out, 4 * points);
    for (size_t i = 0; i < 4 * points; ++i) {
      const Color wanted = model.at(places[i & ~size_t{3}], places[(i & ~size_t{3}) + 1], 0,
                                    addressing == CL_ADDRESS_CLAMP_TO_EDGE);
      ASSERT_EQ(result[i], wanted[i % 4]) << i;
    }
  }
}

TEST_F(ImageSampler, ReadsIntegersAtFloats) {
  ImageModel model{{CL_RGBA, CL_SIGNED_INT16}, 9, 8};
  model.fill(9);
  const SamplerModel sampler = {true, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST};
  const auto places = coordinates(model, true, 9);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE2D);
  const auto in = makeBuffer(places), out = makeBuffer(16 * points);
  const auto kernel = makeKernel(build(R"(
    kernel void f(read_only image2d_t image, sampler_t sampler, global const float4 *in, global int4 *out) {
      out[get_global_id(0)] = read_imagei(image, sampler, in[get_global_id(0)].xy);
    })"),
                                 "f");
  const auto object = makeSampler(sampler);
  setArguments(kernel, image.get(), object.get(), in.get(), out.get());
  run(kernel, points);
  const auto result = read<int32_t>(out, 4 * points);
  for (size_t i = 0; i < 4 * points; ++i) {
    const float at[3] = {places[i & ~size_t{3}], places[(i & ~size_t{3}) + 1], 0};
    ASSERT_EQ(result[i], model.sample(sampler, at)[i % 4]) << i;
  }
}

TEST_F(ImageSampler, ReadsDepths) {
  ImageModel flat{{CL_DEPTH, CL_UNORM_INT16}, 9, 8};
  ImageModel layered{{CL_DEPTH, CL_FLOAT}, 9, 8, 3};
  flat.fill(1);
  layered.fill(2);
  const SamplerModel sampler = {false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR};
  const auto places = coordinates(layered, false, 3);
  const auto in = makeBuffer(places), out = makeBuffer(8 * points);
  const auto image = makeImage(flat, CL_MEM_OBJECT_IMAGE2D);
  const auto layers = makeImage(layered, CL_MEM_OBJECT_IMAGE2D_ARRAY);
  const auto kernel = makeKernel(build(R"(
    kernel void f(read_only image2d_depth_t image, read_only image2d_array_depth_t layers, sampler_t sampler,
                  global const float4 *in, global float2 *out) {
      const size_t i = get_global_id(0);
      out[i] = (float2)(read_imagef(image, sampler, in[i].xy), read_imagef(layers, sampler, in[i]));
    })"),
                                 "f");
  const auto object = makeSampler(sampler);
  setArguments(kernel, image.get(), layers.get(), object.get(), in.get(), out.get());
  run(kernel, points);
  const auto result = read<float>(out, 2 * points);
  for (size_t i = 0; i < points; ++i) {
    const float at[3] = {places[4 * i], places[4 * i + 1], places[4 * i + 2]};
    const float inFlat[3] = {at[0], at[1], 0};
    ASSERT_NEAR(result[2 * i], flat.sample(sampler, inFlat)[0], 1e-5) << i;
    ASSERT_NEAR(result[2 * i + 1], layered.sample(sampler, at)[0], 2e-4) << i;
  }
}

TEST_F(ImageSampler, SurvivesAnyCoordinates) {
  ImageModel model{{CL_RGBA, CL_UNORM_INT8}, 9, 8, 3, 3};
  model.fill(1);
  const auto image = makeImage(model, CL_MEM_OBJECT_IMAGE3D);
  const auto kernel = samplingKernelOf("image3d_t", "c");
  const float wild[] = {NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e-40F, 2147483648.0F, -1.0F};
  std::vector<float> places(4 * points);
  std::mt19937 random(1);
  for (float &place : places) {
    place = wild[random() % 8];
  }
  for (const cl_addressing_mode addressing :
       {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
        CL_ADDRESS_MIRRORED_REPEAT}) {
    for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      const auto result = sample(kernel, image, makeSampler({true, addressing, filter}), places);
      for (const float value : result) {
        EXPECT_FALSE(value < 0 || value > 1.00001F);
      }
    }
  }
}

TEST_F(ImageSampler, SaysWhatItIs) {
  const auto sampler = makeSampler({true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR});
  const auto query = [&](cl_sampler_info name, auto value) {
    EXPECT_EQ(clGetSamplerInfo(sampler, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(query(CL_SAMPLER_REFERENCE_COUNT, cl_uint{}), 1u);
  EXPECT_EQ(query(CL_SAMPLER_CONTEXT, cl_context{}), context.get());
  EXPECT_EQ(query(CL_SAMPLER_NORMALIZED_COORDS, cl_bool{}), cl_bool{CL_TRUE});
  EXPECT_EQ(query(CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode{}),
            cl_addressing_mode{CL_ADDRESS_REPEAT});
  EXPECT_EQ(query(CL_SAMPLER_FILTER_MODE, cl_filter_mode{}), cl_filter_mode{CL_FILTER_LINEAR});
  cl_sampler_properties properties[7] = {};
  size_t size = 0;
  EXPECT_EQ(clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof properties, properties, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof properties);
  EXPECT_EQ(properties[2], cl_sampler_properties{CL_SAMPLER_ADDRESSING_MODE});
}

TEST_F(ImageSampler, RefusesWhatIsNoSampler) {
  cl_int error = 0;
  const auto create = [&](std::initializer_list<cl_sampler_properties> properties) {
    const std::vector<cl_sampler_properties> list(properties);
    EXPECT_EQ(clCreateSamplerWithProperties(context, list.data(), &error), nullptr);
    return error;
  };
  EXPECT_EQ(create({CL_SAMPLER_FILTER_MODE, 7, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create({7, 7, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE,
                    CL_FILTER_LINEAR, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(create({CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, CL_SAMPLER_NORMALIZED_COORDS,
                    CL_FALSE, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(clRetainSampler(nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(clGetSamplerInfo(nullptr, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(clCreateSampler(nullptr, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

}  // namespace
