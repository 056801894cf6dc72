// Work-items exchange elements with partners at distances that double or halve around barriers, as
// in sorting networks: distances of any sequence, and of each work-item's own.

#include "program.h"

namespace {

using namespace programs;

constexpr size_t items = 128;

/// Sorts 256 numbers, from the least on.
constexpr char sorting[] = R"(
kernel void sort(global int *values, uint size) {
  local int part[256];
  uint l = get_local_id(0);
  part[l] = values[l];
  part[l + 128] = values[l + 128];
  for (uint stage = 2; stage <= size; stage *= 2) {
    for (uint distance = stage / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint low = 2 * l - (l & (distance - 1));
      int a = part[low], b = part[low + distance];
      if ((a > b) == ((low & stage) == 0)) {
        part[low] = b;
        part[low + distance] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[l] = part[l];
  values[l + 128] = part[l + 128];
}
)";

/// Sums of partners. `START` is the first distance of a work-item, `NEXT` makes the next one.
constexpr char adding[] = R"(
kernel void add(global int *values, int n) {
  local int part[128];
  int l = get_local_id(0), rounds = 0;
  part[l] = values[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = START; distance > 0 && rounds < 6; distance NEXT) {
    int other = part[(l ^ distance) & 127];
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] = part[l] * 3 + other + distance;
    ++rounds;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  values[l] = part[l] + rounds;
}
)";

/// Does the same for all work-items, round by round.
std::vector<int> added(std::vector<int> part, const std::function<int(int)> &start,
                       const std::function<int(int)> &next) {
  std::vector<int> distances(items);
  for (size_t item = 0; item < items; ++item) {
    distances[item] = start(static_cast<int>(item));
  }
  int rounds = 0;
  for (; distances[0] > 0 && rounds < 6; ++rounds) {
    const std::vector<int> before = part;
    for (size_t item = 0; item < items; ++item) {
      const size_t other = (item ^ static_cast<size_t>(distances[item])) % items;
      part[item] = before[item] * 3 + before[other] + distances[item];
      distances[item] = next(distances[item]);
    }
  }
  for (int &value : part) {
    value += rounds;
  }
  return part;
}

class Distances : public testing::TestWithParam<const char *> {};

TEST_P(Distances, SortNumbers) {
  Program program(sorting, GetParam());
  auto numbers = random<int>(2 * items, -1000, 1000);
  const auto values = program.buffer(numbers);
  program.run("sort", cl::NDRange(items), cl::NDRange(items), values,
              static_cast<cl_uint>(2 * items));
  std::ranges::sort(numbers);
  EXPECT_EQ(program.read<int>(values, 2 * items), numbers);
}

TEST_P(Distances, FollowAnySequence) {
  struct Sequence {
    const char *start, *next;
    std::function<int(int)> first, following;
  };
  const auto halved = [](int distance) { return distance / 2; };
  const Sequence sequences[] = {
      {"n", "/= 2", [](int) { return 48; }, halved},
      {"1", "*= 2", [](int) { return 1; }, [](int distance) { return 2 * distance; }},
      {"3", "<<= 1", [](int) { return 3; }, [](int distance) { return 2 * distance; }},
      {"4 + (l & 1)", "/= 2", [](int item) { return 4 + item % 2; }, halved},
      {"8 | (l & 7)", ">>= 1", [](int item) { return 8 | item % 8; }, halved},
  };
  for (const Sequence &sequence : sequences) {
    const std::string definitions =
        std::string("#define START ") + sequence.start + "\n#define NEXT " + sequence.next + "\n";
    Program program(definitions + adding, GetParam());
    const auto numbers = random<int>(items, -20, 20);
    const auto values = program.buffer(numbers);
    program.run("add", cl::NDRange(items), cl::NDRange(items), values, 48);
    EXPECT_EQ(program.read<int>(values, items), added(numbers, sequence.first, sequence.following))
        << sequence.start << ", " << sequence.next;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Distances,
                         testing::Values("", "-cl-kiln-vectorize=16", "-cl-kiln-vectorize=8",
                                         "-cl-kiln-disable-steps=version-distances"));

}  // namespace
