// Asynchronous copies of every element size, of few and of many elements, with strides, at odd
// places, by groups smaller and larger than the copy.

#include "program.h"

namespace programs {
namespace {

constexpr char copies[] = R"(
  // Copies `count` elements to local memory and back, from and to places `skip` elements on.
  kernel void through(global TYPE *out, const global TYPE *in, local TYPE *tile, uint count,
                      uint skip) {
    event_t event = async_work_group_copy(tile + skip, in + skip, count, 0);
    wait_group_events(1, &event);
    for (uint i = get_local_id(0); i < count; i += get_local_size(0))
      tile[skip + i] += (TYPE)1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(out + skip, tile + skip, count, event);
    wait_group_events(1, &event);
  }
  kernel void gather(global TYPE *out, const global TYPE *in, local TYPE *tile, uint count,
                     uint stride) {
    event_t events[2];
    events[0] = async_work_group_strided_copy(tile, in, count, stride, 0);
    events[1] = async_work_group_copy(tile + count, in, count, events[0]);
    wait_group_events(2, events);
    event_t event = async_work_group_strided_copy(out, tile, count, stride, 0);
    wait_group_events(1, &event);
    for (uint i = get_local_id(0); i < count; i += get_local_size(0))
      out[count * stride + i] = tile[count + i];
  })";

/// An element, as the bytes of its components. Vectors of three take the room of four.
template <class T>
struct Case {
  const char *type;
  size_t width;
};

template <class T>
void check(Program &program, const Case<T> &type, size_t count, size_t local) {
  SCOPED_TRACE(testing::Message() << type.type << " x " << count << " by " << local);
  const size_t skip = 3, stride = 5, room = (count * stride + count + skip) * type.width;
  std::vector<T> in(room), expected(room, T(0));
  for (size_t i = 0; i < room; ++i) {
    in[i] = static_cast<T>(i * 7 % 100);
  }
  const cl::Buffer source = program.buffer(in);
  const auto tile = cl::Local(std::max<size_t>(2 * count + skip, 1) * type.width * sizeof(T));

  cl::Buffer result = program.buffer(expected);
  program.run("through", cl::NDRange(local), cl::NDRange(local), result, source, tile,
              static_cast<cl_uint>(count), static_cast<cl_uint>(skip));
  for (size_t i = skip * type.width; i < (skip + count) * type.width; ++i) {
    expected[i] = static_cast<T>(in[i] + 1);
  }
  EXPECT_EQ(program.read<T>(result, room), expected);

  std::ranges::fill(expected, T(0));
  result = program.buffer(expected);
  program.run("gather", cl::NDRange(local), cl::NDRange(local), result, source, tile,
              static_cast<cl_uint>(count), static_cast<cl_uint>(stride));
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < type.width; ++j) {
      expected[i * stride * type.width + j] = in[i * stride * type.width + j];
      expected[(count * stride + i) * type.width + j] = in[i * type.width + j];
    }
  }
  EXPECT_EQ(program.read<T>(result, room), expected);
}

template <class T>
void checkAll(std::initializer_list<Case<T>> types) {
  for (const Case<T> &type : types) {
    Program program(copies, ("-w -DTYPE=" + std::string(type.type)).c_str());
    for (const auto &[count, local] : {std::pair<size_t, size_t>{0, 4}, {1, 1}, {7, 16}, {33, 8}}) {
      check(program, type, count, local);
    }
  }
}

TEST(AsyncCopy, Bytes) {
  checkAll<cl_uchar>({{"uchar", 1}, {"char2", 2}, {"uchar4", 4}, {"uchar16", 16}});
}

TEST(AsyncCopy, Shorts) {
  checkAll<cl_short>({{"short", 1}, {"short2", 2}, {"short8", 8}});
}

TEST(AsyncCopy, Floats) {
  checkAll<cl_float>({{"float", 1}, {"float2", 2}, {"float4", 4}, {"float16", 16}});
}

TEST(AsyncCopy, Doubles) {
  checkAll<cl_double>({{"double", 1}, {"double2", 2}, {"double16", 16}});
}

}  // namespace
}  // namespace programs
