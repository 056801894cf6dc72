// Dense linear algebra by tiles: barriers in loops, in nested loops and under uniform conditions.

#include "program.h"

namespace {

using programs::expectNear;
using programs::Program;
using programs::random;

TEST(MatrixProduct, Tiled) {
  Program program(R"(
    #define TILE 8
    kernel void multiply(global const float *a, global const float *b, global float *c, int n) {
      local float ta[TILE][TILE], tb[TILE][TILE];
      int x = get_local_id(0), y = get_local_id(1);
      int column = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int first = 0; first < n; first += TILE) {
        ta[y][x] = a[row * n + first + x];
        tb[y][x] = b[(first + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k) sum += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      c[row * n + column] = sum;
    })");
  constexpr int n = 64;
  auto a = random<float>(n * n, -1, 1, 1), b = random<float>(n * n, -1, 1, 2);
  auto c = program.buffer(std::vector<float>(n * n));
  program.run("multiply", cl::NDRange(n, n), cl::NDRange(8, 8), program.buffer(a),
              program.buffer(b), c, n);
  std::vector<float> expected(n * n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      for (int k = 0; k < n; ++k) {
        expected[row * n + column] += a[row * n + k] * b[k * n + column];
      }
    }
  }
  expectNear(program.read<float>(c, n * n), expected, 1e-5);
}

// Sums in a private array over the barriers of a loop, and pointers that walk through both matrices
// (Volkov and Demmel, SC 2008): one row of 64, by 16 columns, for each work-item.
constexpr char registerBlocked[] = R"(
  void addTo(float *sum, float factor, local const float *line) {
    for (int i = 0; i < 16; ++i) sum[i] += factor * line[i];
  }
  kernel void multiply(global const float *a, global const float *b, global float *c, int n) {
    local float tile[STEP][17];
    const int x = get_local_id(0), y = get_local_id(1);
    const int row = get_group_id(0) * 64 + y * 16 + x;
    a += row;
    b += x + (get_group_id(1) * 16 + y) * n;
    c += row + get_group_id(1) * 16 * n;
    float sum[16] = {0};
    int k = 0;
    do {
      for (int i = 0; i < 16; i += 4)
        if (x < STEP) tile[x][y + i] = b[i * n];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < STEP; ++i, a += n) addTo(sum, *a, tile[i]);
      b += STEP;
      barrier(CLK_LOCAL_MEM_FENCE);
    } while ((k += STEP) < n);
    for (int i = 0; i < 16; ++i, c += n) *c = sum[i];
  })";

TEST(MatrixProduct, BlockedInRegisters) {
  constexpr int n = 128;
  auto a = random<float>(n * n, -1, 1, 1), b = random<float>(n * n, -1, 1, 2);
  std::vector<float> expected(n * n);  // all matrices by columns
  for (int column = 0; column < n; ++column) {
    for (int k = 0; k < n; ++k) {
      for (int row = 0; row < n; ++row) {
        expected[column * n + row] += a[k * n + row] * b[column * n + k];
      }
    }
  }
  for (const char *step : {"16", "8", "1"}) {
    for (const char *options :
         {"", " -cl-std=CL3.0", " -cl-kiln-vectorize=never", " -cl-kiln-vectorize=8",
          " -cl-kiln-disable-steps=promote-private-arrays",
          " -cl-kiln-disable-steps=split-inductions"}) {
      SCOPED_TRACE(step + std::string(options));
      Program program(registerBlocked, ("-DSTEP=" + std::string(step) + options).c_str());
      auto c = program.buffer(std::vector<float>(n * n));
      program.run("multiply", cl::NDRange(n / 4, n / 4), cl::NDRange(16, 4), program.buffer(a),
                  program.buffer(b), c, n);
      expectNear(program.read<float>(c, n * n), expected, 1e-4);
    }
  }
}

// Groups with rows and columns in no multiple of any number running together.
TEST(MatrixProduct, InGroupsOfAnyShape) {
  Program program(R"(
    kernel void multiply(global const float *a, global const float *b, global float *c, int n) {
      int column = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      c[row * n + column + get_global_id(2) * n * n] += sum + get_local_id(1);
    })");
  constexpr size_t n = 70, layers = 2;
  auto a = random<float>(n * n, -1, 1, 1), b = random<float>(n * n, -1, 1, 2);
  std::vector<float> product(n * n);
  for (size_t at = 0; at < n * n; ++at) {
    for (size_t k = 0; k < n; ++k) {
      product[at] += a[at / n * n + k] * b[k * n + at % n];
    }
  }
  const size_t shapes[][3] = {{70, 10, 1}, {35, 7, 2}, {5, 14, 1},  {70, 1, 1},
                              {1, 70, 2},  {70, 5, 2}, {35, 14, 1}, {70, 2, 1}};
  for (const auto &[width, height, depth] : shapes) {
    auto c = program.buffer(std::vector<float>(n * n * layers));
    program.run("multiply", cl::NDRange(n, n, layers), cl::NDRange(width, height, depth),
                program.buffer(a), program.buffer(b), c, static_cast<cl_int>(n));
    std::vector<float> expected(n * n * layers);
    for (size_t at = 0; at < expected.size(); ++at) {
      const size_t place = at % (n * n);
      expected[at] = product[place] + static_cast<float>(place / n % height);
    }
    expectNear(program.read<float>(c, n * n * layers), expected, 1e-4);
  }
}

