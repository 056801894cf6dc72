// Programs as they were written for OpenCL 1.1: the habits of the benchmark suites of that time,
// each over an algorithm of theirs, checked against plain C++. On the host: a context by a type of
// devices, queues by the old function, sizes by -D, tasks, writes without a wait, loops over
// launches until the host's flag. In kernels: structures shared with the host, tiles in local
// memory with a barrier in each step of a loop, pixels as records of a table, printing.
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

/// The objects of a program of this kind, in global variables.
struct Old {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  Old() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                          reinterpret_cast<cl_context_properties>(platform), 0};
    cl_int error = 0;
    context = clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error);
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
  /// Not waited for: the queue's order and clFinish have to suffice.
  template <class T>
  cl_mem upload(const std::vector<T> &values) const {
    cl_mem result = memory(values.size() * sizeof(T));
    check(clEnqueueWriteBuffer(queue, result, CL_FALSE, 0, values.size() * sizeof(T), values.data(),
                               0, nullptr, nullptr),
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
  cl_mem nodes = old.upload(graph.nodes), edges = old.upload(graph.edges), front = old.upload(mask),
         next = old.upload(none), visited = old.upload(mask), cost = old.upload(ours),
         more = old.memory(1);
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

// A factorisation into triangles, tile by tile: work-items of one side of an `if` meet barriers
// that all of them meet, and rows and columns are two halves of a work-group.
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

// Alignment of two sequences, diagonal by diagonal of tiles, and inside of a tile likewise.
constexpr char alignmentSource[] = R"(
  int best(int a, int b, int c) { int k = a <= b ? b : a; return k <= c ? c : k; }
  __kernel void align(__global const int *scores, __global int *items, __local int *tile, __local int *score,
                      int columns, int penalty, int blocks, int number, int isLower) {
    const int t = get_local_id(0), bx = get_group_id(0);
    const int x = isLower ? bx + blocks - number : bx;
    const int y = isLower ? blocks - bx - 1 : number - 1 - bx;
    const int corner = columns * B * y + B * x;
    for (int row = 0; row < B; row++)
      score[row * B + t] = scores[corner + columns * (row + 1) + t + 1];
    if (t == 0)
      tile[0] = items[corner];
    tile[(t + 1) * (B + 1)] = items[corner + columns * (t + 1)];
    tile[t + 1] = items[corner + t + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int wave = 0; wave < 2 * B - 1; wave++) {
      const int x = wave < B ? t + 1 : t + wave - B + 2, y = wave < B ? wave - t + 1 : B - t;
      if (t <= (wave < B ? wave : 2 * B - 2 - wave))
        tile[y * (B + 1) + x] = best(tile[(y - 1) * (B + 1) + x - 1] + score[(y - 1) * B + x - 1],
          tile[y * (B + 1) + x - 1] - penalty, tile[(y - 1) * (B + 1) + x] - penalty);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int row = 0; row < B; row++)
      items[corner + columns * (row + 1) + t + 1] = tile[(row + 1) * (B + 1) + t + 1];
  })";

void alignment(Old &old) {
  constexpr int tile = 16, blocks = 6, columns = tile * blocks + 1, penalty = 10;
  old.build(alignmentSource, "-DB=16");
  std::vector<cl_int> scores(columns * columns), ours(columns * columns);
  const auto numbers = random<float>(columns * columns, 9);
  for (int i = 0; i < columns * columns; ++i) {
    scores[i] = static_cast<int>(numbers[i] * 12);
  }
  for (int i = 0; i < columns; ++i) {
    ours[i] = ours[i * columns] = -i * penalty;
  }
  auto wanted = ours;
  cl_mem table = old.upload(scores), items = old.upload(ours);
  cl_kernel kernel = old.kernel("align");
  const auto wave = [&](int number, int isLower) {
    const cl_int numbersOfWave[] = {columns, penalty, blocks, number, isLower};
    check(clSetKernelArg(kernel, 0, sizeof table, &table), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof items, &items), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, (tile + 1) * (tile + 1) * 4, nullptr), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, tile * tile * 4, nullptr), "clSetKernelArg");
    for (cl_uint i = 0; i < 5; ++i) {
      check(clSetKernelArg(kernel, 4 + i, 4, &numbersOfWave[i]), "clSetKernelArg");
    }
    const size_t local = tile, global = tile * static_cast<size_t>(number);
    old.launch(kernel, 1, &global, &local);
  };
  for (int number = 1; number <= blocks; ++number) {
    wave(number, 0);
  }
  for (int number = blocks - 1; number >= 1; --number) {
    wave(number, 1);
  }
  old.download(items, ours);
  for (int y = 1; y < columns; ++y) {
    for (int x = 1; x < columns; ++x) {
      const int at = y * columns + x;
      wanted[at] = std::max({wanted[at - columns - 1] + scores[at], wanted[at - 1] - penalty,
                             wanted[at - columns] - penalty});
    }
  }
  compare("alignment", ours, wanted, 0);
  release(table, items);
  clReleaseKernel(kernel);
}

