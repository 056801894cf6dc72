// Random sequences of commands on the queues of two devices, compared with a model running them one
// after another.
//
// Three buffers of two halves, each half a sub-buffer. A command uses a half through its
// sub-buffer, or a whole buffer; it waits for the last commands on these and for no others, so
// halves are used at the same time, on both devices. Nothing depends on the devices' speed.
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>

#include "several_devices.h"

namespace {

constexpr size_t half = 96, whole = 2 * half;  // integers
constexpr size_t alignment = 128 / sizeof(unsigned);
static_assert(half % alignment == 0);

constexpr char source[] =
    "kernel void mix_in(global uint *p, uint first, uint a) {\n"
    "  size_t i = first + get_global_id(0); p[i] = p[i] * 5 + a + i; }\n"
    "kernel void combine(global const uint *a, global uint *b, uint n) {\n"
    "  size_t i = get_global_id(0); b[i] = b[i] * 3 + a[(i * 7) % n]; }\n";

class DevicesRandom : public test::SeveralDevices {
 protected:
  struct Part {
    cl_mem memory;
    size_t buffer, first, size;  // where it is in the model
  };

  void SetUp() override {
    SeveralDevices::SetUp();
    if (IsSkipped()) {
      return;
    }
    for (int i = 0; i < 4; ++i) {
      all_.push_back(makeQueue(i % 2, i < 2 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    }
    program_ = build(source);
    mixIn_ = makeKernel(program_, "mix_in");
    combine_ = makeKernel(program_, "combine");
  }

  size_t below(size_t bound) { return random_() % bound; }
  cl_command_queue anyQueue() { return all_[below(all_.size())]; }
  Part anyPart() {
    const size_t buffer = below(buffers_.size()), which = below(3);
    return which == 2 ? Part{buffers_[buffer], buffer, 0, whole}
                      : Part{halves_[2 * buffer + which], buffer, which * half, half};
  }
  unsigned *model(const Part &part) { return model_[part.buffer].data() + part.first; }

  /// The events to wait for before a command on the parts.
  std::vector<cl_event> waits(std::initializer_list<Part> parts) {
    std::vector<cl_event> events;
    for (const Part &part : parts) {
      for (size_t i = part.first / half; i < (part.first + part.size) / half; ++i) {
        if (cl_event event = last_[part.buffer * 2 + i]->get()) {
          events.push_back(event);
        }
      }
    }
    return events;
  }
  void used(std::initializer_list<Part> parts, cl_event event) {
    const auto shared = std::make_shared<test::OwnedEvent>(event);
    for (const Part &part : parts) {
      for (size_t i = part.first / half; i < (part.first + part.size) / half; ++i) {
        last_[part.buffer * 2 + i] = shared;
      }
    }
  }
  /// Enqueues with `call(count, waits, event)`.
  template <class Call>
  void enqueue(std::initializer_list<Part> parts, Call call) {
    const auto events = waits(parts);
    cl_event event = nullptr;
    ASSERT_EQ(
        call(static_cast<cl_uint>(events.size()), events.empty() ? nullptr : events.data(), &event),
        CL_SUCCESS);
    used(parts, event);
  }

  /// A range inside of the part: first and count.
  std::pair<size_t, size_t> anyRange(const Part &part) {
    const size_t first = below(part.size);
    return {first, 1 + below(part.size - first)};
  }
  unsigned *hostMemory(size_t count) {
    memory_.push_back(std::make_unique<unsigned[]>(count));
    return memory_.back().get();
  }

  void write() {
    const Part part = anyPart();
    const auto [first, count] = anyRange(part);
    unsigned *data = hostMemory(count);
    std::generate_n(data, count, std::ref(random_));
    std::copy_n(data, count, model(part) + first);
    enqueue({part}, [&, first = first, count = count](auto... rest) {
      return clEnqueueWriteBuffer(anyQueue(), part.memory, CL_FALSE, first * 4, count * 4, data,
                                  rest...);
    });
  }
  void read() {
    const Part part = anyPart();
    const auto [first, count] = anyRange(part);
    unsigned *data = hostMemory(count);
    const unsigned *expected = model(part) + first;
    reads_.push_back({data, {expected, expected + count}});
    enqueue({part}, [&, first = first, count = count](auto... rest) {
      return clEnqueueReadBuffer(anyQueue(), part.memory, CL_FALSE, first * 4, count * 4, data,
                                 rest...);
    });
  }
  void fill() {
    const Part part = anyPart();
    const auto [first, count] = anyRange(part);
    const unsigned pattern = random_();
    std::fill_n(model(part) + first, count, pattern);
    enqueue({part}, [&, first = first, count = count](auto... rest) {
      return clEnqueueFillBuffer(anyQueue(), part.memory, &pattern, 4, first * 4, count * 4,
                                 rest...);
    });
  }
  void copy() {
    const Part from = anyPart(), to = anyPart();
    if (from.buffer == to.buffer) {
      return;
    }
    const auto [first, count] = anyRange(from);
    const size_t size = std::min(count, to.size), at = below(to.size - size + 1);
    std::copy_n(model(from) + first, size, model(to) + at);
    enqueue({from, to}, [&, first = first](auto... rest) {
      return clEnqueueCopyBuffer(anyQueue(), from.memory, to.memory, first * 4, at * 4, size * 4,
                                 rest...);
    });
  }
  void copyBox() {
    const Part from = anyPart(), to = anyPart();
    if (from.buffer == to.buffer) {
      return;
    }
    // Rows of 8 integers of the one, of 12 of the other.
    const size_t region[] = {4 * (1 + below(8)), 1 + below(half / 12), 1};
    const size_t origin[] = {0, 0, 0}, column = region[0] / 4, target[] = {4 * below(4), 0, 0};
    for (size_t row = 0; row < region[1]; ++row) {
      std::copy_n(model(from) + row * 8, column, model(to) + row * 12 + target[0] / 4);
    }
    enqueue({from, to}, [&](auto... rest) {
      return clEnqueueCopyBufferRect(anyQueue(), from.memory, to.memory, origin, target, region, 32,
                                     0, 48, 0, rest...);
    });
  }
  void mixIn() {
    const Part part = anyPart();
    const auto [first, count] = anyRange(part);
    const auto start = static_cast<cl_uint>(first), addend = static_cast<cl_uint>(random_());
    for (size_t i = first; i < first + count; ++i) {
      model(part)[i] = model(part)[i] * 5 + addend + static_cast<unsigned>(i);
    }
    setArguments(mixIn_, part.memory, start, addend);
    enqueue({part}, [&, count = count](auto... rest) {
      return clEnqueueNDRangeKernel(anyQueue(), mixIn_, 1, nullptr, &count, nullptr, rest...);
    });
  }
  void combine() {
    const Part a = anyPart(), b = anyPart();
    if (a.buffer == b.buffer) {
      return;
    }
    for (size_t i = 0; i < b.size; ++i) {
      model(b)[i] = model(b)[i] * 3 + model(a)[i * 7 % a.size];
    }
    setArguments(combine_, a.memory, b.memory, static_cast<cl_uint>(a.size));
    enqueue({a, b}, [&](auto... rest) {
      return clEnqueueNDRangeKernel(anyQueue(), combine_, 1, nullptr, &b.size, nullptr, rest...);
    });
  }
  void migrate() {
    const Part part = anyPart();
    enqueue({part}, [&](auto... rest) {
      return clEnqueueMigrateMemObjects(anyQueue(), 1, &part.memory, 0, rest...);
    });
  }
  void map() {
    const Part part = anyPart();
    const auto [first, count] = anyRange(part);
    const cl_map_flags kinds[] = {CL_MAP_READ, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE,
                                  CL_MAP_WRITE_INVALIDATE_REGION};
    const cl_map_flags flags = kinds[below(4)];
    const auto events = waits({part});
    cl_int error = -1;
    cl_event mapped = nullptr;
    auto *data = static_cast<unsigned *>(
        clEnqueueMapBuffer(anyQueue(), part.memory, CL_TRUE, flags, first * 4, count * 4,
                           static_cast<cl_uint>(events.size()),
                           events.empty() ? nullptr : events.data(), &mapped, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    used({part}, mapped);
    if (flags != CL_MAP_WRITE_INVALIDATE_REGION) {
      EXPECT_TRUE(std::equal(data, data + count, model(part) + first));
    }
    if (flags != CL_MAP_READ) {
      const bool all = flags == CL_MAP_WRITE_INVALIDATE_REGION;
      for (size_t i = all ? 0 : below(count); i < count; i += all ? 1 : 3) {
        model(part)[first + i] = data[i] = static_cast<unsigned>(random_());
      }
    }
    enqueue({part}, [&](auto... rest) {
      return clEnqueueUnmapMemObject(anyQueue(), part.memory, data, rest...);
    });
  }

  void start(unsigned seed) {
    random_.seed(seed);
    for (size_t i = 0; i < buffers_.size(); ++i) {
      model_[i].resize(whole);
      std::iota(model_[i].begin(), model_[i].end(), static_cast<unsigned>(i * 1000));
      used_[i] = model_[i];
      const cl_mem_flags flags[] = {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR,
                                    CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR};
      buffers_[i] = makeBuffer(whole * 4, flags[i], used_[i].data());
      halves_[2 * i] = makeSub(buffers_[i], 0, half * 4);
      halves_[2 * i + 1] = makeSub(buffers_[i], half * 4, half * 4);
    }
    last_.fill(std::make_shared<test::OwnedEvent>());
  }
  void finish() {
    for (const auto &queue : all_) {
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    }
    for (const auto &[data, expected] : reads_) {
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), data));
    }
    for (size_t i = 0; i < buffers_.size(); ++i) {
      ASSERT_EQ(SeveralDevices::read<unsigned>(anyQueue(), buffers_[i], whole), model_[i]);
    }
    reads_.clear();
    memory_.clear();
  }

 private:
  std::mt19937 random_;
  std::vector<test::OwnedQueue> all_;
  test::OwnedProgram program_;
  test::OwnedKernel mixIn_, combine_;
  std::array<std::vector<unsigned>, 3> model_, used_;
  std::array<test::OwnedMem, 3> buffers_;
  std::array<test::OwnedMem, 6> halves_;
  std::array<std::shared_ptr<test::OwnedEvent>, 6> last_;
  std::vector<std::unique_ptr<unsigned[]>> memory_;
  struct Read {
    const unsigned *data;
    std::vector<unsigned> expected;
  };
  std::vector<Read> reads_;

 protected:
  void step() {
    using Step = void (DevicesRandom::*)();
    constexpr Step steps[] = {&DevicesRandom::write,   &DevicesRandom::read,
                              &DevicesRandom::fill,    &DevicesRandom::copy,
                              &DevicesRandom::mixIn,   &DevicesRandom::combine,
                              &DevicesRandom::migrate, &DevicesRandom::map,
                              &DevicesRandom::copyBox, &DevicesRandom::mixIn};
    (this->*steps[below(std::size(steps))])();
  }
};

TEST_P(DevicesRandom, SequencesGiveWhatASerialModelGives) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    start(seed);
    for (int i = 0; i < 150 && !HasFatalFailure(); ++i) {
      step();
    }
    finish();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Order, DevicesRandom, testing::Values(0, 1));

}  // namespace