// Only a part of the rows and columns is computed; the rows of a group may begin and end in it.
TEST(MatrixProduct, OfRowsInsideBounds) {
  constexpr int n = 70, layers = 2;
  auto a = random<float>(n * n, -1, 1, 1), b = random<float>(n * n, -1, 1, 2);
  for (const char *options : {"", "-cl-kiln-disable-steps=split-index-sets",
                              "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=4"}) {
    Program program(R"(
      kernel void multiply(global const float *a, global const float *b, global float *c, int n,
                           int4 bounds, int layer) {
        int column = get_global_id(0), row = get_global_id(1), depth = get_global_id(2);
        if (column < bounds.x || row < bounds.y || column >= bounds.z) return;
        if (row >= bounds.w || depth >= layer) return;
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column + depth * n * n] = sum;
      })",
                    options);
    const cl_int4 allBounds[] = {
        {{0, 0, n, n}}, {{2, 3, 61, 59}}, {{40, 69, 70, 70}}, {{0, 9, 5, 8}}};
    for (const cl_int4 &bounds : allBounds) {
      for (const auto &[width, height] :
           {std::pair{70, 10}, {35, 14}, {14, 35}, {1, 70}, {70, 1}}) {
        std::vector<float> expected(n * n * layers, -1);
        for (int row = bounds.s[1]; row < bounds.s[3]; ++row) {
          for (int column = bounds.s[0]; column < bounds.s[2]; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k) {
              sum += a[row * n + k] * b[k * n + column];
            }
            expected[row * n + column] = sum;
          }
        }
        auto c = program.buffer(std::vector<float>(n * n * layers, -1));
        program.run("multiply", cl::NDRange(n, n, layers), cl::NDRange(width, height, 1),
                    program.buffer(a), program.buffer(b), c, n, bounds, 1);
        SCOPED_TRACE(options);
        expectNear(program.read<float>(c, n * n * layers), expected, 1e-4);
      }
    }
  }
}

// Blocked LU decomposition: the diagonal block, the strips beside it, the rest.
constexpr char luSource[] = R"(
  #define B 16
  kernel void diagonal(global float *m, int n, int at) {
    local float block[B][B];
    int lane = get_local_id(0);
    for (int i = 0; i < B; ++i) block[i][lane] = m[(at + i) * n + at + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < B - 1; ++i) {
      if (lane > i) {
        for (int j = 0; j < i; ++j) block[lane][i] -= block[lane][j] * block[j][i];
        block[lane][i] /= block[i][i];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane > i)
        for (int j = 0; j < i + 1; ++j) block[i + 1][lane] -= block[i + 1][j] * block[j][lane];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 1; i < B; ++i) m[(at + i) * n + at + lane] = block[i][lane];
  }
  kernel void strips(global float *m, int n, int at) {
    local float diagonal[B][B], row[B][B], column[B][B];
    int lane = get_local_id(0), index = lane % B, there = at + B * (get_group_id(0) + 1);
    bool isRow = lane < B;
    for (int i = 0; i < B; ++i) {
      if (isRow) {
        diagonal[i][index] = m[(at + i) * n + at + index];
        row[i][index] = m[(at + i) * n + there + index];
      } else {
        column[i][index] = m[(there + i) * n + at + index];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (isRow) {
      for (int i = 1; i < B; ++i)
        for (int j = 0; j < i; ++j) row[i][index] -= diagonal[i][j] * row[j][index];
    } else {
      for (int i = 0; i < B; ++i) {
        for (int j = 0; j < i; ++j) column[index][i] -= column[index][j] * diagonal[j][i];
        column[index][i] /= diagonal[i][i];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < B; ++i) {
      if (isRow) m[(at + i) * n + there + index] = row[i][index];
      else m[(there + i) * n + at + index] = column[i][index];
    }
  }
  kernel void rest(global float *m, int n, int at) {
    local float row[B][B], column[B][B];
    int x = get_local_id(0), y = get_local_id(1);
    int gx = at + B * (get_group_id(0) + 1), gy = at + B * (get_group_id(1) + 1);
    row[y][x] = m[(at + y) * n + gx + x];
    column[y][x] = m[(gy + y) * n + at + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int i = 0; i < B; ++i) sum += column[y][i] * row[i][x];
    m[(gy + y) * n + gx + x] -= sum;
  })";

TEST(LuDecomposition, Blocked) {
  Program program(luSource);
  constexpr int n = 80, block = 16;
  auto matrix = random<float>(n * n, -1, 1);
  for (int i = 0; i < n; ++i) {
    matrix[i * n + i] += 20;
  }
  auto buffer = program.buffer(matrix);
  for (int at = 0; at < n; at += block) {
    int left = (n - at) / block - 1;
    program.run("diagonal", block, block, buffer, n, at);
    if (left > 0) {
      program.run("strips", 2 * block * left, 2 * block, buffer, n, at);
      program.run("rest", cl::NDRange(block * left, block * left), cl::NDRange(block, block),
                  buffer, n, at);
    }
  }
  std::vector<double> lu(matrix.begin(), matrix.end());
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      lu[i * n + k] /= lu[k * n + k];
      for (int j = k + 1; j < n; ++j) {
        lu[i * n + j] -= lu[i * n + k] * lu[k * n + j];
      }
    }
  }
  expectNear(program.read<float>(buffer, n * n), std::vector<float>(lu.begin(), lu.end()), 1e-4);
}