// A histogram in the way of processors with lanes and no atomic operations: an increment is
// tried with a tag until it stays. And one by the atomic operations of the extensions of 1.0.
constexpr char histogramSource[] = R"(
  #pragma OPENCL EXTENSION cl_khr_local_int32_base_atomics : enable
  #pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
  #pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
  #define BINS 64
  void addTagged(volatile __local uint *bins, uint value, uint tag) {
    uint count;
    do {
      count = bins[value] & 0x07FFFFFFU;
      count = tag | (count + 1);
      bins[value] = count;
    } while (bins[value] != count);
  }
  // Each work-item has bins of its own, as each row of lanes had.
  __kernel void tagged(__global uchar *data, __global uint *out, int count, __local uint *bins) {
    volatile __local uint *own = bins + get_local_id(0) * BINS;
    for (int i = 0; i < BINS; i++)
      own[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < count; i += get_global_size(0))
      addTagged(own, data[i], (get_local_id(0) & 31) << 27);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) {
      uint sum = 0;
      for (int i = 0; i < (int)get_local_size(0); i++)
        sum += bins[i * BINS + bin] & 0x07FFFFFFU;
      atom_add(out + bin, sum);
    }
  }
  __kernel void counted(__global uchar *data, volatile __global uint *out, int count, __local uint *bins) {
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
      bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < count; i += get_global_size(0))
      atom_inc((volatile __local uint *)bins + data[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
      atom_add(out + i, bins[i]);
  })";

void histogram(Old &old) {
  constexpr cl_int count = 50000, bins = 64;
  old.build(histogramSource, "-w -cl-std=CL1.1");
  const auto numbers = random<float>(count, 5);
  std::vector<cl_uchar> data(count);
  std::vector<cl_uint> wanted(bins), ours(bins);
  for (cl_int i = 0; i < count; ++i) {
    data[i] = static_cast<cl_uchar>((numbers[i] + 1) * (bins / 2 - 1));
    ++wanted[data[i]];
  }
  for (const char *name : {"tagged", "counted"}) {
    std::ranges::fill(ours, 0u);
    cl_mem in = old.upload(data), out = old.upload(ours);
    cl_kernel kernel = old.kernel(name);
    old.set(kernel, in, out, count);
    const size_t local = 64, global = 64 * 12;
    check(clSetKernelArg(kernel, 3, local * bins * 4, nullptr), "clSetKernelArg");
    old.launch(kernel, 1, &global, &local);
    old.download(out, ours);
    compare(name, ours, wanted, 0);
    release(in, out);
    clReleaseKernel(kernel);
  }
}

