// Program containers: any bytes may be read.

#include "compiler/container.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "container_seal.h"

namespace compiler {
namespace {

constexpr size_t firstRecord = 40;
constexpr size_t recordHeader = 40;

struct ContainerTest : testing::Test {
  const Bytes code = Bytes(5000, std::byte{1});
  const Bytes otherCode = Bytes(100, std::byte{2});
  const Bytes module = Bytes(333, std::byte{3});

  ContainerEntry entry(EntryKind kind, std::string target, std::string properties,
                       const Bytes &payload) const {
    ContainerEntry made;
    made.kind = kind;
    made.target = std::move(target);
    made.properties = std::move(properties);
    made.abiVersion = kind == EntryKind::code ? 1 : 0;
    made.driverBuild = "0123abcd";
    made.options = "-cl-fast-relaxed-math";
    made.log = "warning: something\n";
    made.info.kernels.resize(1);
    made.info.kernels[0].name = "kernel";
    made.info.kernels[0].arguments.resize(3);
    made.payload = payload;
    return made;
  }

  std::vector<ContainerEntry> entries() const {
    return {entry(EntryKind::code, "one", "cpu=a", code),
            entry(EntryKind::code, "two", "cpu=a", otherCode),
            entry(EntryKind::ir, "", "64-bit", module), entry(EntryKind::embedded, "", "", module)};
  }
  Bytes sample() const { return writeContainer(entries()); }

  static std::string errorOf(const Bytes &bytes) {
    auto read = readContainer(bytes);
    if (read) {
      return "";
    }
    EXPECT_EQ(read.error().code, Error::invalidBinary);
    return read.error().message;
  }
  /// The message after `change`, whose checksums fit.
  template <class T>
  std::string errorWith(size_t at, T value) const {
    Bytes bytes = sample();
    test::put(bytes, at, value);
    test::sealContainer(bytes);
    return errorOf(bytes);
  }
};

TEST_F(ContainerTest, IsReadAsWritten) {
  const Bytes bytes = sample();
  ASSERT_TRUE(isContainer(bytes));
  auto read = readContainer(bytes);
  ASSERT_TRUE(read) << read.error().message;
  const auto expected = entries();
  ASSERT_EQ(read->size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const ContainerEntry &is = (*read)[i], &was = expected[i];
    EXPECT_EQ(is.kind, was.kind);
    EXPECT_EQ(is.programKind, was.programKind);
    EXPECT_EQ(is.addressBits, was.addressBits);
    EXPECT_EQ(is.abiVersion, was.abiVersion);
    EXPECT_EQ(is.target, was.target);
    EXPECT_EQ(is.properties, was.properties);
    EXPECT_EQ(is.driverBuild, was.driverBuild);
    EXPECT_EQ(is.options, was.options);
    EXPECT_EQ(is.log, was.log);
    ASSERT_EQ(is.info.kernels.size(), 1u);
    EXPECT_EQ(is.info.kernels[0].arguments.size(), 3u);
    EXPECT_TRUE(std::ranges::equal(is.payload, was.payload));
  }
  EXPECT_EQ(writeContainer(*read), bytes);
}

TEST_F(ContainerTest, PlacesCodeOnPages) {
  const Bytes bytes = sample();
  const auto read = *readContainer(bytes);
  for (const ContainerEntry &is : read) {
    const auto offset = static_cast<size_t>(is.payload.data() - bytes.data());
    EXPECT_EQ(offset % (is.kind == EntryKind::code ? 4096 : 8), 0u);
  }
}

TEST_F(ContainerTest, MayBeEmpty) {
  const Bytes bytes = writeContainer({});
  auto read = readContainer(bytes);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->empty());
}

TEST_F(ContainerTest, RejectsEveryChangedBit) {
  const Bytes bytes = sample();
  for (size_t i = 0; i < bytes.size(); ++i) {
    Bytes damaged = bytes;
    damaged[i] ^= std::byte{1} << (i % 8);
    EXPECT_NE(errorOf(damaged), "") << i;
  }
}

TEST_F(ContainerTest, RejectsEveryTruncationAndExtension) {
  const Bytes bytes = sample();
  for (size_t size = 0; size < bytes.size(); ++size) {
    Bytes part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    ASSERT_NE(errorOf(part), "");
    test::put<uint64_t>(part, 24, size);
    test::sealContainer(part);
    ASSERT_NE(errorOf(part), "") << size;
  }
  Bytes longer = bytes;
  longer.push_back({});
  EXPECT_THAT(errorOf(longer), testing::HasSubstr("should have"));
  test::put<uint64_t>(longer, 24, longer.size());
  test::sealContainer(longer);
  EXPECT_THAT(errorOf(longer), testing::HasSubstr("follows its last payload"));
}

TEST_F(ContainerTest, SaysWhatIsWrong) {
  using testing::HasSubstr;
  EXPECT_THAT(errorWith<uint8_t>(0, 'k'), HasSubstr("does not begin as one"));
  EXPECT_THAT(errorWith<uint32_t>(16, 2), HasSubstr("format version 2"));
  EXPECT_THAT(errorWith<uint32_t>(20, 2), HasSubstr("longer than its entries"));
  EXPECT_THAT(errorWith<uint32_t>(20, 5), HasSubstr("entry 4: its record is cut off"));
  EXPECT_THAT(errorWith<uint32_t>(20, ~0u), HasSubstr("more entries"));
  EXPECT_THAT(errorWith<uint64_t>(32, ~uint64_t{0}), HasSubstr("directory is longer"));
  EXPECT_THAT(errorWith<uint32_t>(firstRecord, 0), HasSubstr("entry 0: its record is cut off"));
  EXPECT_THAT(errorWith<uint32_t>(firstRecord, ~0u - 7), HasSubstr("record is cut off"));
  for (uint32_t alignment : {0u, 3u, 1u << 30}) {
    EXPECT_THAT(errorWith(firstRecord + 12, alignment), HasSubstr("alignment"));
  }
  for (uint64_t offset : {uint64_t{0}, uint64_t{4095}, uint64_t{8192}, ~uint64_t{0}}) {
    EXPECT_THAT(errorWith(firstRecord + 16, offset), HasSubstr("payload lies at a wrong place"));
  }
  for (uint64_t size : {~uint64_t{0}, ~uint64_t{4095}, uint64_t{1} << 40}) {
    EXPECT_THAT(errorWith(firstRecord + 24, size), HasSubstr("payload lies at a wrong place"));
  }
  EXPECT_THAT(errorWith<uint32_t>(firstRecord + recordHeader, 1), HasSubstr("inconsistent"));
  EXPECT_THAT(errorWith<uint32_t>(firstRecord + recordHeader, 4), HasSubstr("inconsistent"));
  EXPECT_THAT(errorWith<uint32_t>(firstRecord + recordHeader + 4, 16), HasSubstr("inconsistent"));
  EXPECT_THAT(errorWith<uint32_t>(firstRecord + recordHeader + 12, ~0u), HasSubstr("inconsistent"));
}

TEST_F(ContainerTest, RefusesTwoEntriesForOneTarget) {
  const std::vector<ContainerEntry> same = {entry(EntryKind::code, "one", "cpu=a", code),
                                            entry(EntryKind::code, "one", "cpu=a", otherCode)};
  EXPECT_THAT(errorOf(writeContainer(same)), testing::HasSubstr("entry 1: another entry"));
  const std::vector<ContainerEntry> levels = {entry(EntryKind::code, "one", "cpu=b", code),
                                              entry(EntryKind::code, "one", "cpu=a", otherCode)};
  EXPECT_EQ(errorOf(writeContainer(levels)), "");
  const auto embedded = entry(EntryKind::embedded, "", "", module);
  EXPECT_THAT(errorOf(writeContainer({{embedded, embedded}})),
              testing::HasSubstr("entry 1: another entry"));
  const auto withProperties = entry(EntryKind::embedded, "", "64-bit", module);
  EXPECT_THAT(errorOf(writeContainer({{withProperties}})), testing::HasSubstr("inconsistent"));
}

TEST_F(ContainerTest, RefusesPaddingThatIsNotZero) {
  Bytes bytes = sample();
  const auto offset = test::get<uint64_t>(bytes, firstRecord + 16);
  bytes[offset - 1] = std::byte{1};
  EXPECT_THAT(errorOf(bytes), testing::HasSubstr("not zero"));
}

TEST_F(ContainerTest, SkipsUnknownKindsUnlessTheyAreRequired) {
  Bytes bytes = sample();
  test::put<uint32_t>(bytes, firstRecord + 4, 77);
  test::sealContainer(bytes);
  auto read = readContainer(bytes);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 3u);
  EXPECT_EQ((*read)[0].target, "two");
  test::put<uint32_t>(bytes, firstRecord + 8, 1);
  test::sealContainer(bytes);
  EXPECT_THAT(errorOf(bytes), testing::HasSubstr("required and unknown"));
}

