// Kernels reading, writing and counting levels of detail (cl_khr_mipmap_image and
// cl_khr_mipmap_image_writes), against the model.

#include <cstring>

#include "mipmap_fixture.h"

namespace {

using test::Color;
using test::ImageModel;
using test::MipKind;
using test::mipKinds;
using test::MipModel;
using test::MipSamplerModel;
using test::OwnedKernel;
using test::OwnedMem;
using test::SamplerModel;

constexpr char standard[] = "-cl-std=CL3.0";
constexpr cl_image_format floats = {CL_RGBA, CL_FLOAT};

/// Where a point is, its level of detail, and the steps of its coordinates, as kernels get them.
struct Point {
  cl_float4 at, lod, dx, dy;
};

class MipmapKernel : public test::MipmapFixture {
 protected:
  static constexpr size_t points = 200;

  static std::vector<Point> makePoints(const MipModel &model, unsigned seed) {
    std::mt19937 random(seed);
    const ImageModel &base = model.levels[0];
    const size_t extent[] = {base.width, base.height, base.depth};
    std::vector<Point> result(points);
    for (Point &point : result) {
      for (unsigned i = 0; i < 3; ++i) {
        const auto size = static_cast<float>(extent[i]);
        const float place = (static_cast<float>(random() % (48 * extent[i])) + 0.3F) / 16 - size;
        point.at.s[i] = i < base.dimensions ? place / size : place;
        // From a sixteenth of a pixel to 64 of them.
        point.dx.s[i] = std::exp2(static_cast<float>(random() % 997) / 100 - 4) / size;
        point.dy.s[i] = std::exp2(static_cast<float>(random() % 997) / 100 - 4) / size;
      }
      point.lod.s[0] = (static_cast<float>(random() % 128) - 16) / 16 + 0.013F;
    }
    return result;
  }
  /// True if rounding does not decide about the nearest level.
  static bool isClear(double lod) { return std::fabs(lod - std::floor(lod) - 0.5) > 1e-4; }
  static std::string kernelOf(const MipKind &kind, const char *access = "read_only") {
    const std::string c = std::string("p.at") + kind.coordinate;
    const std::string steps = std::string("p.dx") + kind.gradient + ", p.dy" + kind.gradient;
    return "typedef struct { float4 at, lod, dx, dy; } point;\nkernel void sample(" +
           std::string(access) + " " + kind.name +
           " image, sampler_t sampler, global const point *in, global float4 *out) {\n"
           "  const size_t i = get_global_id(0);\n  const point p = in[i];\n"
           "  out[2 * i] = read_imagef(image, sampler, " +
           c +
           ", p.lod.x);\n"
           "  out[2 * i + 1] = read_imagef(image, sampler, " +
           c + ", " + steps + ");\n}\n";
  }
  void expectModel(const MipModel &model, const MipSamplerModel &sampler, cl_kernel kernel,
                   cl_mem image, const std::vector<Point> &in) {
    const OwnedMem input = makeBuffer(in), output = makeBuffer(32 * points);
    const auto object = makeMipSampler(sampler);
    setArguments(kernel, image, object.get(), input.get(), output.get());
    run(kernel, points);
    const auto result = read<float>(output, 8 * points);
    for (size_t i = 0; i < 2 * points; ++i) {
      const Point &point = in[i / 2];
      const float at[3] = {point.at.s[0], point.at.s[1], point.at.s[2]};
      const double lod = i % 2 == 0 ? point.lod.s[0] : model.lodOf(point.dx.s, point.dy.s);
      if (!isClear(lod)) {
        continue;
      }
      const Color wanted = model.sample(sampler, at, lod);
      for (size_t e = 0; e < 4; ++e) {
        ASSERT_NEAR(result[4 * i + e], wanted[e], 5e-4)
            << (i % 2 ? "gradients" : "lod") << ", point " << i / 2 << ", element " << e
            << ", level " << lod << ", addressing " << sampler.base.addressing << ", filter "
            << sampler.base.filter << ", between levels " << sampler.between;
      }
    }
  }
};

TEST_F(MipmapKernel, ReadsAtLevelsAndGradients) {
  for (const MipKind &kind : mipKinds) {
    const MipModel model = MipModel::of(kind, floats, 11);
    const OwnedMem image = makeMipmap(kind, model);
    const OwnedKernel kernel = makeKernel(build(kernelOf(kind), standard), "sample");
    unsigned seed = 0;
    for (const cl_addressing_mode addressing : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                                CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
      for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        for (const cl_filter_mode between : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
          SCOPED_TRACE(kind.name);
          expectModel(model, {{true, addressing, filter}, between}, kernel, image,
                      makePoints(model, ++seed));
        }
      }
    }
  }
}

