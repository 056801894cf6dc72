// Tests executables and kernels as objects, and damaged binaries (doc/mux-spec.md §9).
//
// Binaries come from the registered compiler, from caches, and from applications. The first part of
// the tests uses good ones. The second part damages them at random places with fixed seeds, so that
// a failure repeats on each machine.
#include <random>
#include <thread>

#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(Executables);

/// A kernel with one argument, and one with an argument of each kind.
constexpr char twoKernels[] = R"(
kernel void first(global int *out) { out[get_global_id(0)] = 1; }
kernel void second(global int *out, int value, local int *scratch, float4 v) {
  scratch[get_local_id(0)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[0] + (int)v.x;
}
)";

/// mux_error_missing_kernel for any other name.
/// Contract of muxCreateKernel: several objects for one name are allowed.
TEST_P(Executables, FindKernelsByName) {
  Executable executable = compile(twoKernels);
  ASSERT_TRUE(executable);
  for (const char *name : {"first", "second", "first"}) {
    KernelHandle kernel;
    EXPECT_EQ(muxCreateKernel(device_, executable, name, &kernel), mux_success) << name;
  }
  KernelHandle kernel;
  EXPECT_EQ(muxCreateKernel(device_, executable, "third", &kernel), mux_error_missing_kernel);
  EXPECT_EQ(muxCreateKernel(device_, executable, "", &kernel), mux_error_missing_kernel);
  EXPECT_EQ(muxCreateKernel(device_, executable, nullptr, &kernel), mux_error_invalid_value);
  EXPECT_EQ(muxCreateKernel(device_, executable, "first", nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxCreateKernel(device_, nullptr, "first", &kernel), mux_error_invalid_handle);
  EXPECT_FALSE(kernel);
}

/// Descriptors have the parameters of the source (doc/mux-spec.md §7).
/// Kind, size and alignment of each parameter; clSetKernelArg relies on them.
TEST_P(Executables, DescribeTheirKernels) {
  Kernel kernel = makeKernel(twoKernels, "second");
  ASSERT_TRUE(kernel.handle);
  const mux_kernel_descriptor_t *d = nullptr;
  ASSERT_EQ(muxGetKernelDescriptor(kernel, &d), mux_success);
  EXPECT_STREQ(d->name, "second");
  ASSERT_EQ(d->parameter_count, 4u);
  EXPECT_EQ(d->parameters[0].kind, mux_parameter_buffer);
  EXPECT_EQ(d->parameters[1].kind, mux_parameter_value);
  EXPECT_EQ(d->parameters[1].size, 4u);
  EXPECT_EQ(d->parameters[2].kind, mux_parameter_local);
  EXPECT_EQ(d->parameters[3].kind, mux_parameter_value);
  EXPECT_EQ(d->parameters[3].size, 16u);
  EXPECT_EQ(d->parameters[3].alignment, 16u);
  EXPECT_TRUE(d->flags & mux_kernel_has_barriers);
  EXPECT_EQ(muxGetKernelDescriptor(kernel, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxGetKernelDescriptor(nullptr, &d), mux_error_invalid_handle);
}

/// The bytes may be overwritten after the call.
/// Contract of muxCreateExecutable: it copies. The kernel runs after the bytes are gone.
TEST_P(Executables, LiveWithoutTheirBytes) {
  std::string log;
  auto binary = registration().compile(info(), twoKernels, &log);
  ASSERT_TRUE(binary) << log;
  Executable executable;
  ASSERT_EQ(muxCreateExecutable(device_, binary->data(), binary->size(), &executable), mux_success);
  // A device that refers to the bytes executes them now.
  std::ranges::fill(*binary, std::byte{0xcc});
  binary.reset();
  KernelHandle kernel;
  ASSERT_EQ(muxCreateKernel(device_, executable, "first", &kernel), mux_success);
  Buffer out = makeBuffer(64);
  const mux_argument_t arguments[] = {bufferArgument(out)};
  ASSERT_EQ(launch(kernel, ndrange({16}, {4}, arguments)), mux_success);
  EXPECT_THAT(contentsOf<int>(out), testing::Each(1));
}

/// mux_error_invalid_binary for empty and foreign bytes.
/// Random bytes, a magic number alone, and a size of 0.
TEST_P(Executables, RefuseWhatIsNoBinary) {
  Executable executable;
  // Random, so no valid ELF header.
  const auto bytes = pattern(4096);
  EXPECT_EQ(muxCreateExecutable(device_, bytes.data(), bytes.size(), &executable),
            mux_error_invalid_binary);
  EXPECT_EQ(muxCreateExecutable(device_,
                                "\x7f"
                                "ELF",
                                4, &executable),
            mux_error_invalid_binary);
  EXPECT_EQ(muxCreateExecutable(device_, bytes.data(), 0, &executable), mux_error_invalid_binary);
  EXPECT_EQ(muxCreateExecutable(device_, nullptr, 10, &executable), mux_error_invalid_value);
  EXPECT_EQ(muxCreateExecutable(device_, bytes.data(), 1, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxCreateExecutable(nullptr, bytes.data(), 1, &executable), mux_error_invalid_handle);
  EXPECT_FALSE(executable);
}

/// A flipped bit or a cut leads to an error or to a sound executable, never to a crash.
/// 300 damaged files: cut off, changed in the headers, or changed anywhere. A binary may come from
/// an application's cache, so no byte is trusted.
TEST_P(Executables, SurviveDamagedBinaries) {
  std::string log;
  const auto binary = registration().compile(info(), twoKernels, &log);
  ASSERT_TRUE(binary) << log;
  std::mt19937 random(1);
  // Cut files have to be refused; a changed byte may be without effect.
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    auto damaged = *binary;
    if (i % 3 == 0) {
      damaged.resize(random() % damaged.size());
    } else {
      for (int k = 0; k < 8; ++k) {
        // Most of what matters is at the front: headers, dynamic symbols, relocations, note.
        const size_t range = i % 3 == 1 ? std::min<size_t>(damaged.size(), 2048) : damaged.size();
        damaged[random() % range] = static_cast<std::byte>(random());
      }
    }
    Executable executable;
    const mux_result_t result =
        muxCreateExecutable(device_, damaged.data(), damaged.size(), &executable);
    EXPECT_TRUE(result == mux_success || result == mux_error_invalid_binary ||
                result == mux_error_device_out_of_memory)
        << result;
    refused += result == mux_error_invalid_binary;
  }
  EXPECT_GE(refused, 100) << "every shortened binary has to be refused";
}

/// One binary can be loaded and unloaded many times.
/// A device that leaks code or strings runs out of memory.
TEST_P(Executables, ComeAndGo) {
  std::string log;
  const auto binary = registration().compile(info(), twoKernels, &log);
  ASSERT_TRUE(binary) << log;
  for (int i = 0; i < 200; ++i) {
    Executable executable;
    ASSERT_EQ(muxCreateExecutable(device_, binary->data(), binary->size(), &executable),
              mux_success);
    KernelHandle kernel;
    ASSERT_EQ(muxCreateKernel(device_, executable, "second", &kernel), mux_success);
  }
}

/// Two executables of one binary do not share program-scope variables.
/// Contract of executables: program-scope variables begin with their initial values in each of
/// them, and last from launch to launch.
TEST_P(Executables, HaveTheirOwnVariables) {
  // A variable with an initial value, and a constant table.
  constexpr char source[] = R"(
    global int counter = 5;
    constant int table[3] = {7, 8, 9};
    kernel void k(global int *out) { counter += 1; out[0] = counter + table[out[1] & 1]; }
  )";
  std::string log;
  const auto binary = registration().compile(info(), source, &log);
  ASSERT_TRUE(binary) << log;
  // The second executable begins with the initial value again.
  for (int i = 0; i < 2; ++i) {
    Executable executable;
    ASSERT_EQ(muxCreateExecutable(device_, binary->data(), binary->size(), &executable),
              mux_success);
    KernelHandle kernel;
    ASSERT_EQ(muxCreateKernel(device_, executable, "k", &kernel), mux_success);
    for (int run = 1; run <= 3; ++run) {
      // Element 1 chooses the entry of the constant table: 8.
      Buffer out = makeBufferOf<int>({0, 1});
      const mux_argument_t arguments[] = {bufferArgument(out)};
      ASSERT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_success);
      EXPECT_EQ(contentsOf<int>(out)[0], 5 + run + 8);
    }
  }
}

/// Creation is thread-safe.
/// Four threads load one binary 50 times each.
TEST_P(Executables, AreCreatedByManyThreads) {
  std::string log;
  const auto binary = registration().compile(info(), twoKernels, &log);
  ASSERT_TRUE(binary) << log;
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        Executable executable;
        KernelHandle kernel;
        failures += muxCreateExecutable(device_, binary->data(), binary->size(), &executable) !=
                    mux_success;
        failures += muxCreateKernel(device_, executable, "first", &kernel) != mux_success;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

}  // namespace mux::cts
