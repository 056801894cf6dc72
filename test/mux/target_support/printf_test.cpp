#include "mux/target_support/printf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "support/byte_io.h"

namespace {

using testing::ElementsAre;

uint64_t word(double value) {
  return std::bit_cast<uint64_t>(value);
}
uint64_t word(int value) {
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

/// A buffer with records, as kernels leave it.
class PrintfBuffer {
 public:
  void record(uint32_t id, std::vector<uint64_t> words) {
    records_.write(static_cast<uint32_t>(8 + 8 * words.size()));
    records_.write(id);
    for (uint64_t w : words) {
      records_.write(w);
    }
  }
  std::vector<std::byte> bytes(uint32_t dropped = 0) {
    support::ByteWriter all;
    all.write(static_cast<uint32_t>(records_.size()));
    all.write(dropped);
    all.write(static_cast<uint32_t>(records_.size()));
    all.write(uint32_t{0});
    all.writeBytes(records_.bytes());
    return all.take();
  }

 private:
  support::ByteWriter records_;
};

class Printf : public testing::Test {
 protected:
  mux::PrintfReport print(std::span<const std::byte> buffer) {
    lines_.clear();
    return mux::formatPrintf(
        buffer,
        [this](uint32_t id) -> std::optional<std::string_view> {
          return id < strings_.size() ? std::optional<std::string_view>(strings_[id])
                                      : std::nullopt;
        },
        [this](std::string_view text) { lines_.emplace_back(text); });
  }
  /// Returns the text of one record with this format.
  std::string format(std::string text, std::vector<uint64_t> words) {
    strings_ = {std::move(text), "constant", ""};
    PrintfBuffer buffer;
    buffer.record(0, std::move(words));
    const mux::PrintfReport report = print(buffer.bytes());
    EXPECT_EQ(report.damaged, 0u);
    return lines_.empty() ? "(nothing)" : lines_[0];
  }
  std::vector<std::string> strings_;
  std::vector<std::string> lines_;
};

TEST_F(Printf, Integers) {
  EXPECT_EQ(
      format("%d %i %u %o %x %X", {word(-1), word(2), word(-1), word(8), word(255), word(255)}),
      "-1 2 4294967295 10 ff FF");
  EXPECT_EQ(format("%5d|%-5d|%05d|%+d|% d|%#x|%.3d", {42, 42, 42, 42, 42, 42, 42}),
            "   42|42   |00042|+42| 42|0x2a|042");
  EXPECT_EQ(format("%ld %lu %lx", {UINT64_MAX, UINT64_MAX, UINT64_MAX}),
            "-1 18446744073709551615 ffffffffffffffff");
  EXPECT_EQ(format("%hd %hu %hhd %hhu", {0x1ffff, 0x1ffff, 0x1ff, 0x1ff}), "-1 65535 -1 255");
}

TEST_F(Printf, FloatingPoint) {
  EXPECT_EQ(format("%f %e %g %a", {word(1.5), word(1.5), word(1.5), word(1.5)}),
            "1.500000 1.500000e+00 1.5 0x1.8p+0");
  EXPECT_EQ(format("%F %E %G %A", {word(1.5), word(1.5), word(1e-10), word(1.5)}),
            "1.500000 1.500000E+00 1E-10 0X1.8P+0");
  EXPECT_EQ(format("%10.3f|%-10.1f|%+.0f|%#.0f", {word(3.14159), word(2.55), word(1.0), word(1.0)}),
            "     3.142|2.5       |+1|1.");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(format("%f %F %5.1f", {word(infinity), word(-infinity), word(std::nan(""))}),
            "inf -INF   nan");
  EXPECT_EQ(format("%lf", {word(0.1)}), "0.100000");
}

TEST_F(Printf, Vectors) {
  EXPECT_EQ(format("%v4hld", {word(1), word(-2), word(3), word(-4)}), "1,-2,3,-4");
  EXPECT_EQ(format("<%v2hlf>", {word(0.5), word(1.5)}), "<0.500000,1.500000>");
  EXPECT_EQ(format("%v3hhx", {1, 0xfe, 0xff}), "1,fe,ff");
  EXPECT_EQ(format("%4v2hd", {word(-1), word(5)}), "  -1,   5");
  EXPECT_EQ(format("%05.2v2hlf", {word(1.0), word(2.0)}), "01.00,02.00");
  EXPECT_EQ(format("%#v2lx|%5v2hld", {1, 2, 3, 4}), "0x1,0x2|    3,    4");
  EXPECT_EQ(format("%v16hlu", std::vector<uint64_t>(16, 7)), "7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7");
  EXPECT_EQ(format("%v5d", {}), "%v5d") << "there are no vectors of five";
}

TEST_F(Printf, CharactersStringsPointers) {
  EXPECT_EQ(format("%c%3c|%-3c|", {'a', 'b', 'c'}), "a  b|c  |");
  EXPECT_EQ(format("%s|%10s|%-10s|%.5s|", {1, 1, 1, 1}), "constant|  constant|constant  |const|");
  EXPECT_EQ(format("%s%s", {UINT64_MAX, 2}), "(null)");
  EXPECT_EQ(format("%p", {0x1234}), "0x1234");
  EXPECT_EQ(format("100%%%d%%", {5}), "100%5%");
}

TEST_F(Printf, WhatIsNoConversionIsText) {
  EXPECT_EQ(format("%y %", {}), "%y %");
  EXPECT_EQ(format("%n%*d", {}), "%n%*d");
  EXPECT_EQ(format("%ll", {}), "%ll");
}

TEST_F(Printf, FieldsAreBounded) {
  EXPECT_EQ(format("%999999999d", {1}).size(), 4095u);
  EXPECT_EQ(format("%.999999999f", {word(1e308)}).size(), 309u + 1 + 4095);
  EXPECT_EQ(format("%999999999s", {1}).size(), 4095u);
}

TEST_F(Printf, IgnoresTheApplicationsLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    std::setlocale(LC_ALL, name);
    EXPECT_EQ(format("%.1f", {word(1.5)}), "1.5");
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST_F(Printf, ManyRecords) {
  strings_ = {"a%d", "b"};
  PrintfBuffer buffer;
  buffer.record(0, {1});
  buffer.record(1, {});
  buffer.record(0, {2, 99});
  const auto report = print(buffer.bytes(7));
  EXPECT_THAT(lines_, ElementsAre("a1", "b", "a2")) << "further arguments are ignored, as in C";
  EXPECT_EQ(report.printed, 3u);
  EXPECT_EQ(report.dropped, 7u);
  EXPECT_EQ(report.damaged, 0u);
}

TEST_F(Printf, SkipsDamagedRecords) {
  strings_ = {"%d", "ok", "%s"};
  PrintfBuffer buffer;
  buffer.record(0, {});    // too few arguments
  buffer.record(17, {1});  // no such format
  buffer.record(2, {17});  // no such string
  buffer.record(2, {1ull << 40});
  buffer.record(1, {});
  const auto report = print(buffer.bytes());
  EXPECT_THAT(lines_, ElementsAre("ok"));
  EXPECT_EQ(report.damaged, 4u);
}

TEST_F(Printf, StopsAtImpossibleSizes) {
  strings_ = {"x"};
  for (uint32_t size : {0u, 4u, 12u, 64u, UINT32_MAX}) {
    PrintfBuffer buffer;
    buffer.record(0, {});
    buffer.record(0, {});
    auto bytes = buffer.bytes();
    std::memcpy(bytes.data() + sizeof(mux_printf_header_t) + 8, &size, sizeof size);
    const auto report = print(bytes);
    EXPECT_EQ(report.printed, 1u);
    EXPECT_EQ(report.damaged, 1u) << size;
  }
}

TEST_F(Printf, TheGapOfDroppedRecordsIsNoDamage) {
  strings_ = {"x"};
  PrintfBuffer buffer;
  buffer.record(0, {});
  auto bytes = buffer.bytes(3);
  bytes.resize(bytes.size() + 8);
  const uint32_t used = 1000;
  std::memcpy(bytes.data(), &used, sizeof used);
  const auto report = print(bytes);
  EXPECT_EQ(report.printed, 1u);
  EXPECT_EQ(report.dropped, 3u);
  EXPECT_EQ(report.damaged, 0u);
}

TEST_F(Printf, AnyBytesAreSafe) {
  strings_ = {"%d %s %v4hlf %c", "%999f", "%s%s%s%s", ""};
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::byte> bytes(random() % 200);
    for (std::byte &b : bytes) {
      b = static_cast<std::byte>(random() % 4 == 0 ? random() : random() % 24);
    }
    print(bytes);
  }
}

TEST_F(Printf, ResetZeroesAllButTheCapacity) {
  std::vector<std::byte> bytes(100, std::byte{0xff});
  mux::resetPrintfBuffer(bytes);
  mux_printf_header_t header;
  std::memcpy(&header, bytes.data(), sizeof header);
  EXPECT_EQ(header.used, 0u);
  EXPECT_EQ(header.dropped, 0u);
  EXPECT_EQ(header.capacity, 84u);
  EXPECT_EQ(bytes.back(), std::byte{0});
  EXPECT_EQ(print(bytes).damaged, 0u);
  std::ranges::fill(bytes, std::byte{0});
  header.used = 24;
  std::memcpy(bytes.data(), &header, sizeof header);
  std::fill_n(bytes.begin() + sizeof header, 24, std::byte{7});
  bytes.back() = std::byte{9};  // no launch has written here
  mux::resetUsedPrintfBuffer(bytes);
  EXPECT_EQ(std::ranges::count(bytes, std::byte{7}), 0);
  EXPECT_EQ(bytes.back(), std::byte{9});
  std::memcpy(&header, bytes.data(), sizeof header);
  EXPECT_EQ(header.used, 0u);
  EXPECT_EQ(header.capacity, 84u);
  header.used = UINT32_MAX;  // more than there is
  std::memcpy(bytes.data(), &header, sizeof header);
  mux::resetUsedPrintfBuffer(bytes);
  EXPECT_EQ(bytes.back(), std::byte{0});
  std::vector<std::byte> tiny(3);
  mux::resetUsedPrintfBuffer(tiny);
  mux::resetPrintfBuffer(tiny);
  EXPECT_EQ(print(tiny).damaged, 1u);
}

}  // namespace
