// The portable part of containers: any bytes may be read.

#include "compiler/portable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace compiler {
namespace {

using testing::HasSubstr;

Bytes bytesOf(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

PortableProgram sample() {
  PortableUnit source;
  source.mode = OptionsMode::compile;
  source.options = "-DA=1";
  source.name = "a.cl";
  source.text = bytesOf("kernel void k() {}");
  source.headers = {{"given.h", "1"}};
  source.files = {{"folder/read.h", ""}, {"/usr/share/x.h", "2"}};
  PortableUnit words;
  words.language = PortableLanguage::spirv;
  words.text = Bytes(20, std::byte{3});
  words.constants = {{7, Bytes(4, std::byte{1})}};
  PortableUnit bitcode;
  bitcode.language = PortableLanguage::bitcode;
  bitcode.text = bytesOf("BC");
  return {OptionsMode::link, "-cl-mad-enable", {source, words, bitcode}};
}

std::string errorOf(const Bytes &bytes) {
  const auto read = readPortable(bytes);
  if (read) {
    return "";
  }
  EXPECT_EQ(read.failure().error, Error::invalidBinary);
  return read.failure().message;
}

TEST(Portable, IsReadAsWritten) {
  const auto read = readPortable(writePortable(sample()));
  ASSERT_TRUE(read) << read.failure().message;
  EXPECT_EQ(*read, sample());
}

TEST(Portable, RejectsEveryTruncationAndExtension) {
  Bytes bytes = writePortable(sample());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(errorOf({bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size)}), "") << size;
  }
  bytes.push_back(std::byte{0});
  EXPECT_THAT(errorOf(bytes), HasSubstr("damaged"));
}

TEST(Portable, NamesAnotherVersion) {
  Bytes bytes = writePortable(sample());
  bytes[4] = std::byte{9};
  EXPECT_THAT(errorOf(bytes), HasSubstr("format version 9"));
  bytes[0] = std::byte{0};
  EXPECT_THAT(errorOf(bytes), HasSubstr("does not begin as one"));
}

TEST(Portable, RejectsWhatNoWriterMakes) {
  const auto with = [](auto change) {
    PortableProgram program = sample();
    change(program);
    return errorOf(writePortable(program));
  };
  EXPECT_THAT(with([](auto &p) { p.units.clear(); }), HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.mode = static_cast<OptionsMode>(3); }), HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.units[0].mode = OptionsMode::link; }), HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.units[0].language = static_cast<PortableLanguage>(4); }),
              HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.units[1].text.resize(19); }), HasSubstr("damaged"));
}

TEST(Portable, SurvivesAnyBytes) {
  const Bytes good = writePortable(sample());
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    Bytes bytes = good;
    for (int i = 0; i < 3; ++i) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    if (const auto read = readPortable(bytes)) {
      EXPECT_EQ(writePortable(*read), bytes);
    }
  }
}

TEST(Portable, KeepsFilesThatWereThere) {
  Dependencies dependencies;
  dependencies.files = {{"/home/me/inc/a.h", 1, "a", "inc/a.h"},
                        {"/home/me/absent.h", {}, "", "absent.h"},
                        {"/usr/c.h", 3, "", "/usr/c.h"}};
  const std::vector<PortableText> expected = {{"inc/a.h", "a"}, {"/usr/c.h", ""}};
  EXPECT_EQ(portableFiles(dependencies), expected);
  auto files = expected;
  addFiles(files, {{"/usr/c.h", "other"}, {"d.h", "d"}});
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[1].text, "");
}

TEST(Portable, NamesSources) {
  EXPECT_EQ(withName("", "x"), "x");
  EXPECT_EQ(withName("a\"b\n.cl", "x"), "#line 1 \"a\\\"b .cl\"\nx");
}

}  // namespace
}  // namespace compiler