TEST(Gaussian, EliminationWithoutBarriers) {
  Program program(R"(
    kernel void factors(global const float *a, global float *m, int n, int t) {
      int i = get_global_id(0);
      if (i >= n - 1 - t) return;
      m[n * (i + t + 1) + t] = a[n * (i + t + 1) + t] / a[n * t + t];
    }
    kernel void eliminate(global float *a, global float *b, global const float *m, int n, int t) {
      int row = get_global_id(0), column = get_global_id(1);
      if (row >= n - 1 - t || column >= n - t) return;
      a[n * (row + 1 + t) + column + t] -= m[n * (row + 1 + t) + t] * a[n * t + column + t];
      if (column == 0) b[row + 1 + t] -= m[n * (row + 1 + t) + t] * b[t];
    })");
  constexpr int n = 48;
  auto a = random<float>(n * n, -1, 1), b = random<float>(n, -1, 1, 9);
  for (int i = 0; i < n; ++i) {
    a[i * n + i] += 10;
  }
  auto da = program.buffer(a), db = program.buffer(b),
       dm = program.buffer(std::vector<float>(n * n));
  for (int t = 0; t < n - 1; ++t) {
    program.run("factors", 64, cl::NullRange, da, dm, n, t);
    program.run("eliminate", cl::NDRange(64, 64), cl::NDRange(4, 8), da, db, dm, n, t);
  }
  auto upper = program.read<float>(da, n * n), right = program.read<float>(db, n);
  std::vector<double> x(n);
  for (int i = n - 1; i >= 0; --i) {
    x[i] = right[i];
    for (int j = i + 1; j < n; ++j) {
      x[i] -= upper[i * n + j] * x[j];
    }
    x[i] /= upper[i * n + i];
  }
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += a[i * n + j] * x[j];
    }
    ASSERT_NEAR(sum, b[i], 1e-4);
  }
}

TEST(SparseMatrix, VectorProductByRows) {
  Program program(R"(
    kernel void spmv(global const int *starts, global const int *columns,
                     global const double *values, global const double *x, global double *y) {
      size_t row = get_global_id(0);
      double sum = 0;
      for (int i = starts[row]; i < starts[row + 1]; ++i) sum = fma(values[i], x[columns[i]], sum);
      y[row] = sum;
    })");
  constexpr int rows = 777;
  auto lengths = random<int>(rows, 0, 40);
  std::vector<int> starts(1), columns;
  for (int length : lengths) {
    starts.push_back(starts.back() + length);
  }
  columns = random<int>(starts.back(), 0, rows - 1, 3);
  auto values = random<double>(starts.back(), -1, 1, 4), x = random<double>(rows, -1, 1, 5);
  auto y = program.buffer(std::vector<double>(rows));
  program.run("spmv", rows, cl::NullRange, program.buffer(starts), program.buffer(columns),
              program.buffer(values), program.buffer(x), y);
  std::vector<double> expected(rows);
  for (int row = 0; row < rows; ++row) {
    for (int i = starts[row]; i < starts[row + 1]; ++i) {
      expected[row] = std::fma(values[i], x[columns[i]], expected[row]);
    }
  }
  expectNear(program.read<double>(y, rows), expected, 1e-15);
}

}  // namespace
