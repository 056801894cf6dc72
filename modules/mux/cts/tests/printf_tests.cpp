// Tests printf from kernels: records in the buffer, formatted with the executable's strings
// (doc/mux-spec.md §6).
//
// A kernel writes records of an id and raw arguments into a buffer. The host formats them with the
// executable's strings after the dispatch, so devices need no text formatting. Two halves have to
// agree on each byte: the compiler that packs arguments, and the formatter of
// modules/mux/target_support.
#include "fixture.h"
#include "mux/target_support/printf.h"

namespace mux::cts {

/// Launches with a printf buffer, and formats its records as the driver does.
class PrintfTest : public DeviceTest {
 protected:
  /// The printed texts, one for each call, and the counts of lost records.
  struct Output {
    std::vector<std::string> lines;
    PrintfReport report;
  };

  /// Launches with a printf buffer of `size` bytes and formats what is in it afterwards.
  Output print(const Kernel &kernel, mux_ndrange_t range, uint64_t size) {
    std::vector<uint8_t> empty(size);
    // The header has the capacity; kernels reserve room by an atomic addition.
    resetPrintfBuffer(std::as_writable_bytes(std::span(empty)));
    Buffer buffer = makeBuffer(empty);
    range.printf_buffer = buffer;
    EXPECT_EQ(launch(kernel, range), mux_success);
    const auto written = contents(buffer);
    Output output;
    const auto strings = [&](uint32_t id) -> std::optional<std::string_view> {
      const char *text = nullptr;
      uint64_t length = 0;
      if (muxGetPrintfString(kernel.executable, id, &text, &length) != mux_success) {
        return std::nullopt;
      }
      return std::string_view(text, length);
    };
    output.report = formatPrintf(std::as_bytes(std::span(written)), strings,
                                 [&](std::string_view text) { output.lines.emplace_back(text); });
    return output;
  }
};

KILN_CTS_SUITE_OVER(PrintfTest, Printf);

/// Arguments of each kind arrive whole (OpenCL C 3.0 §6.15.14).
/// Flags, widths, precisions, vectors and length modifiers. The text is made on the host from ids
/// and bytes.
TEST_P(Printf, PrintsEveryConversion) {
  Kernel kernel = makeKernel(R"(
    kernel void k(int a, float f) {
      printf("%d|%5d|%-5d|%05d|%+d|%x|%#x|%o|%u\n", a, a, a, a, a, a, a, a, a);
      printf("%f|%.2f|%10.3e|%g|%a\n", f, f, f, f, f);
      printf("%s|%10s|%c|%%\n", "text", "right", 'x');
      printf("%v4hld|%v2hlf|%v3hhx\n", (int4)(1, -2, 3, -4), (float2)(0.5f, 1.5f),
             (uchar3)(1, 254, 255));
      printf("%ld|%hd|%hhd\n", 1234567890123L, (short)-5, (char)-6);
    })");
  ASSERT_TRUE(kernel.handle);
  const int a = 42;
  // Exact in binary, so every conversion has one right text.
  const float f = 1.25f;
  const mux_argument_t arguments[] = {valueArgument(a), valueArgument(f)};
  const Output output = print(kernel, ndrange({1}, {1}, arguments), 4096);
  EXPECT_THAT(output.lines, testing::ElementsAre(
                                "42|   42|42   |00042|+42|2a|0x2a|52|42\n",
                                "1.250000|1.25| 1.250e+00|1.25|0x1.4p+0\n", "text|     right|x|%\n",
                                "1,-2,3,-4|0.500000,1.500000|1,fe,ff\n", "1234567890123|-5|-6\n"));
  EXPECT_EQ(output.report.dropped, 0u);
  EXPECT_EQ(output.report.damaged, 0u);
}

/// One record for each call of each work-item.
/// 500 records in any order, since work-groups run at the same time.
TEST_P(Printf, ComesFromEveryWorkItem) {
  Kernel kernel = makeKernel(R"(kernel void k() { printf("%d\n", (int)get_global_id(0)); })");
  ASSERT_TRUE(kernel.handle);
  Output output = print(kernel, ndrange({500}, {10}, {}), 65536);
  ASSERT_EQ(output.lines.size(), 500u);
  std::vector<std::string> expected;
  for (int i = 0; i < 500; ++i) {
    expected.push_back(std::to_string(i) + "\n");
  }
  // Groups run at the same time, so the order is open.
  EXPECT_THAT(output.lines, testing::UnorderedElementsAreArray(expected));
}

/// Records beyond the capacity are counted, and earlier ones are whole.
/// A record is written as a whole or not at all; dropped ones are in the report.
TEST_P(Printf, CountsWhatDidNotFit) {
  Kernel kernel = makeKernel(R"(kernel void k() { printf("%d\n", (int)get_global_id(0)); })");
  ASSERT_TRUE(kernel.handle);
  const Output output = print(kernel, ndrange({100}, {10}, {}), sizeof(mux_printf_header_t) + 164);
  EXPECT_EQ(output.report.printed, 10u) << "164 bytes hold ten records of 16";
  EXPECT_EQ(output.report.dropped, 90u);
  EXPECT_EQ(output.report.damaged, 0u);
}

/// A kernel with printf runs without a buffer; its records are lost.
/// The kernel's other effects stay.
TEST_P(Printf, WithoutABufferIsHarmless) {
  Kernel kernel =
      makeKernel(R"(kernel void k(global int *out) { printf("%d\n", out[0]); out[0] = 9; })");
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBufferOf<int>({1});
  const mux_argument_t arguments[] = {bufferArgument(out)};
  EXPECT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_success);
  EXPECT_EQ(contentsOf<int>(out)[0], 9);
}

/// Unknown ids and too small buffers are errors.
/// Kernels write the ids, so a reader has to expect any number.
TEST_P(Printf, RefusesBadIdsAndBuffers) {
  Kernel kernel = makeKernel(R"(kernel void k() { printf("x"); })");
  ASSERT_TRUE(kernel.handle);
  const char *text = nullptr;
  EXPECT_EQ(muxGetPrintfString(kernel.executable, 1000000, &text, nullptr),
            mux_error_invalid_value);
  EXPECT_EQ(muxGetPrintfString(kernel.executable, 0, nullptr, nullptr),
            mux_error_null_out_parameter);
  EXPECT_EQ(muxGetPrintfString(nullptr, 0, &text, nullptr), mux_error_invalid_handle);
  EXPECT_EQ(text, nullptr);
  Buffer small = makeBuffer(sizeof(mux_printf_header_t) - 1);
  mux_ndrange_t range = ndrange({1}, {1}, {});
  // Too small for the header.
  range.printf_buffer = small;
  EXPECT_EQ(launch(kernel, range), mux_error_invalid_value);
}

}  // namespace mux::cts
