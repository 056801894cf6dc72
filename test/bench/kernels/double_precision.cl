kernel void axpy_double(double a, global const double *x, global double *y) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

// One sweep of Jacobi's method for Poisson's equation; the edge of the grid stays.
kernel void jacobi_double(int width, int height, double h2, global const double *f,
                          global const double *u, global double *next) {
  int x = get_global_id(0) + 1;
  int y = get_global_id(1) + 1;
  if (x < width - 1 && y < height - 1) {
    int i = y * width + x;
    next[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - h2 * f[i]);
  }
}

// Horner's rule, degree 15.
kernel void polynomial_double(constant double *c, global const double *x, global double *y) {
  size_t i = get_global_id(0);
  double sum = 0.0;
  for (int k = 15; k >= 0; --k) {
    sum = sum * x[i] + c[k];
  }
  y[i] = sum;
}
