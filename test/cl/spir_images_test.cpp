// Images, samplers and events in SPIR: modules made of spir12/images.cl by writers of all times
// give the results of its source.
#include <fstream>
#include <iterator>

#include "image_fixture.h"

namespace {

using test::OwnedKernel;
using test::OwnedMem;
using test::OwnedProgram;

constexpr char spirOptions[] = "-x spir -spir-std=1.2";
constexpr size_t width = 8;
constexpr cl_image_format floats = {CL_RGBA, CL_FLOAT};
constexpr cl_image_format integers = {CL_RGBA, CL_SIGNED_INT32};
constexpr cl_image_format naturals = {CL_RGBA, CL_UNSIGNED_INT16};

class SpirImages : public test::ImageFixture, public testing::WithParamInterface<const char *> {
 protected:
  struct Images {
    OwnedMem line, lines, store, texels, plane, planes, volume;
  };

  std::string readFile(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
  }
  OwnedProgram load(const std::string &path) {
    const std::string bytes = readFile(path);
    const size_t size = bytes.size();
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int error = 1;
    OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, spirOptions, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }
  OwnedProgram buildSource() {
    return build(readFile(KILN_TEST_SPIR12 "images.cl"), "-cl-std=CL1.2");
  }

  OwnedMem make(cl_image_format format, cl_mem_object_type type, size_t height, size_t depth,
                unsigned seed) {
    test::ImageModel model{.format = format, .width = width, .height = height, .depth = depth};
    model.fill(seed);
    return makeImage(model, type);
  }
  /// With the same contents for the same seed.
  Images makeImages(unsigned seed) {
    Images images;
    images.line = make(floats, CL_MEM_OBJECT_IMAGE1D, 1, 1, seed);
    images.lines = make(integers, CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 3, seed + 1);
    images.plane = make(floats, CL_MEM_OBJECT_IMAGE2D, 5, 1, seed + 2);
    images.planes = make(naturals, CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 2, seed + 3);
    images.volume = make(integers, CL_MEM_OBJECT_IMAGE3D, 3, 3, seed + 4);
    std::vector<cl_ushort> numbers(4 * width);
    for (size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<cl_ushort>(i * seed);
    }
    images.store = makeBuffer(numbers);
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = width;
    description.buffer = images.store;
    cl_int error = 1;
    images.texels =
        clCreateImage(context, CL_MEM_READ_WRITE, &naturals, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return images;
  }
  std::vector<std::byte> contents(cl_mem image, size_t height, size_t depth,
                                  cl_image_format format) {
    return readPixels(image, {.format = format, .width = width, .height = height, .depth = depth});
  }
};

TEST_P(SpirImages, AreReadAsBySource) {
  const Images images = makeImages(17);
  const auto sampler = makeSampler({false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST});
  std::vector<float> results[2];
  const OwnedProgram programs[] = {buildSource(), load(GetParam())};
  for (int i = 0; i < 2; ++i) {
    const auto out = makeBuffer(width * 48 * sizeof(float));
    const auto kernel = makeKernel(programs[i], "read_all");
    setArguments(kernel, images.line.get(), images.lines.get(), images.texels.get(),
                 images.plane.get(), images.planes.get(), images.volume.get(), sampler.get(),
                 out.get());
    run(kernel, width);
    results[i] = read<float>(out, width * 48);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[1][32], width);           // of the first item: get_image_width(line)
  EXPECT_EQ(results[1][40], float{CL_RGBA});  // get_image_channel_order(plane)
  EXPECT_NE(results[1][12], results[1][60]);  // neighbouring items read other pixels
}

TEST_P(SpirImages, AreWrittenAsBySource) {
  const OwnedProgram programs[] = {buildSource(), load(GetParam())};
  std::vector<std::vector<std::byte>> results[2];
  for (int i = 0; i < 2; ++i) {
    const Images images = makeImages(23);
    const auto kernel = makeKernel(programs[i], "write_all");
    setArguments(kernel, images.line.get(), images.lines.get(), images.texels.get(),
                 images.plane.get(), images.planes.get(), images.volume.get());
    run(kernel, width);
    results[i] = {
        contents(images.line, 1, 1, floats),     contents(images.lines, 3, 1, integers),
        contents(images.plane, 5, 1, floats),    contents(images.planes, 4, 2, naturals),
        contents(images.volume, 3, 3, integers), read<std::byte>(images.store, width * 8)};
  }
  EXPECT_EQ(results[0], results[1]);
  const auto *first = reinterpret_cast<const float *>(results[1][0].data());
  EXPECT_EQ(first[4], 1.0F);
  EXPECT_EQ(first[6], 2.0F);
}

TEST_P(SpirImages, ParametersOfKernelsAreImagesAndSamplers) {
  const auto program = load(GetParam());
  const auto kernel = makeKernel(program, "read_all");
  const auto buffer = makeBuffer(64);
  const auto sampler = makeSampler({false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST});
  const cl_mem memory = buffer.get();
  const cl_sampler given = sampler.get();
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 6, sizeof memory, &memory), CL_INVALID_SAMPLER);
  EXPECT_EQ(clSetKernelArg(kernel, 6, sizeof given, &given), CL_SUCCESS);
}