// Particles in boxes, by structures in structures: a box knows its neighbours, and work-items of
// a box fetch each of them into local memory.
constexpr char particlesSource[] = R"(
  typedef struct { fp x, y, z; } Three;
  typedef struct { fp v, x, y, z; } Four;
  typedef struct { int x, y, z, number; long offset; } Neighbour;
  typedef struct { int x, y, z, number; long offset; int count; Neighbour neighbours[26]; } Box;
  typedef struct { fp alpha; } Parameters;
  __kernel void forces(Parameters p, __global Box *boxes, __global Four *places, __global fp *charges,
                       __global Four *forces, int count) {
    const int bx = get_group_id(0), tx = get_local_id(0);
    __local Four here[100];
    __local Four there[100];
    __local fp chargesThere[100];
    const fp a2 = 2 * p.alpha * p.alpha;
    if (bx >= count) return;
    const long first = boxes[bx].offset;
    for (int w = tx; w < PER_BOX; w += GROUP)
      here[w] = places[first + w];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 1 + boxes[bx].count; k++) {
      const int pointer = k == 0 ? bx : boxes[bx].neighbours[k - 1].number;
      const long other = boxes[pointer].offset;
      for (int w = tx; w < PER_BOX; w += GROUP) {
        there[w] = places[other + w];
        chargesThere[w] = charges[other + w];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int w = tx; w < PER_BOX; w += GROUP)
        for (int j = 0; j < PER_BOX; j++) {
          const fp r2 = here[w].v + there[j].v - (here[w].x * there[j].x + here[w].y * there[j].y + here[w].z * there[j].z);
          const fp vij = exp(-(a2 * r2)), fs = 2 * vij;
          Three d;
          d.x = here[w].x - there[j].x; d.y = here[w].y - there[j].y; d.z = here[w].z - there[j].z;
          forces[first + w].v += chargesThere[j] * vij;
          forces[first + w].x += chargesThere[j] * fs * d.x;
          forces[first + w].y += chargesThere[j] * fs * d.y;
          forces[first + w].z += chargesThere[j] * fs * d.z;
        }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  })";

struct Neighbour {
  cl_int x, y, z, number;
  cl_long offset;
};
struct Box {
  cl_int x, y, z, number;
  cl_long offset;
  cl_int count;
  Neighbour neighbours[26];
};
constexpr int side = 3, perBox = 100, boxCount = side * side * side;

std::vector<Box> makeBoxes() {
  std::vector<Box> boxes(boxCount);
  const auto number = [](int x, int y, int z) { return (z * side + y) * side + x; };
  for (int i = 0; i < boxCount; ++i) {
    Box &box = boxes[i];
    box = {i % side, i / side % side, i / side / side, i, cl_long{i} * perBox, 0, {}};
    for (int n = 0; n < 27; ++n) {
      const int x = box.x + n % 3 - 1, y = box.y + n / 3 % 3 - 1, z = box.z + n / 9 - 1;
      if (n != 13 && std::min({x, y, z}) >= 0 && std::max({x, y, z}) < side) {
        box.neighbours[box.count++] = {x, y, z, number(x, y, z), cl_long{number(x, y, z)} * perBox};
      }
    }
  }
  return boxes;
}

