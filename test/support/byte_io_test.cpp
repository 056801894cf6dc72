#include "support/byte_io.h"

#include <gtest/gtest.h>

#include <limits>

namespace {

using support::ByteReader;
using support::ByteWriter;

std::vector<std::byte> sample() {
  ByteWriter writer;
  writer.write<uint32_t>(7);
  writer.write<double>(-0.5);
  writer.writeString("kernel");
  writer.align(8);
  writer.write<uint64_t>(std::numeric_limits<uint64_t>::max());
  return writer.take();
}

TEST(ByteIo, RoundTrip) {
  auto bytes = sample();
  ByteReader reader(bytes);
  EXPECT_EQ(reader.read<uint32_t>(), 7u);
  EXPECT_EQ(reader.read<double>(), -0.5);
  EXPECT_EQ(reader.readString(), "kernel");
  reader.align(8);
  EXPECT_EQ(reader.read<uint64_t>(), std::numeric_limits<uint64_t>::max());
  EXPECT_TRUE(reader.ok());
  EXPECT_TRUE(reader.atEnd());
}

TEST(ByteIo, EveryTruncationIsNoticed) {
  auto bytes = sample();
  for (size_t size = 0; size < bytes.size(); ++size) {
    ByteReader reader(std::span(bytes).first(size));
    reader.read<uint32_t>();
    reader.read<double>();
    reader.readString();
    reader.align(8);
    reader.read<uint64_t>();
    EXPECT_FALSE(reader.ok()) << size;
  }
}

TEST(ByteIo, AFailedReaderStaysFailedAndYieldsNothing) {
  auto bytes = sample();
  ByteReader reader(std::span(bytes).first(2));
  EXPECT_EQ(reader.read<uint32_t>(), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.read<uint8_t>(), 0u);
  EXPECT_TRUE(reader.readString().empty());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteIo, AStringLongerThanTheInputIsEmpty) {
  ByteWriter writer;
  writer.write<uint32_t>(0xffffffff);
  writer.write<uint32_t>(0);
  auto bytes = writer.take();
  ByteReader reader(bytes);
  EXPECT_TRUE(reader.readString().empty());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteIo, ACountThatTheInputCannotHoldIsZero) {
  ByteWriter writer;
  writer.write<uint32_t>(5);
  writer.write<uint64_t>(1);
  auto bytes = writer.take();
  EXPECT_EQ(ByteReader(bytes).readCount(1), 5u);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.readCount(2), 0u);
  EXPECT_FALSE(reader.ok());
}

}  // namespace
