// Boost.Compute's algorithms give the results of the standard library's.
#include <algorithm>
#include <boost/compute.hpp>
#include <cstdio>
#include <numeric>
#include <vector>

namespace compute = boost::compute;

namespace {

template <class T>
void expect(const char *what, const compute::vector<T> &ours, const std::vector<T> &theirs,
            compute::command_queue &queue) {
  std::vector<T> values(theirs.size());
  compute::copy(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(theirs.size()),
                values.begin(), queue);
  std::printf("%s\n", what);
  if (values != theirs) {
    std::fprintf(stderr, "%s differs\n", what);
    std::exit(1);
  }
}

BOOST_COMPUTE_FUNCTION(int, collatz, (int x), { return x % 2 ? 3 * x + 1 : x / 2; });

void test(size_t size, compute::command_queue &queue) {
  std::vector<int> host(size);
  unsigned seed = 3;
  for (int &value : host) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<int>(seed >> 12);
  }
  compute::vector<int> device(host.begin(), host.end(), queue);

  compute::vector<int> out(size, queue.get_context());
  auto expected = host;
  std::transform(host.begin(), host.end(), expected.begin(),
                 [](int x) { return x % 2 ? 3 * x + 1 : x / 2; });
  compute::transform(device.begin(), device.end(), out.begin(), collatz, queue);
  expect("transform", out, expected, queue);

  std::partial_sum(host.begin(), host.end(), expected.begin());
  compute::inclusive_scan(device.begin(), device.end(), out.begin(), queue);
  expect("inclusive_scan", out, expected, queue);

  int sum = 0;
  compute::reduce(device.begin(), device.end(), &sum, queue);
  expect("reduce", compute::vector<int>(&sum, &sum + 1, queue), {expected.back()}, queue);

  std::vector<int> odd;
  std::copy_if(host.begin(), host.end(), std::back_inserter(odd), [](int x) { return x % 2 != 0; });
  using compute::lambda::_1;
  compute::copy_if(device.begin(), device.end(), out.begin(), _1 % 2 != 0, queue);
  expect("copy_if", out, odd, queue);

  compute::vector<int> keys(device.begin(), device.end(), queue);
  compute::vector<int> order(size, queue.get_context());
  compute::iota(order.begin(), order.end(), 0, queue);
  compute::sort_by_key(keys.begin(), keys.end(), order.begin(), queue);
  std::vector<int> places(size);
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return host[a] < host[b]; });
  expect("sort_by_key", order, places, queue);

  std::sort(host.begin(), host.end(), std::greater<int>());
  compute::sort(device.begin(), device.end(), compute::greater<int>(), queue);
  expect("sort", device, host, queue);
}

}  // namespace

int main() {
  compute::command_queue &queue = compute::system::default_queue();
  for (const size_t size : {10u, 1000u, 65536u, 100003u}) {
    test(size, queue);
  }
}