std::vector<double> forcesOf(const std::vector<Box> &boxes, const std::vector<double> &places,
                             const std::vector<double> &charges, double alpha) {
  std::vector<double> forces(places.size());
  for (const Box &box : boxes) {
    for (int k = 0; k <= box.count; ++k) {
      const cl_long other = k == 0 ? box.offset : box.neighbours[k - 1].offset;
      for (int w = 0; w < perBox; ++w) {
        const double *a = &places[4 * (box.offset + w)];
        double *force = &forces[4 * (box.offset + w)];
        for (int j = 0; j < perBox; ++j) {
          const double *b = &places[4 * (other + j)], charge = charges[other + j];
          const double r2 = a[0] + b[0] - (a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
          const double v = std::exp(-2 * alpha * alpha * r2);
          force[0] += charge * v;
          for (int e = 1; e < 4; ++e) {
            force[e] += charge * 2 * v * (a[e] - b[e]);
          }
        }
      }
    }
  }
  return forces;
}

void particles(Old &old) {
  constexpr double alpha = 0.5;
  old.build(particlesSource, "-Dfp=double -D PER_BOX=100 -D GROUP=128");
  const auto boxes = makeBoxes();
  const auto places = random<double>(4 * boxCount * perBox, 4);
  const auto charges = random<double>(boxCount * perBox, 8);
  std::vector<double> ours(places.size());
  cl_mem boxMemory = old.upload(boxes), placeMemory = old.upload(places),
         chargeMemory = old.upload(charges), forces = old.upload(ours);
  cl_kernel kernel = old.kernel("forces");
  const cl_int count = boxCount;
  old.set(kernel, alpha, boxMemory, placeMemory, chargeMemory, forces, count);
  const size_t local = 128, global = local * boxCount;
  old.launch(kernel, 1, &global, &local);
  old.finish();
  old.download(forces, ours);
  compare("particles", ours, forcesOf(boxes, places, charges, alpha), 1e-12);
  release(boxMemory, placeMemory, chargeMemory, forces);
  clReleaseKernel(kernel);
}

// A tree whose nodes have many keys: all work-items of a group look at a node together, and the one
// with the way on tells the others.
constexpr char treeSource[] = R"(
  typedef struct { int location; int children[ORDER]; int keys[ORDER + 1]; bool isLeaf; int count; } Node;
  __kernel void find(long height, __global Node *nodes, long total, __global long *current,
                     __global long *next, __global int *wanted, __global int *answers) {
    const int t = get_local_id(0), b = get_group_id(0);
    for (int level = 0; level < height; level++) {
      if (nodes[current[b]].keys[t] <= wanted[b] && nodes[current[b]].keys[t + 1] > wanted[b])
        if (nodes[next[b]].children[t] < total)
          next[b] = nodes[next[b]].children[t];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (t == 0)
        current[b] = next[b];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (nodes[current[b]].keys[t] == wanted[b])
      answers[b] = nodes[current[b]].children[t];
  })";

void tree(Old &old) {
  constexpr int order = 255, leaves = 40, queries = 300;
  struct TreeNode {
    cl_int location, children[order], keys[order + 1];
    cl_uchar isLeaf;
    cl_int count;
  };
  old.build(treeSource, "-DORDER=255");
  std::vector<TreeNode> nodes(1 + leaves);
  constexpr int last = std::numeric_limits<int>::max();
  for (TreeNode &node : nodes) {
    std::ranges::fill(node.keys, last);
    std::ranges::fill(node.children, last);
  }
  // Leaf l has the keys from 1000 l on, each 3 behind the one before, and the key's number as
  // value.
  for (int leaf = 0; leaf < leaves; ++leaf) {
    nodes[0].keys[leaf] = 1000 * leaf;
    nodes[0].children[leaf] = 1 + leaf;
    for (int i = 0; i < order; ++i) {
      nodes[1 + leaf].keys[i] = 1000 * leaf + 3 * i;
      nodes[1 + leaf].children[i] = 1000000 + leaf * order + i;
    }
  }
  std::vector<cl_int> wanted(queries), ours(queries, -1), answers(queries, -1);
  for (int i = 0; i < queries; ++i) {
    wanted[i] = i * 37 % leaves * 1000 + i * 5 % 800;
    const int inLeaf = wanted[i] % 1000;
    answers[i] = inLeaf % 3 == 0 && inLeaf / 3 < order
                     ? 1000000 + wanted[i] / 1000 * order + inLeaf / 3
                     : -1;
  }
  const std::vector<cl_long> root(queries);
  cl_mem nodeMemory = old.upload(nodes), current = old.upload(root), next = old.upload(root),
         keys = old.upload(wanted), results = old.upload(ours);
  cl_kernel kernel = old.kernel("find");
  // The way to a leaf does not end there: a child outside of the tree stops it.
  const cl_long height = 2, total = 1 + leaves;
  old.set(kernel, height, nodeMemory, total, current, next, keys, results);
  const size_t local = order, global = local * queries;
  old.launch(kernel, 1, &global, &local);
  old.finish();
  old.download(results, ours);
  compare("tree", ours, answers, 0);
  release(nodeMemory, current, next, keys, results);
  clReleaseKernel(kernel);
}

// A list in an image, as a table of pixels: merging of sorted pairs of fours, and a stencil of
// gradients over a picture through a sampler of the program's.
constexpr char tableSource[] = R"(
  __constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  float4 element(__read_only image2d_t list, int i) {
    return read_imagef(list, nearest, (int2)(i % WIDTH, i / WIDTH));
  }
  float4 sorted(float4 r) {
    float4 s = r.x > r.y ? r.yxzw : r;
    s = s.z > s.w ? s.xywz : s;
    s = s.x > s.z ? s.zyxw : s;
    s = s.y > s.w ? s.xwzy : s;
    return s.y > s.z ? s.xzyw : s;
  }
  __kernel void sortFours(__read_only image2d_t list, __global float4 *out, int count) {
    const int i = get_global_id(0);
    if (i < count)
      out[i] = sorted(element(list, i));
  }
  // Two lists of `length` fours are merged by one work-item.
  __kernel void merge(__read_only image2d_t list, __global float *out, int count, int length) {
    const int first = get_global_id(0) * length * 2;
    if (first >= count) return;
    int a = first * 4, b = min(first + length, count) * 4;
    const int endA = b, endB = min(first + 2 * length, count) * 4;
    __private float four[4];
    for (int to = first * 4; to < endB; to++) {
      bool takesA = b >= endB;
      if (a < endA && b < endB) {
        vstore4(element(list, a / 4), 0, four);
        const float x = four[a % 4];
        vstore4(element(list, b / 4), 0, four);
        takesA = x <= four[b % 4];
      }
      const int from = takesA ? a++ : b++;
      vstore4(element(list, from / 4), 0, four);
      out[to] = four[from % 4];
    }
  }
  __kernel void total(__global float *values, int count, __global float *sum) {
    float result = 0;
    for (int i = 0; i < count; i++)
      result += values[i];
    *sum = result;
    printf("sum of %d, first %.3f\n", count, values[0]);
  })";

