// Threads build the same programs at once, in one context and in contexts of their own; each binary
// is, byte for byte, the one of a single thread.
//
//   builds [--threads=<n>] [--rounds=<n>]

#include <atomic>
#include <cstdio>
#include <random>
#include <thread>

#include "client.h"

namespace {

using namespace stress;

/// Programs on different ways through the compiler, and sizes of them.
std::vector<std::string> sources() {
  std::vector<std::string> result = {
      "kernel void f(global float *p, float a) { size_t i = get_global_id(0); p[i] = a * p[i]; }",
      "kernel void f(global int *p, local int *l) {\n"
      "  size_t i = get_local_id(0); l[i] = p[i]; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = l[get_local_size(0) - 1 - i]; }",
      "kernel void f(global int *p) { printf(\"%d %s\\n\", p[0], \"text\"); }",
      "typedef struct { float4 a; int b[3]; } s;\n"
      "s make(float x) { s r; r.a = (float4)(sin(x), cos(x), exp(x), log(x)); r.b[1] = 2;\n"
      "  return r; }\n"
      "kernel void f(global s *p) { p[get_global_id(0)] = make(get_global_id(0)); }",
      "constant int table[] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
      "kernel void f(global int *p) { p[get_global_id(0)] = table[p[get_global_id(0)] & 7]; }\n"
      "kernel void g(global long *p) { atomic_add((volatile global int *)p, 3); }",
      "kernel void f(read_only image2d_t i, sampler_t s, global float4 *p) {\n"
      "  p[get_global_id(0)] = read_imagef(i, s, (float2)(0.5f, get_global_id(0))); }"};
  std::string many;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    many += "kernel void k" + number + "(global float *p) { int i = get_global_id(0);\n" +
            "  for (int j = 0; j < p[0]; ++j) p[i] += pow(p[i + j], " + number + ".5f); }\n";
  }
  result.push_back(many);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  const long count = option(argc, argv, "threads", 4);
  const long rounds = option(argc, argv, "rounds", 3);
  const auto all = sources();
  const auto shared = makeContext();
  std::vector<std::vector<unsigned char>> expected;
  for (const std::string &source : all) {
    expected.push_back(binaryOf(build(shared, source)));
  }
  std::atomic<long> different = 0;
  std::vector<std::thread> threads;
  for (long i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      std::mt19937 random(static_cast<unsigned>(i));
      for (long round = 0; round < rounds * static_cast<long>(all.size()); ++round) {
        const size_t which = random() % all.size();
        const Context own = round % 2 ? makeContext() : Context();
        const auto binary = binaryOf(build(own ? own : shared, all[which]));
        if (binary != expected[which]) {
          std::fprintf(stderr, "program %zu: %zu bytes, and %zu alone\n", which, binary.size(),
                       expected[which].size());
          ++different;
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  std::printf("%ld builds, %ld different\n", count * rounds * static_cast<long>(all.size()),
              different.load());
  return different == 0 ? 0 : 1;
}