TEST_P(SpirImages, EventsOfAsynchronousCopies) {
  const auto program = load(GetParam());
  const auto kernel = makeKernel(program, "copies_an_event");
  const std::vector<float> data = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto in = makeBuffer(data), out = makeBuffer(data.size() * sizeof(float));
  setArguments(kernel, in.get(), out.get());
  EXPECT_EQ(clSetKernelArg(kernel, 2, data.size() * sizeof(float), nullptr), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read<float>(out, data.size()), data);
}

constexpr const char *files[] = {KILN_TEST_SPIR12 "images-O0.bc", KILN_TEST_SPIR12 "images-O2.bc",
                                 KILN_TEST_PARTS "images-now-O0.bc",
                                 KILN_TEST_PARTS "images-now-O2.bc"};
constexpr const char *fileNames[] = {"TypedO0", "TypedO2", "NowO0", "NowO2"};
INSTANTIATE_TEST_SUITE_P(All, SpirImages, testing::ValuesIn(files),
                         [](const auto &info) { return std::string(fileNames[info.index]); });

/// Samplers as integers, and images with their access in the metadata only.
class SpirOldImages : public SpirImages {};

TEST_P(SpirOldImages, AreThoseOfClang3) {
  const auto program = load(GetParam());
  const Images images = makeImages(31);
  const auto target = make(floats, CL_MEM_OBJECT_IMAGE2D, 2, 1, 5);
  const auto sampler = makeSampler({false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST});
  const auto kernel = makeKernel(program, "old_images");
  cl_kernel_arg_access_qualifier access = 0;
  EXPECT_EQ(clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access,
                               nullptr),
            CL_SUCCESS);
  EXPECT_EQ(access, static_cast<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_WRITE_ONLY));
  char type[32] = {};
  EXPECT_EQ(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(type, "image2d_array_t");
  setArguments(kernel, images.plane.get(), images.planes.get(), sampler.get(), target.get());
  run(kernel, width);
  test::ImageModel plane{.format = floats, .width = width, .height = 5};
  plane.fill(33);
  test::ImageModel planes{.format = naturals, .width = width, .height = 4, .depth = 2};
  planes.fill(34);
  const auto pixels = contents(target, 2, 1, floats);
  const auto *got = reinterpret_cast<const float *>(pixels.data()) + width * 4;
  for (long x = 0; x < static_cast<long>(width); ++x) {
    const auto edge = plane.at(x - 1, 1, 0, true);
    const auto border = plane.at(x - 1, 1, 0, false);
    const auto layer = planes.at(1, 1, 1, true);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_FLOAT_EQ(got[x * 4 + static_cast<long>(i)], static_cast<float>(edge[i]) +
                                                             static_cast<float>(border[i]) +
                                                             static_cast<float>(layer[i]))
          << x << ' ' << i;
    }
    EXPECT_EQ(got[x * 4 + 3], width);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SpirOldImages, testing::Values(KILN_TEST_PARTS "old_images.bc"),
                         [](const auto &) { return std::string("Clang3"); });

}  // namespace
