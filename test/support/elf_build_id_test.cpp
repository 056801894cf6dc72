#include "support/elf_build_id.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "support/byte_io.h"

namespace support {
namespace {

constexpr uint32_t gnuBuildId = 3;

std::vector<std::byte> note(std::string_view owner, uint32_t type,
                            std::initializer_list<uint8_t> bytes) {
  ByteWriter out;
  out.write(static_cast<uint32_t>(owner.size()));
  out.write(static_cast<uint32_t>(bytes.size()));
  out.write(type);
  out.writeBytes(std::as_bytes(std::span(owner)));
  out.align(4);
  for (uint8_t byte : bytes) {
    out.write(byte);
  }
  out.align(4);
  return out.take();
}

constexpr std::string_view gnu("GNU\0", 4);

TEST(ElfBuildId, IsInItsNote) {
  auto notes = note("Other", 1, {1, 2, 3});
  const auto id = note(gnu, gnuBuildId, {0xab, 0x01, 0xff});
  EXPECT_EQ(buildIdIn(notes), "");
  notes.insert(notes.end(), id.begin(), id.end());
  EXPECT_EQ(buildIdIn(notes), "ab01ff");
  EXPECT_EQ(buildIdIn(note(gnu, 1, {5})), "");
  EXPECT_EQ(buildIdIn(note("GNU", gnuBuildId, {5})), "");
}

TEST(ElfBuildId, NotesMayBeCutAnywhere) {
  const auto id = note(gnu, gnuBuildId, {1, 2, 3, 4, 5});
  for (size_t size = 0; size < id.size(); ++size) {
    const std::string found = buildIdIn(std::span(id).first(size));
    EXPECT_EQ(found, size < id.size() - 3 ? "" : "0102030405") << size;
  }
}

TEST(ElfBuildId, OfFilesThatHaveNone) {
  EXPECT_EQ(buildIdOf("/"), "");
  EXPECT_EQ(buildIdOf("/there/is/none"), "");
  EXPECT_EQ(buildIdOf("/etc/passwd"), "");
  EXPECT_EQ(buildIdOf(""), "");
}

}  // namespace
}  // namespace support