TEST_F(ContainerTest, SkipsFieldsThatALaterWriterAppends) {
  // One entry without payload, so only the record has to move.
  const std::vector<ContainerEntry> one = {entry(EntryKind::ir, "", "64-bit", {})};
  Bytes bytes = writeContainer(one);
  bytes.resize(bytes.size() + 16, std::byte{9});
  test::put<uint64_t>(bytes, 24, bytes.size());
  test::put<uint64_t>(bytes, 32, bytes.size() - firstRecord);
  test::put<uint32_t>(bytes, firstRecord, static_cast<uint32_t>(bytes.size() - firstRecord));
  test::put<uint64_t>(bytes, firstRecord + 16, bytes.size());
  test::sealContainer(bytes);
  auto read = readContainer(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->at(0).log, one[0].log);
}

TEST_F(ContainerTest, SurvivesDamageWithFittingChecksums) {
  const Bytes bytes = sample();
  const auto directory = test::get<uint64_t>(bytes, 32);
  std::mt19937 random(9);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    Bytes damaged = bytes;
    for (int i = 0; i < 3; ++i) {
      damaged[8 + random() % (directory + 40)] = static_cast<std::byte>(random());
    }
    if (round % 4 == 0) {
      damaged.resize(random() % damaged.size());
    }
    test::sealContainer(damaged);
    accepted += readContainer(damaged) ? 1 : 0;
  }
  EXPECT_GT(accepted, 0);  // damage in a text is not the container's to find
}

}  // namespace
}  // namespace compiler