TEST_F(MipmapKernel, KeepsToTheSamplersBounds) {
  const MipKind &kind = mipKinds[2];
  const MipModel model = MipModel::of(kind, floats, 12);
  const OwnedMem image = makeMipmap(kind, model);
  const OwnedKernel kernel = makeKernel(build(kernelOf(kind), standard), "sample");
  const SamplerModel base = {true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR};
  for (const auto &[low, high] : {std::pair{1.0F, 2.0F},
                                  {0.75F, CL_FLT_MAX},
                                  {-5.0F, 0.25F},
                                  {3.0F, 3.0F},
                                  {100.0F, 200.0F},
                                  {3.0F, 1.0F}}) {
    for (const cl_filter_mode between : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      expectModel(model, {base, between, low, high}, kernel, image, makePoints(model, 5));
    }
  }
}

TEST_F(MipmapKernel, SurvivesAnyLevelOfDetail) {
  const MipKind &kind = mipKinds[4];
  const MipModel model = MipModel::of(kind, {CL_RGBA, CL_UNORM_INT8}, 13);
  const OwnedMem image = makeMipmap(kind, model);
  const OwnedKernel kernel = makeKernel(build(kernelOf(kind), standard), "sample");
  const float wild[] = {NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e-40F, 0.0F, 2147483648.0F};
  std::mt19937 random(2);
  std::vector<Point> in(points);
  for (Point &point : in) {
    for (int i = 0; i < 4; ++i) {
      point.at.s[i] = wild[random() % 8];
      point.lod.s[i] = wild[random() % 8];
      point.dx.s[i] = wild[random() % 8];
      point.dy.s[i] = wild[random() % 8];
    }
  }
  for (const cl_filter_mode between : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
    const OwnedMem input = makeBuffer(in), output = makeBuffer(32 * points);
    const auto sampler = makeMipSampler({{true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR}, between});
    setArguments(kernel, image.get(), sampler.get(), input.get(), output.get());
    run(kernel, points);
    for (const float value : read<float>(output, 8 * points)) {
      EXPECT_FALSE(value < 0 || value > 1.00001F);
    }
  }
}

TEST_F(MipmapKernel, ReadsIntegers) {
  const MipKind &kind = mipKinds[3];
  for (const bool isSigned : {true, false}) {
    const MipModel model = MipModel::of(
        kind, {CL_RGBA, isSigned ? cl_uint{CL_SIGNED_INT16} : cl_uint{CL_UNSIGNED_INT8}}, 14);
    const OwnedMem image = makeMipmap(kind, model);
    const std::string suffix = isSigned ? "i" : "ui";
    const OwnedKernel kernel = makeKernel(
        build("kernel void f(read_only image2d_array_t image, sampler_t sampler, global const "
              "float4 *in, global const float *lod, global int4 *out) { const size_t i = "
              "get_global_id(0); out[i] = convert_int4(read_image" +
                  suffix + "(image, sampler, in[i], lod[i])); }",
              standard),
        "f");
    std::vector<cl_float4> places;
    std::vector<float> lods;
    const std::vector<Point> in = makePoints(model, 6);
    for (const Point &point : in) {
      places.push_back(point.at);
      lods.push_back(point.lod.s[0]);
    }
    const OwnedMem input = makeBuffer(places), levels = makeBuffer(lods),
                   output = makeBuffer(16 * points);
    // Integers are not mixed, whatever the sampler says of levels.
    const MipSamplerModel sampler = {{true, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST}};
    MipSamplerModel mixing = sampler;
    mixing.between = CL_FILTER_LINEAR;
    const auto object = makeMipSampler(mixing);
    setArguments(kernel, image.get(), object.get(), input.get(), levels.get(), output.get());
    run(kernel, points);
    const auto result = read<int32_t>(output, 4 * points);
    for (size_t i = 0; i < 4 * points; ++i) {
      const Point &point = in[i / 4];
      const float at[3] = {point.at.s[0], point.at.s[1], point.at.s[2]};
      ASSERT_EQ(result[i], model.sample(sampler, at, point.lod.s[0])[i % 4]) << i;
    }
  }
}