void table(Old &old) {
  constexpr size_t width = 64, height = 20;
  constexpr cl_int fours = width * height - 7;
  old.build(tableSource, "-DWIDTH=64 -cl-single-precision-constant");
  auto values = random<float>(4 * width * height, 6);
  cl_int error = 0;
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_mem list =
      clCreateImage2D(old.context, CL_MEM_READ_ONLY, &format, width, height, 0, nullptr, &error);
  check(error, "clCreateImage2D");
  const size_t origin[] = {0, 0, 0}, region[] = {width, height, 1};
  check(clEnqueueWriteImage(old.queue, list, CL_FALSE, origin, region, 0, 0, values.data(), 0,
                            nullptr, nullptr),
        "clEnqueueWriteImage");
  cl_mem out = old.memory(values.size() * 4), sum = old.memory(4);
  cl_kernel sortFours = old.kernel("sortFours"), merge = old.kernel("merge"),
            total = old.kernel("total");
  const size_t local = 64, global = roundUp(fours, local);
  old.set(sortFours, list, out, fours);
  old.launch(sortFours, 1, &global, &local);
  for (cl_int length = 1; length < fours; length *= 2) {
    check(clEnqueueCopyBufferToImage(old.queue, out, list, 0, origin, region, 0, nullptr, nullptr),
          "clEnqueueCopyBufferToImage");
    old.set(merge, list, out, fours, length);
    old.launch(merge, 1, &global, &local);
  }
  const cl_int count = 4 * fours;
  old.set(total, out, count, sum);
  check(clEnqueueTask(old.queue, total, 0, nullptr, nullptr), "clEnqueueTask");
  clEnqueueBarrier(old.queue);
  std::vector<float> ours(values.size()), sums(1);
  old.download(out, ours);
  old.download(sum, sums);
  values.resize(count);
  ours.resize(count);
  std::ranges::sort(values);
  compare("table", ours, values, 0);
  compare("sum", sums, std::vector<float>{std::accumulate(values.begin(), values.end(), 0.0F)},
          1e-4);
  release(list, out, sum);
  clReleaseKernel(sortFours);
  clReleaseKernel(merge);
  clReleaseKernel(total);
}

