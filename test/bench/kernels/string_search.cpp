// A pattern in a text: work-items leave their loops early, nearly all at the first letter.
#include <algorithm>

#include "harness/opencl.h"

using namespace bench;

namespace {

class StringSearch final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    size_t rounded = (static_cast<size_t>(positions) + 127) / 128 * 128;
    queue.run("string_search", {rounded}, {128}, positions, Length, text, pattern, found, count);
  }

  // Blocks of 64 positions; a block that the first letters rule out goes no further.
  void cpp() override {
    const int8_t *t = text.data(), *p = pattern.data();
    uint8_t *out = found.data();
    const int blocks = (positions + Block - 1) / Block;
    int total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int block = 0; block < blocks; ++block) {
      const int first = block * Block, size = std::min(Block, positions - first);
      uint8_t same[Block];
      std::fill(same, same + Block, uint8_t{1});
      int left = size;
      for (int j = 0; j < Length && left; ++j) {
        left = match(t + first + j, p[j], same, size);
      }
      std::copy(same, same + size, out + first);
      total += left;
    }
    count.data()[0] += total;
  }

 private:
  static constexpr int Length = 12, Block = 64;

  static int match(const int8_t *text, int8_t letter, uint8_t *same, int size) {
    int left = 0;
    // hot: string_search
#pragma omp simd reduction(+ : left)
    for (int i = 0; i < size; ++i) {
      const int8_t c = text[i];
      const int8_t lower = c >= 'A' && c <= 'Z' ? static_cast<int8_t>(c + 'a' - 'A') : c;
      same[i] &= lower == letter;
      left += same[i];
    }
    return left;
  }

  /// Letters of a small alphabet, so that prefixes occur, with the pattern here and there.
  static std::vector<int8_t> make(size_t size, const std::vector<int8_t> &pattern) {
    std::vector<int8_t> result = uniform<int8_t>(size, 'a', 'h', 1);
    for (size_t at = 1000; at + pattern.size() < size; at += 4567) {
      for (size_t i = 0; i < pattern.size(); ++i) {
        result[at + i] = static_cast<int8_t>(i % 3 ? pattern[i] : pattern[i] - 'a' + 'A');
      }
    }
    return result;
  }

  size_t n = pick(1 << 22, 1 << 14);
  int positions = static_cast<int>(n) - Length + 1;
  std::vector<int8_t> wanted = uniform<int8_t>(Length, 'a', 'h', 2);
  Array<int8_t> text = input(make(n, wanted));
  Array<int8_t> pattern = input(wanted);
  Array<uint8_t> found = output<uint8_t>(static_cast<size_t>(positions));
  Array<int> count = inOut(std::vector<int>(1));
};

const Register<StringSearch> stringSearch("string_search");

}  // namespace