// Reading without a level reads level 0; so does a plain image at any level, and one of depths.
TEST_F(MipmapKernel, ReadsLevelZero) {
  const MipKind &kind = mipKinds[2];
  const MipModel model = MipModel::of(kind, floats, 15);
  const OwnedMem image = makeMipmap(kind, model),
                 plain = makeImage(model.levels[0], CL_MEM_OBJECT_IMAGE2D);
  ImageModel depths{{CL_DEPTH, CL_FLOAT}, 21, 9};
  depths.fill(16);
  const OwnedMem depth = makeImage(depths, CL_MEM_OBJECT_IMAGE2D);
  const OwnedKernel kernel = makeKernel(build(R"(
    constant sampler_t sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void f(read_only image2d_t image, read_only image2d_t plain, read_only image2d_depth_t depth,
                  global int *out) {
      const int2 at = (int2)(get_global_id(0), get_global_id(1));
      const float2 c = (convert_float2(at) + 0.5f) / convert_float2(get_image_dim(image));
      const float4 wanted = read_imagef(plain, sampler, c);
      const int bad = any(read_imagef(image, sampler, c) != wanted) + any(read_imagef(image, at) != wanted)
        + any(read_imagef(plain, sampler, c, 3.0f) != wanted)
        + any(read_imagef(image, sampler, c, (float2)(0.01f), (float2)(0)) != wanted)
        + (read_imagef(depth, sampler, c, 2.0f) != read_imagef(depth, at))
        + (read_imagef(depth, sampler, c, (float2)(1), (float2)(1)) != read_imagef(depth, at));
      atomic_add(out, bad);
      if (at.x + at.y == 0) {
        out[1] = get_image_num_mip_levels(image);
        out[2] = get_image_num_mip_levels(plain);
        out[3] = get_image_num_mip_levels(depth);
      }
    })",
                                              standard),
                                        "f");
  const OwnedMem out = makeBuffer(std::vector<int32_t>(4));
  setArguments(kernel, image.get(), plain.get(), depth.get(), out.get());
  run2d(kernel, 21, 9);
  EXPECT_EQ(read<int32_t>(out, 4), (std::vector<int32_t>{0, 5, 1, 1}));
}

/// Writes the pixels of `in` into a level, and around it, which does nothing.
std::string writerOf(const MipKind &kind) {
  const char *places[] = {"x", "(int2)(x, z)", "(int2)(x, y)", "(int4)(x, y, z, 0)",
                          "(int4)(x, y, z, 0)"};
  return std::string("kernel void f(write_only ") + kind.name +
         " image, global const float4 *in, int lod, int4 size) {\n"
         "  const int x = (int)get_global_id(0) - 1, y = (int)get_global_id(1) - 1, z = "
         "(int)get_global_id(2) - 1;\n"
         "  const int i = clamp((z * size.y + y) * size.x + x, 0, size.x * size.y * size.z - "
         "1);\n" +
         (kind.dimensions < 2 ? "  if (y != 0) return;\n" : "") +
         (kind.dimensions < 3 && !kind.isArray() ? "  if (z != 0) return;\n" : "") +
         "  write_imagef(image, " + places[&kind - mipKinds] + ", lod, in[i]);\n}\n";
}