// Elimination by hundreds of small launches, with the time of each taken from its event.
constexpr char eliminationSource[] = R"(
  __kernel void ratios(__global float *m, __global float *a, const int size, const int t) {
    const int i = get_global_id(0);
    if (i < size - 1 - t)
      *(m + size * (i + t + 1) + t) = *(a + size * (i + t + 1) + t) / *(a + size * t + t);
  }
  __kernel void eliminate(__global float *m, __global float *a, __global float *b, const int size, const int t) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < size - 1 - t && y < size - t) {
      a[size * (x + 1 + t) + y + t] -= m[size * (x + 1 + t) + t] * a[size * t + y + t];
      if (y == 0)
        b[x + 1 + t] -= m[size * (x + 1 + t) + t] * b[t];
    }
  })";

void elimination(Old &old) {
  constexpr cl_int size = 80;
  old.build(eliminationSource, nullptr);
  auto a = random<float>(size * size, 10), b = random<float>(size, 11);
  for (cl_int i = 0; i < size; ++i) {
    a[i * size + i] += 20;
  }
  const auto matrix = a;
  const auto right = b;
  cl_mem m = old.upload(std::vector<float>(size * size)), left = old.upload(a),
         vector = old.upload(b);
  old.finish();
  cl_kernel ratios = old.kernel("ratios"), eliminate = old.kernel("eliminate");
  cl_ulong nanoseconds = 0;
  for (cl_int t = 0; t < size - 1; ++t) {
    const size_t line = size, square[] = {size, size};
    cl_event event = nullptr;
    old.set(ratios, m, left, size, t);
    old.launch(ratios, 1, &line, nullptr);
    old.set(eliminate, m, left, vector, size, t);
    check(clEnqueueNDRangeKernel(old.queue, eliminate, 2, nullptr, square, nullptr, 0, nullptr,
                                 &event),
          "clEnqueueNDRangeKernel");
    old.finish();
    cl_ulong start = 0, end = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, 8, &start, nullptr), "start");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 8, &end, nullptr), "end");
    check(end < start, "profiling");
    nanoseconds += end - start;
    clReleaseEvent(event);
  }
  std::printf("elimination: %llu us\n", static_cast<unsigned long long>(nanoseconds / 1000));
  old.download(left, a);
  old.download(vector, b);
  std::vector<double> x(size), image(size);
  for (cl_int i = size - 1; i >= 0; --i) {
    x[i] = b[i];
    for (cl_int j = i + 1; j < size; ++j) {
      x[i] -= a[i * size + j] * x[j];
    }
    x[i] /= a[i * size + i];
  }
  for (cl_int i = 0; i < size; ++i) {
    for (cl_int j = 0; j < size; ++j) {
      image[i] += matrix[i * size + j] * x[j];
    }
  }
  compare("elimination", image, right, 1e-5);
  release(m, left, vector);
  clReleaseKernel(ratios);
  clReleaseKernel(eliminate);
}

}  // namespace

int main() {
  Old old;
  heat(old);
  search(old);
  factors(old);
  alignment(old);
  histogram(old);
  particles(old);
  tree(old);
  table(old);
  elimination(old);
}
