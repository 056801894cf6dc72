// Programs as they were written for OpenCL 1.1: the habits of the benchmark suites of that time, each over
// an algorithm of theirs, checked against plain C++. A context by a type of devices, queues by the old
// function, sizes by -D, structures that host and kernels share, tiles in local memory with a barrier in
// each step of a loop, loops over launches that only the host's flag ends, tasks, writes that nobody
// waits for, pixels as records of a table, and kernels that print.
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <string>

#include "client.h"

using namespace client;

namespace {

/// What such a program sets up, and keeps in global variables.
struct Old {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  Old() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform), 0};
    cl_int error = 0;
    context =
        clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error);
    if (error == CL_DEVICE_NOT_FOUND) {
      context = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &error);
    }
    check(error, "clCreateContextFromType");
    size_t size = 0;
    check(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &size), "clGetContextInfo");
    std::vector<cl_device_id> devices(size / sizeof(cl_device_id));
    check(clGetContextInfo(context, CL_CONTEXT_DEVICES, size, devices.data(), nullptr),
          "clGetContextInfo");
    device = devices[0];
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    check(error, "clCreateCommandQueue");
  }
  ~Old() {
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Old(const Old &) = delete;
  Old &operator=(const Old &) = delete;

  void build(const char *source, const char *options) {
    if (program) {
      clReleaseProgram(program);
    }
    const size_t length = std::strlen(source);
    cl_int error = 0;
    program = clCreateProgramWithSource(context, 1, &source, &length, &error);
    check(error, "clCreateProgramWithSource");
    if (clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) != CL_SUCCESS) {
      static char log[1 << 16];
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, nullptr);
      std::fprintf(stderr, "%s\n", log);
      std::exit(1);
    }
    clUnloadCompiler();
  }
  cl_kernel kernel(const char *name) const {
    cl_int error = 0;
    cl_kernel result = clCreateKernel(program, name, &error);
    check(error, name);
    return result;
  }
  cl_mem memory(size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    cl_int error = 0;
    cl_mem result = clCreateBuffer(context, flags, bytes, nullptr, &error);
    check(error, "clCreateBuffer");
    return result;
  }
  /// Not waited for: the queue's order and clFinish are all that there is.
  template <class T>
  cl_mem upload(const std::vector<T> &values) const {
    cl_mem result = memory(values.size() * sizeof(T));
    check(clEnqueueWriteBuffer(queue, result, CL_FALSE, 0, values.size() * sizeof(T),
                               values.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    return result;
  }
  template <class T>
  void download(cl_mem from, std::vector<T> &values) const {
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, values.size() * sizeof(T), values.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
  template <class... Arguments>
  void set(cl_kernel kernel, const Arguments &...arguments) const {
    cl_uint index = 0;
    (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
  }
  void launch(cl_kernel kernel, cl_uint dimensions, const size_t *global,
              const size_t *local) const {
    check(clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
  }
  void finish() const { check(clFinish(queue), "clFinish"); }
};

template <class... Objects>
void release(Objects... objects) {
  (clReleaseMemObject(objects), ...);
}

size_t roundUp(size_t count, size_t unit) {
  return (count + unit - 1) / unit * unit;
}

// Heat in a chip: several steps of a stencil in a tile whose border is computed in vain, each step
// between barriers and with a way out of the loop.
constexpr char heatSource[] = R"(
  #define INSIDE(x, low, high) ((x) >= (low) && (x) <= (high))
  #define SMALLER(a, b) ((a) < (b) ? (a) : (b))
  __kernel void heat(int steps, __global float *power, __global float *from, __global float *to,
                     int columns, int rows, int borderColumns, int borderRows, float step) {
    __local float now[TILE][TILE], heats[TILE][TILE], next[TILE][TILE];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int y = (TILE - steps * 2) * (int)get_group_id(1) - borderRows + ty;
    const int x = (TILE - steps * 2) * (int)get_group_id(0) - borderColumns + tx;
    const int index = y * columns + x;
    if (INSIDE(y, 0, rows - 1) && INSIDE(x, 0, columns - 1)) {
      now[ty][tx] = from[index];
      heats[ty][tx] = power[index];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int top = y - ty < 0 ? ty - y : 0, left = x - tx < 0 ? tx - x : 0;
    const int bottom = SMALLER(TILE - 1, rows - 1 - (y - ty)), right = SMALLER(TILE - 1, columns - 1 - (x - tx));
    const int N = ty - 1 < top ? top : ty - 1, S = ty + 1 > bottom ? bottom : ty + 1;
    const int W = tx - 1 < left ? left : tx - 1, E = tx + 1 > right ? right : tx + 1;
    bool computed = false;
    for (int i = 0; i < steps; ++i) {
      computed = false;
      if (INSIDE(tx, i + 1, TILE - i - 2) && INSIDE(ty, i + 1, TILE - i - 2) &&
          INSIDE(tx, left, right) && INSIDE(ty, top, bottom)) {
        computed = true;
        next[ty][tx] = now[ty][tx] + step * (heats[ty][tx] +
          (now[S][tx] + now[N][tx] - 2.0f * now[ty][tx]) + (now[ty][E] + now[ty][W] - 2.0f * now[ty][tx]));
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i == steps - 1)
        break;
      if (computed)
        now[ty][tx] = next[ty][tx];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
      to[index] = next[ty][tx];
  })";

void heat(Old &old) {
  constexpr int size = 100, steps = 2, laps = 5, tile = 16;
  constexpr float step = 0.1F;
  old.build(heatSource, "-DTILE=16");
  const auto power = random<float>(size * size, 1);
  auto wanted = random<float>(size * size, 2), ours = wanted;
  cl_mem heats = old.upload(power), from = old.upload(ours), to = old.memory(size * size * 4);
  cl_kernel kernel = old.kernel("heat");
  constexpr size_t inner = tile - 2 * steps;
  const size_t local[] = {tile, tile}, groups = (size + inner - 1) / inner;
  const size_t global[] = {groups * tile, groups * tile};
  for (int lap = 0; lap < laps; ++lap) {
    old.set(kernel, steps, heats, from, to, size, size, steps, steps, step);
    old.launch(kernel, 2, global, local);
    std::swap(from, to);
  }
  old.finish();
  old.download(from, ours);
  for (int i = 0; i < laps * steps; ++i) {
    const auto now = wanted;
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const auto at = [&](int r, int c) {
          return now[std::clamp(r, 0, size - 1) * size + std::clamp(c, 0, size - 1)];
        };
        const float here = at(y, x);
        wanted[y * size + x] =
            here + step * (power[y * size + x] + (at(y + 1, x) + at(y - 1, x) - 2 * here) +
                           (at(y, x + 1) + at(y, x - 1) - 2 * here));
      }
    }
  }
  compare("heat", ours, wanted, 1e-5);
  release(heats, from, to);
  clReleaseKernel(kernel);
}

// Breadth-first search: levels as launches, until the kernel leaves the flag down.
constexpr char searchSource[] = R"(
  typedef struct { int first, count; } Node;
  __kernel void expand(__global const Node *nodes, __global const int *edges, __global char *front,
                       __global char *next, __global char *visited, __global int *cost, const int count) {
    int id = get_global_id(0);
    if (id < count && front[id]) {
      front[id] = false;
      for (int i = nodes[id].first; i < nodes[id].first + nodes[id].count; i++) {
        int other = edges[i];
        if (!visited[other]) {
          cost[other] = cost[id] + 1;
          next[other] = true;
        }
      }
    }
  }
  __kernel void advance(__global char *front, __global char *next, __global char *visited,
                        __global char *more, const int count) {
    int id = get_global_id(0);
    if (id < count && next[id]) {
      front[id] = true;
      visited[id] = true;
      *more = true;
      next[id] = false;
    }
  })";

struct Node {
  cl_int first, count;
};

struct Graph {
  std::vector<Node> nodes;
  std::vector<cl_int> edges, cost;

  explicit Graph(int count) : nodes(count), cost(count, -1) {
    unsigned seed = 7;
    for (Node &node : nodes) {
      node = {static_cast<cl_int>(edges.size()), static_cast<cl_int>((seed >> 20) % 4)};
      for (int i = 0; i < node.count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        edges.push_back(static_cast<cl_int>((seed >> 8) % count));
      }
      seed = seed * 1664525u + 1013904223u;
    }
    nodes[0].count = 3;
    cost[0] = 0;
    std::vector<int> order = {0};
    for (size_t i = 0; i < order.size(); ++i) {
      const Node &node = nodes[order[i]];
      for (int e = node.first; e < node.first + node.count; ++e) {
        if (cost[edges[e]] < 0) {
          cost[edges[e]] = cost[order[i]] + 1;
          order.push_back(edges[e]);
        }
      }
    }
  }
};

void search(Old &old) {
  constexpr cl_int count = 20001;
  const Graph graph(count);
  old.build(searchSource, "");
  std::vector<char> mask(count), none(count);
  std::vector<cl_int> ours(count, -1);
  mask[0] = 1;
  ours[0] = 0;
  cl_mem nodes = old.upload(graph.nodes), edges = old.upload(graph.edges),
         front = old.upload(mask), next = old.upload(none), visited = old.upload(mask),
         cost = old.upload(ours), more = old.memory(1);
  cl_kernel expand = old.kernel("expand"), advance = old.kernel("advance");
  const size_t local = 256, global = roundUp(count, local);
  char isMore = 0;
  do {
    isMore = 0;
    check(clEnqueueWriteBuffer(old.queue, more, CL_TRUE, 0, 1, &isMore, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    old.set(expand, nodes, edges, front, next, visited, cost, count);
    old.launch(expand, 1, &global, &local);
    old.set(advance, front, next, visited, more, count);
    old.launch(advance, 1, &global, &local);
    check(clEnqueueReadBuffer(old.queue, more, CL_TRUE, 0, 1, &isMore, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  } while (isMore);
  old.download(cost, ours);
  compare("search", ours, graph.cost, 0);
  release(nodes, edges, front, next, visited, cost, more);
  clReleaseKernel(expand);
  clReleaseKernel(advance);
}

// A factorisation into triangles, tile by tile: work-items of one side of an `if` meet barriers that
// all of them meet, and rows and columns are two halves of a work-group.
constexpr char factorsSource[] = R"(
  __kernel void corner(__global float *m, __local float *tile, int size, int offset) {
    const int tx = get_local_id(0);
    for (int i = 0; i < B; i++)
      tile[i * B + tx] = m[(offset + i) * size + offset + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < B - 1; i++) {
      if (tx > i) {
        for (int j = 0; j < i; j++)
          tile[tx * B + i] -= tile[tx * B + j] * tile[j * B + i];
        tile[tx * B + i] /= tile[i * B + i];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (tx > i)
        for (int j = 0; j < i + 1; j++)
          tile[(i + 1) * B + tx] -= tile[(i + 1) * B + j] * tile[j * B + tx];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 1; i < B; i++)
      m[(offset + i) * size + offset + tx] = tile[i * B + tx];
  }
  __kernel void edges(__global float *m, __local float *corner, __local float *row, __local float *column,
                      int size, int offset) {
    const int away = offset + (get_group_id(0) + 1) * B, t = get_local_id(0);
    const int index = t < B ? t : t - B;
    for (int i = 0; i < B; i++) {
      if (t < B) {
        corner[i * B + index] = m[(offset + i) * size + offset + index];
        row[i * B + index] = m[(offset + i) * size + away + index];
      } else
        column[i * B + index] = m[(away + i) * size + offset + index];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < B) {
      for (int i = 1; i < B; i++)
        for (int j = 0; j < i; j++)
          row[i * B + index] -= corner[i * B + j] * row[j * B + index];
    } else {
      for (int i = 0; i < B; i++) {
        for (int j = 0; j < i; j++)
          column[index * B + i] -= column[index * B + j] * corner[j * B + i];
        column[index * B + i] /= corner[i * B + i];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < B; i++) {
      if (t < B)
        m[(offset + i) * size + away + index] = row[i * B + index];
      else
        m[(away + i) * size + offset + index] = column[i * B + index];
    }
  }
  __kernel __attribute__((reqd_work_group_size(B, B, 1)))
  void inside(__global float *m, int size, int offset) {
    __local float row[B][B], column[B][B];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x = offset + (get_group_id(0) + 1) * B + tx, y = offset + (get_group_id(1) + 1) * B + ty;
    row[ty][tx] = m[(offset + ty) * size + x];
    column[ty][tx] = m[y * size + offset + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    #pragma unroll
    for (int i = 0; i < B; i++)
      sum += column[ty][i] * row[i][tx];
    m[y * size + x] -= sum;
  })";

void factors(Old &old) {
  constexpr int size = 128, tile = 16;
  old.build(factorsSource, "-D B=16 -cl-mad-enable");
  auto ours = random<float>(size * size, 3);
  for (int i = 0; i < size; ++i) {
    ours[i * size + i] += 30;
  }
  std::vector<double> wanted(ours.begin(), ours.end());
  cl_mem matrix = old.upload(ours);
  cl_kernel corner = old.kernel("corner"), edges = old.kernel("edges"),
            inside = old.kernel("inside");
  const auto localArgument = [](cl_kernel kernel, cl_uint index) {
    check(clSetKernelArg(kernel, index, tile * tile * 4, nullptr), "clSetKernelArg");
  };
  for (int offset = 0; offset < size; offset += tile) {
    const size_t rest = (size - offset) / tile - 1, local = tile, both = 2 * tile;
    check(clSetKernelArg(corner, 0, sizeof matrix, &matrix), "clSetKernelArg");
    localArgument(corner, 1);
    check(clSetKernelArg(corner, 2, sizeof size, &size), "clSetKernelArg");
    check(clSetKernelArg(corner, 3, sizeof offset, &offset), "clSetKernelArg");
    old.launch(corner, 1, &local, &local);
    if (rest == 0) {
      break;
    }
    check(clSetKernelArg(edges, 0, sizeof matrix, &matrix), "clSetKernelArg");
    for (cl_uint i = 1; i < 4; ++i) {
      localArgument(edges, i);
    }
    check(clSetKernelArg(edges, 4, sizeof size, &size), "clSetKernelArg");
    check(clSetKernelArg(edges, 5, sizeof offset, &offset), "clSetKernelArg");
    const size_t global = both * rest;
    old.launch(edges, 1, &global, &both);
    old.set(inside, matrix, size, offset);
    const size_t square[] = {tile * rest, tile * rest}, group[] = {tile, tile};
    old.launch(inside, 2, square, group);
  }
  old.finish();
  old.download(matrix, ours);
  for (int i = 0; i < size; ++i) {
    for (int j = i + 1; j < size; ++j) {
      wanted[j * size + i] /= wanted[i * size + i];
      for (int k = i + 1; k < size; ++k) {
        wanted[j * size + k] -= wanted[j * size + i] * wanted[i * size + k];
      }
    }
  }
  compare("factors", ours, wanted, 1e-5);
  release(matrix);
  clReleaseKernel(corner);
  clReleaseKernel(edges);
  clReleaseKernel(inside);
}