TEST_F(MipmapKernel, WritesLevels) {
  for (const MipKind &kind : mipKinds) {
    const MipModel model = MipModel::of(kind, floats, 17);
    const OwnedMem image = makeEmpty(kind, model);
    const OwnedKernel kernel = makeKernel(build(writerOf(kind), standard), "f");
    const int levels = static_cast<int>(model.levels.size());
    for (int level = -1; level <= levels; ++level) {
      const bool exists = level >= 0 && level < levels;
      const ImageModel &shape = model.levels[exists ? level : 0];
      const OwnedMem in = makeBuffer(shape.bytes);
      const cl_int4 size = {{static_cast<int>(shape.width), static_cast<int>(shape.height),
                             static_cast<int>(shape.depth), 0}};
      setArguments(kernel, image.get(), in.get(), level, size);
      const size_t items[] = {shape.width + 2, shape.height + 2, shape.depth + 2};
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, items, nullptr, 0, nullptr, nullptr),
          CL_SUCCESS);
    }
    expectContents(kind, model, image);
  }
}

TEST_F(MipmapKernel, WritesIntegersAndReadsThem) {
  const MipKind &kind = mipKinds[2];
  const MipModel model = MipModel::of(kind, {CL_RGBA, CL_UNSIGNED_INT32}, 18);
  const OwnedMem image = makeMipmap(kind, model);
  // Each level into the one below it, in one kernel with one image.
  const OwnedKernel kernel = makeKernel(build(R"(
    constant sampler_t sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void f(read_only image2d_t image, write_only image2d_t other) {
      for (int level = 0; level < get_image_num_mip_levels(image); ++level) {
        const int2 size = max(get_image_dim(image) >> level, 1);
        const int2 at = (int2)(get_global_id(0), get_global_id(1));
        if (at.x < size.x && at.y < size.y) {
          const float2 c = (convert_float2(at) + 0.5f) / convert_float2(size);
          write_imageui(other, at, level, read_imageui(image, sampler, c, (float)level).wzyx);
        }
      }
    })",
                                              standard),
                                        "f");
  MipModel turned = model;
  for (ImageModel &level : turned.levels) {
    for (size_t i = 0; i < level.bytes.size(); i += 16) {
      uint32_t words[4];
      std::memcpy(words, level.bytes.data() + i, sizeof words);
      std::reverse(std::begin(words), std::end(words));
      std::memcpy(level.bytes.data() + i, words, sizeof words);
    }
  }
  const OwnedMem other = makeEmpty(kind, model);
  setArguments(kernel, image.get(), other.get());
  run2d(kernel, 21, 9);
  expectContents(kind, turned, other);
}

// All overloads of the language, in one program.
TEST_F(MipmapKernel, HasAllFunctions) {
  std::string source;
  for (const MipKind &kind : mipKinds) {
    const std::string index = std::to_string(&kind - mipKinds), c = kind.coordinate,
                      d = kind.gradient, name = kind.name;
    source += "kernel void reads" + index + "(read_only " + name + " image, write_only " + name +
              " other, read_write " + name +
              " both, sampler_t s, float4 c, float4 dx, float4 dy, global float4 *f, global int4 "
              "*i, global uint4 *u) {\n  const int n = get_image_num_mip_levels(image) + "
              "get_image_num_mip_levels(other) + get_image_num_mip_levels(both);\n";
    for (const auto &[out, suffix] : {std::pair{"f", "f"}, {"i", "i"}, {"u", "ui"}}) {
      const std::string call = std::string("read_image") + suffix + "(image, s, c" + c + ", ";
      source += std::string("  ") + out + "[n] = " + call + "c.w) + " + call + "dx" + d + ", dy" +
                d + ");\n";
    }
    source += "}\n";
  }
  const auto program = build(source, standard);
  EXPECT_NE(makeKernel(program, "reads4").get(), nullptr);
}

}  // namespace
