// The embedded source or IL of containers: any bytes may be read.

#include "compiler/embedded_program.h"

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

EmbeddedProgram sample() {
  EmbeddedUnit source;
  source.mode = OptionsMode::compile;
  source.options = "-DA=1";
  source.name = "a.cl";
  source.text = bytesOf("kernel void k() {}");
  source.headers = {{"given.h", "1"}};
  source.files = {{"folder/read.h", ""}, {"/usr/share/x.h", "2"}};
  EmbeddedUnit words;
  words.language = EmbeddedLanguage::spirv;
  words.text = Bytes(20, std::byte{3});
  words.constants = {{7, Bytes(4, std::byte{1})}};
  EmbeddedUnit bitcode;
  bitcode.language = EmbeddedLanguage::bitcode;
  bitcode.text = bytesOf("BC");
  return {OptionsMode::link, "-cl-mad-enable", {source, words, bitcode}};
}

std::string errorOf(const Bytes &bytes) {
  const auto read = readEmbedded(bytes);
  if (read) {
    return "";
  }
  EXPECT_EQ(read.error().code, Error::invalidBinary);
  return read.error().message;
}

TEST(Embedded, IsReadAsWritten) {
  const auto read = readEmbedded(writeEmbedded(sample()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, sample());
}

TEST(Embedded, RejectsEveryTruncationAndExtension) {
  Bytes bytes = writeEmbedded(sample());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(errorOf({bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size)}), "") << size;
  }
  bytes.push_back(std::byte{0});
  EXPECT_THAT(errorOf(bytes), HasSubstr("damaged"));
}

TEST(Embedded, NamesAnotherVersion) {
  Bytes bytes = writeEmbedded(sample());
  bytes[4] = std::byte{9};
  EXPECT_THAT(errorOf(bytes), HasSubstr("format version 9"));
  bytes[0] = std::byte{0};
  EXPECT_THAT(errorOf(bytes), HasSubstr("does not begin as one"));
}

TEST(Embedded, RejectsWhatNoWriterMakes) {
  const auto with = [](auto change) {
    EmbeddedProgram program = sample();
    change(program);
    return errorOf(writeEmbedded(program));
  };
  EXPECT_THAT(with([](auto &p) { p.units.clear(); }), HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.mode = static_cast<OptionsMode>(3); }), HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.units[0].mode = OptionsMode::link; }), HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.units[0].language = static_cast<EmbeddedLanguage>(4); }),
              HasSubstr("damaged"));
  EXPECT_THAT(with([](auto &p) { p.units[1].text.resize(19); }), HasSubstr("damaged"));
}

TEST(Embedded, SurvivesAnyBytes) {
  const Bytes good = writeEmbedded(sample());
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    Bytes bytes = good;
    for (int i = 0; i < 3; ++i) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    if (const auto read = readEmbedded(bytes)) {
      EXPECT_EQ(writeEmbedded(*read), bytes);
    }
  }
}

TEST(Embedded, KeepsFilesThatWereThere) {
  Dependencies dependencies;
  dependencies.files = {{"/home/me/inc/a.h", 1, "a", "inc/a.h"},
                        {"/home/me/absent.h", {}, "", "absent.h"},
                        {"/usr/c.h", 3, "", "/usr/c.h"}};
  const std::vector<EmbeddedText> expected = {{"inc/a.h", "a"}, {"/usr/c.h", ""}};
  EXPECT_EQ(embeddedFiles(dependencies), expected);
  auto files = expected;
  addFiles(files, {{"/usr/c.h", "other"}, {"d.h", "d"}});
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[1].text, "");
}

TEST(Embedded, NamesSources) {
  EXPECT_EQ(withName("", "x"), "x");
  EXPECT_EQ(withName("a\"b\n.cl", "x"), "#line 1 \"a\\\"b .cl\"\nx");
}

}  // namespace
}  // namespace compiler
