// Images and pipes: reads, writes and queries.
#include "program.h"

namespace {

using namespace programs;

cl::Image2D image(Program &program, cl_channel_order order, cl_channel_type type, size_t width,
                  size_t height, void *pixels = nullptr) {
  cl_int error;
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (pixels ? CL_MEM_COPY_HOST_PTR : 0);
  cl::Image2D result(program.context(), flags, cl::ImageFormat(order, type), width, height, 0,
                     pixels, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return result;
}

template <class T>
std::vector<T> pixels(Program &program, const cl::Image2D &source, size_t width, size_t height,
                      size_t channels) {
  std::vector<T> values(width * height * channels);
  EXPECT_EQ(program.queue().enqueueReadImage(source, CL_TRUE, {0, 0, 0}, {width, height, 1}, 0, 0,
                                             values.data()),
            CL_SUCCESS);
  return values;
}

// A sum of neighbours; neighbours outside are the border's zeros.
TEST(Images, SumsOfNeighbours) {
  Program program(R"(
    constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    kernel void sums(read_only image2d_t in, write_only image2d_t out) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      uint4 sum = 0;
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
          sum += read_imageui(in, border, at + (int2)(x, y));
      write_imageui(out, at, sum);
    })",
                  "-cl-std=CL3.0");
  constexpr int width = 19, height = 7;
  auto values = random<cl_uchar>(width * height * 4, 0, 60);
  const auto in = image(program, CL_RGBA, CL_UNSIGNED_INT8, width, height, values.data());
  const auto out = image(program, CL_RGBA, CL_UNSIGNED_INT8, width, height);
  program.run("sums", {width, height}, {}, in, out);
  const auto got = pixels<cl_uchar>(program, out, width, height, 4);
  for (int i = 0; i < width * height * 4; ++i) {
    const int x = i / 4 % width, y = i / 4 / width;
    int sum = 0;
    for (int v = std::max(y - 1, 0); v <= std::min(y + 1, height - 1); ++v) {
      for (int u = std::max(x - 1, 0); u <= std::min(x + 1, width - 1); ++u) {
        sum += values[(v * width + u) * 4 + i % 4];
      }
    }
    ASSERT_EQ(got[i], std::min(sum, 255)) << i;
  }
}

// Numbers beyond the range are saturated as the channels want it.
TEST(Images, SaturateByTheirChannels) {
  Program program(R"(
    kernel void fill(write_only image2d_t bytes, write_only image2d_t numbers,
                     global const int *in) {
      int i = get_global_id(0);
      write_imagei(bytes, (int2)(i, 0), (int4)(in[i]));
      write_imageui(numbers, (int2)(i, 0), (uint4)(in[i]));
    })",
                  "-cl-std=CL3.0");
  const std::vector<int> in = {-1000, -129, -128, -1, 0, 127, 128, 70000};
  const auto bytes = image(program, CL_R, CL_SIGNED_INT8, in.size(), 1);
  const auto numbers = image(program, CL_R, CL_UNSIGNED_INT16, in.size(), 1);
  program.run("fill", {in.size()}, {}, bytes, numbers, program.buffer(in));
  const auto gotBytes = pixels<cl_char>(program, bytes, in.size(), 1, 1);
  const auto gotNumbers = pixels<cl_ushort>(program, numbers, in.size(), 1, 1);
  for (size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(gotBytes[i], std::clamp(in[i], -128, 127)) << in[i];
    EXPECT_EQ(gotNumbers[i], std::min(static_cast<cl_uint>(in[i]), 65535u)) << in[i];
  }
}

// Between pixels, and sizes by kernels.
TEST(Images, AreSampledLinearly) {
  Program program(R"(
    kernel void half_way(read_only image2d_t in, sampler_t sampler, global float *out,
                         global int *sizes) {
      int i = get_global_id(0);
      float2 size = convert_float2(get_image_dim(in));
      out[i] = read_imagef(in, sampler, (float2)(i + 1.0f, 0.5f) / size).x;
      sizes[0] = get_image_width(in);
      sizes[1] = get_image_height(in);
    })",
                  "-cl-std=CL3.0");
  constexpr size_t width = 16;
  auto values = random<float>(width, -1, 1);
  const auto in = image(program, CL_R, CL_FLOAT, width, 1, values.data());
  cl_int error;
  const cl::Sampler sampler(program.context(), CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR,
                            &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto out = program.buffer(std::vector<float>(width));
  const auto sizes = program.buffer(std::vector<int>(2));
  program.run("half_way", {width}, {}, in, sampler, out, sizes);
  std::vector<float> expected(width);
  for (size_t i = 0; i < width; ++i) {
    expected[i] = (values[i] + values[std::min(i + 1, width - 1)]) / 2;
  }
  expectNear(program.read<float>(out, width), expected, 1e-5);
  EXPECT_EQ(program.read<int>(sizes, 2), (std::vector<int>{width, 1}));
}

TEST(Pipes, CarryPackets) {
  if (cl::Device::getDefault().getInfo<CL_DEVICE_PIPE_SUPPORT>() == CL_FALSE) {
    GTEST_SKIP() << "the device has no pipes";
  }
  Program program(R"(
    kernel void put(write_only pipe int2 p, global const int2 *in, global int *results) {
      int i = get_global_id(0);
      reserve_id_t id = reserve_write_pipe(p, 1);
      results[i] = is_valid_reserve_id(id);
      if (is_valid_reserve_id(id)) {
        write_pipe(p, id, 0, in + i);
        commit_write_pipe(p, id);
      }
    }
    kernel void get(read_only pipe int2 p, global int2 *out, global int *results) {
      int i = get_global_id(0);
      int2 packet = 0;
      results[i] = read_pipe(p, &packet);
      out[i] = packet;
    })",
                  "-cl-std=CL3.0");
  constexpr size_t count = 40, places = 32;
  cl_int error;
  const cl::Pipe pipe(program.context(), 2 * sizeof(int), places, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto in = random<int>(2 * count, 1, 1000000);
  const auto results = program.buffer(std::vector<int>(count));
  program.run("put", {count}, {}, pipe, program.buffer(in), results);
  const auto isPut = program.read<int>(results, count);
  EXPECT_EQ(std::count(isPut.begin(), isPut.end(), 1), static_cast<long>(places));
  const auto out = program.buffer(std::vector<int>(2 * count));
  program.run("get", {count}, {}, pipe, out, results);
  const auto isRead = program.read<int>(results, count);
  EXPECT_EQ(std::count(isRead.begin(), isRead.end(), 0), static_cast<long>(places));
  const auto got = program.read<int>(out, 2 * count);
  std::vector<std::pair<int, int>> expected, packets;
  for (size_t i = 0; i < count; ++i) {
    if (isPut[i] == 1) {
      expected.emplace_back(in[2 * i], in[2 * i + 1]);
    }
    if (isRead[i] == 0) {
      packets.emplace_back(got[2 * i], got[2 * i + 1]);
    }
  }
  std::sort(expected.begin(), expected.end());
  std::sort(packets.begin(), packets.end());
  EXPECT_EQ(packets, expected);
}

}  // namespace
