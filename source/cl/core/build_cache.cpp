#include "core/build_cache.h"

#define XXH_INLINE_ALL
#include <unistd.h>
#include <xxhash.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/cache_entry.h"
#include "core/compiler_loader.h"
#include "core/driver_build.h"
#include "mux/mux.h"
#include "support/byte_io.h"
#include "support/cache_folder.h"
#include "support/environment.h"

namespace cl {
namespace {

using support::ByteWriter;
using support::FileStore;
using Bytes = std::vector<std::byte>;

/// Raised when keys or entries change their form.
constexpr std::string_view formatName = "kiln build 1";

FileStore::Key keyOf(const ByteWriter &text) {
  const XXH128_hash_t hash = XXH3_128bits(text.bytes().data(), text.size());
  FileStore::Key key;
  std::memcpy(key.data(), &hash.high64, 8);
  std::memcpy(key.data() + 8, &hash.low64, 8);
  return key;
}

const FileStore *openStore() {
  const support::Environment &options = support::environment();
  if (!options.cache || options.deferred) {
    return nullptr;
  }
  std::string reason;
  auto store = FileStore::open(support::cacheFolder(), uint64_t{options.cacheSize} << 20, reason);
  return store ? new FileStore(std::move(*store)) : nullptr;  // lives as long as the process
}

const FileStore *theStore() {
  static const FileStore *const store = openStore();
  return store;
}

void writeInput(ByteWriter &out, const ProgramInput &input) {
  out.write(static_cast<uint32_t>(input.language));
  out.writeBlob(std::as_bytes(std::span(input.source)));
  out.writeBlob(std::as_bytes(input.words));
  out.writeBlob(input.bitcode);
  out.write(static_cast<uint32_t>(input.headers.size()));
  for (const IncludedHeader &header : input.headers) {
    out.writeString(header.name);
    out.writeBlob(std::as_bytes(std::span(header.source)));
  }
  out.write(static_cast<uint32_t>(input.constants.size()));
  for (const compiler::SpecializationConstant &constant : input.constants) {
    out.write(constant.id);
    out.writeBlob(constant.value);
  }
}

/// What a file holds now, as compiler::FileDependency says it. Of a folder and the like, which no
/// build read, something that no file holds.
std::optional<uint64_t> contentsOf(const std::string &path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return std::nullopt;
  }
  if (!std::filesystem::is_regular_file(status)) {
    return 0;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return XXH3_64bits(text.data(), text.size());
}

/// The second key.
FileStore::Key keyOf(const FileStore::Key &first, std::span<const compiler::FileDependency> files) {
  ByteWriter text;
  text.writeBytes(first);
  for (const compiler::FileDependency &file : files) {
    text.writeString(file.path);
    text.write(static_cast<uint8_t>(file.contents.has_value()));
    text.write(file.contents.value_or(0));
  }
  return keyOf(text);
}

/// The build under a key; the files decide on it if there is a list of paths.
std::optional<Bytes> findIn(const FileStore &store, const FileStore::Key &key) {
  auto entry = store.read(key);
  if (!entry || kindOfEntry(*entry) != CacheEntryKind::paths) {
    return entry;
  }
  auto paths = readPaths(contentsOfEntry(*entry));
  if (!paths) {
    return std::nullopt;
  }
  std::vector<compiler::FileDependency> files;
  for (std::string &path : *paths) {
    const auto contents = contentsOf(path);
    files.push_back({std::move(path), contents});
  }
  return store.read(keyOf(key, files));
}

}  // namespace

CachedBuild::CachedBuild(const mux_device_info_s &device, const ProgramInput &input,
                         std::string_view options)
    : store_(theStore()), key_{} {
  if (!store_ || driverBuild().compiler.empty() || driverBuild().driver.empty()) {
    store_ = nullptr;
    return;
  }
  ByteWriter text;
  for (std::string_view part :
       {formatName, std::string_view(driverBuild().driver),
        std::string_view(driverBuild().compiler), std::string_view(device.target),
        std::string_view(device.compiler_facts), std::string_view(device.kernel_extensions),
        std::string_view(device.kernel_features), options,
        std::string_view(support::environment().vectorize)}) {
    text.writeString(part);
  }
  writeInput(text, input);
  // What is included may be found relative to it.
  constexpr std::string_view word = "include";
  if (options.find("-I") != options.npos || input.source.find(word) != input.source.npos) {
    std::error_code error;
    text.writeString(std::filesystem::current_path(error).string());
  }
  key_ = keyOf(text);
}

std::optional<Bytes> CachedBuild::find() const {
  auto entry = store_ ? findIn(*store_, key_) : std::nullopt;
  if (!entry || kindOfEntry(*entry) != CacheEntryKind::container) {
    return std::nullopt;
  }
  const std::span container = contentsOfEntry(*entry);
  return Bytes(container.begin(), container.end());
}

void CachedBuild::store(std::span<const std::byte> container,
                        const compiler::Dependencies &dependencies) const {
  const auto library = CompilerLoader::load();
  if (!store_ || dependencies.onTime || !library ||
      (*library)->buildId() != driverBuild().compiler) {
    return;
  }
  if (dependencies.files.empty()) {
    (void)store_->write(key_, makeEntry(CacheEntryKind::container, container));
    return;
  }
  ByteWriter paths;
  paths.write(static_cast<uint32_t>(dependencies.files.size()));
  for (const compiler::FileDependency &file : dependencies.files) {
    paths.writeString(file.path);
  }
  if (store_->write(keyOf(key_, dependencies.files),
                    makeEntry(CacheEntryKind::container, container))) {
    (void)store_->write(key_, makeEntry(CacheEntryKind::paths, paths.bytes()));
  }
}

}  // namespace cl
