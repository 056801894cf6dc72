// ViennaCL's dense and sparse algebra on the device gives solutions checked by the host.
#define VIENNACL_WITH_OPENCL
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/direct_solve.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/lu.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

#include <map>

#include "client.h"

using namespace client;

namespace {

template <class T>
void dense(const char *name, double limit) {
  constexpr size_t size = 150;
  auto a = random<T>(size * size, 1);
  const auto b = random<T>(size * size, 2), x = random<T>(size, 3);
  for (size_t i = 0; i < size; ++i) {
    a[i * size + i] += 20;
  }
  std::vector<std::vector<T>> rowsA(size, std::vector<T>(size)), rowsB = rowsA;
  std::vector<double> product(size * size), image(size);
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j) {
      rowsA[i][j] = a[i * size + j];
      rowsB[i][j] = b[i * size + j];
      image[i] += static_cast<double>(a[i * size + j]) * x[j];
      for (size_t l = 0; l < size; ++l) {
        product[i * size + j] += static_cast<double>(a[i * size + l]) * b[l * size + j];
      }
    }
  }
  viennacl::matrix<T> matrixA(size, size), matrixB(size, size), matrixC(size, size);
  viennacl::copy(rowsA, matrixA);
  viennacl::copy(rowsB, matrixB);
  matrixC = viennacl::linalg::prod(matrixA, matrixB);
  viennacl::copy(matrixC, rowsB);
  std::vector<T> flat;
  for (const auto &row : rowsB) {
    flat.insert(flat.end(), row.begin(), row.end());
  }
  compare(name, flat, product, limit);

  viennacl::vector<T> vector(size);
  std::vector<T> right(image.begin(), image.end());
  viennacl::copy(right, vector);
  viennacl::linalg::lu_factorize(matrixA);
  viennacl::linalg::lu_substitute(matrixA, vector);
  viennacl::copy(vector, right);
  compare("  solved by LU", right, x, 100 * limit);
}

/// The Laplacian of a square grid, by conjugate gradients.
void sparse() {
  constexpr unsigned side = 40, size = side * side;
  std::vector<std::map<unsigned, double>> rows(size);
  for (unsigned i = 0; i < size; ++i) {
    rows[i][i] = 4;
    for (const int step : {-1, 1, -static_cast<int>(side), static_cast<int>(side)}) {
      const int other = static_cast<int>(i) + step;
      const bool wraps = (step == -1 && i % side == 0) || (step == 1 && i % side == side - 1);
      if (other >= 0 && other < static_cast<int>(size) && !wraps) {
        rows[i][static_cast<unsigned>(other)] = -1;
      }
    }
  }
  const auto x = random<double>(size, 9);
  std::vector<double> right(size);
  for (unsigned i = 0; i < size; ++i) {
    for (const auto &[j, value] : rows[i]) {
      right[i] += value * x[j];
    }
  }
  viennacl::compressed_matrix<double> matrix(size, size);
  viennacl::copy(rows, matrix);
  viennacl::vector<double> vector(size);
  viennacl::copy(right, vector);
  const viennacl::vector<double> solution =
      viennacl::linalg::solve(matrix, vector, viennacl::linalg::cg_tag(1e-12, 1000));
  viennacl::copy(solution, right);
  compare("conjugate gradients", right, x, 1e-8);
}

}  // namespace

int main() {
  dense<float>("float product", 1e-5);
  dense<double>("double product", 1e-13);
  sparse();
}
