// SHA-256 of many short messages.
#include <bit>

#include "harness/opencl.h"

using namespace bench;

namespace {

constexpr uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr uint32_t Start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr size_t Lanes = 16;

/// One word of each of 16 messages.
using Word = uint32_t[Lanes];

void schedule(Word *w) {
  for (int i = 16; i < 64; ++i) {
#pragma omp simd
    for (size_t l = 0; l < Lanes; ++l) {
      const uint32_t x = w[i - 15][l], y = w[i - 2][l];
      const uint32_t s0 = std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3);
      const uint32_t s1 = std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10);
      w[i][l] = w[i - 16][l] + s0 + w[i - 7][l] + s1;
    }
  }
}

/// The state's words rotate in place: word j is s[(j - i) mod 8].
void rounds(const Word *w, Word *s) {
  for (int i = 0; i < 64; ++i) {
    const uint32_t *a = s[(0 - i) & 7], *b = s[(1 - i) & 7], *c = s[(2 - i) & 7];
    const uint32_t *e = s[(4 - i) & 7], *f = s[(5 - i) & 7], *g = s[(6 - i) & 7];
    uint32_t *d = s[(3 - i) & 7], *h = s[(7 - i) & 7];
    // hot: sha256
#pragma omp simd
    for (size_t l = 0; l < Lanes; ++l) {
      const uint32_t s1 = std::rotr(e[l], 6) ^ std::rotr(e[l], 11) ^ std::rotr(e[l], 25);
      const uint32_t t1 = h[l] + s1 + ((e[l] & f[l]) ^ (~e[l] & g[l])) + K[i] + w[i][l];
      const uint32_t s0 = std::rotr(a[l], 2) ^ std::rotr(a[l], 13) ^ std::rotr(a[l], 22);
      d[l] += t1;
      h[l] = t1 + s0 + ((a[l] & b[l]) ^ (a[l] & c[l]) ^ (b[l] & c[l]));
    }
  }
}

class Sha256 final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override { queue.run("sha256", {n}, {64}, message, digest); }

  // 16 messages at once.
  void cpp() override {
    const uint32_t *in = message.data();
    uint32_t *out = digest.data();
    const size_t count = n;
#pragma omp parallel for
    for (size_t start = 0; start < count; start += Lanes) {
      Word w[64], s[8];
      for (size_t l = 0; l < Lanes; ++l) {
        for (size_t i = 0; i < 16; ++i) {
          w[i][l] = i < 8 ? in[(start + l) * 8 + i] : i == 8 ? 0x80000000 : i == 15 ? 256 : 0;
        }
        for (size_t i = 0; i < 8; ++i) {
          s[i][l] = Start[i];
        }
      }
      schedule(w);
      rounds(w, s);
      for (size_t l = 0; l < Lanes; ++l) {
        for (size_t i = 0; i < 8; ++i) {
          out[(start + l) * 8 + i] = Start[i] + s[i][l];
        }
      }
    }
  }

 private:
  size_t n = pick(1 << 17, 1 << 9);
  Array<uint32_t> message = input(uniform<uint32_t>(8 * n, 0, 0xffffffffu));
  Array<uint32_t> digest = output<uint32_t>(8 * n);
};

const Register<Sha256> sha256("sha256");

}  // namespace
