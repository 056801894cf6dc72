// Any bytes as a program container, embedded source or IL and an entry of the cache of builds, as
// they are and with correct checksums. Accepted inputs must come back from their own bytes.

#include "compiler/container.h"
#include "compiler/embedded_program.h"

#include <algorithm>
#include <cstdlib>

#include "../compiler/core/unit/container_seal.h"
#include "core/build/cache_entry.h"
#include "support/byte_io.h"

namespace {

void readEmbedded(std::span<const std::byte> bytes) {
  const auto first = compiler::readEmbedded(bytes);
  if (!first) {
    return;
  }
  const auto written = compiler::writeEmbedded(*first);
  const auto second = compiler::readEmbedded(written);
  if (!second || *second != *first || !std::ranges::equal(written, bytes)) {
    std::abort();
  }
}

void readPaths(std::span<const std::byte> bytes) {
  if (cl::kindOfEntry(bytes) != cl::CacheEntryKind::paths) {
    return;
  }
  if (const auto paths = cl::readPaths(cl::contentsOfEntry(bytes))) {
    support::ByteWriter out;
    out.write(static_cast<uint32_t>(paths->size()));
    for (const std::string &path : *paths) {
      out.writeString(path);
    }
    if (!std::ranges::equal(cl::makeEntry(cl::CacheEntryKind::paths, out.bytes()), bytes)) {
      std::abort();
    }
  }
}

void read(const compiler::Bytes &bytes) {
  readEmbedded(bytes);
  readPaths(bytes);
  const auto first = compiler::readContainer(bytes);
  if (!first) {
    return;
  }
  const auto written = compiler::writeContainer(*first);
  const auto second = compiler::readContainer(written);
  if (!second || second->size() != first->size() || compiler::writeContainer(*second) != written) {
    std::abort();
  }
  if (const auto *embedded = compiler::findEmbedded(*first)) {
    readEmbedded(embedded->payload);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *start = reinterpret_cast<const std::byte *>(data);
  compiler::Bytes bytes(start, start + size);
  read(bytes);
  test::put<uint64_t>(bytes, 24, bytes.size());
  test::sealContainer(bytes);
  read(bytes);
  return 0;
}
