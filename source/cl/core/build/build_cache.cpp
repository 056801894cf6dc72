#include "core/build/build_cache.h"

#define XXH_INLINE_ALL
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "core/build/cache_entry.h"
#include "core/process/compiler_loader.h"
#include "core/process/driver_build.h"
#include "mux/mux.h"
#include "support/byte_io.h"
#include "support/cache_folder.h"
#include "support/environment.h"

namespace cl {
namespace {

using support::ByteWriter;
using support::FileStore;
using Bytes = std::vector<std::byte>;

/// Changes with the layout of keys or entries.
constexpr std::string_view formatName = "kiln build 5";

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
  auto store = FileStore::open(support::cacheFolder(), uint64_t{options.cacheSize} << 20);
  return store ? new FileStore(std::move(*store)) : nullptr;  // lives as long as the process
}

/// Opens the store at the first call, under a lock held by forks (driverBuild()): opening a large
/// one takes a while.
const FileStore *theStore() {
  static constinit std::optional<const FileStore *> store;
  const std::lock_guard guard(CompilerLoader::mutex());
  if (!store) {
    store = openStore();
  }
  return *store;
}

/// Returns the store, or null if the driver's or the compiler's build id is unknown: keys would be
/// incomplete.
const FileStore *storeOfBuilds() {
  const bool isKnown = !driverBuild().compiler.empty() && !driverBuild().driver.empty();
  return isKnown ? theStore() : nullptr;
}

/// Writes everything but the input that determines a build's result on a device.
void writeCircumstances(ByteWriter &out, const mux_device_info_s &device, CachedBuild::Step step,
                        std::string_view options) {
  out.write(step);
  for (std::string_view part :
       {formatName, std::string_view(driverBuild().driver),
        std::string_view(driverBuild().compiler), std::string_view(device.target),
        std::string_view(device.target_properties), std::string_view(device.kernel_extensions),
        std::string_view(device.kernel_features), options,
        std::string_view(support::environment().vectorize),
        std::string_view(support::environment().disableSteps),
        std::string_view(support::environment().optBisectLimit)}) {
    out.writeString(part);
  }
}

/// Tells if a source seems to include files. These may be found relative to the working directory.
bool mayInclude(const ProgramInput &input, std::string_view options) {
  const auto has = [](std::string_view source) {
    return source.find("include") != source.npos || source.find("embed") != source.npos;
  };
  return options.find("-I") != options.npos || has(input.source) ||
         std::ranges::any_of(input.headers, has, &IncludedHeader::source);
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

/// Hashes a file as compiler::FileDependency does. Builds read no devices and pipes, so these count
/// as folders.
std::optional<uint64_t> contentsOf(const std::string &path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return std::nullopt;
  }
  if (!std::filesystem::is_regular_file(status)) {
    return compiler::FileDependency::folder;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return XXH3_64bits(text.data(), text.size());
}

/// Returns the second key. It numbers files by inode: `#pragma once` treats several paths to one
/// file as the same file, but copies as different ones.
FileStore::Key keyOf(const FileStore::Key &first, std::span<const compiler::FileDependency> files) {
  std::map<std::pair<dev_t, ino_t>, size_t> numbers;
  ByteWriter text;
  text.writeBytes(first);
  for (const compiler::FileDependency &file : files) {
    text.writeString(file.path);
    text.write(static_cast<uint8_t>(file.contents.has_value()));
    text.write(file.contents.value_or(0));
    struct stat status;
    if (file.isFile() && stat(file.path.c_str(), &status) == 0) {
      const auto number = numbers.try_emplace({status.st_dev, status.st_ino}, numbers.size());
      text.write(static_cast<uint64_t>(number.first->second));
    }
  }
  return keyOf(text);
}

/// Returns the entry under a key. If that entry lists paths, changes the key to the second one,
/// made from the files' present contents, and returns the entry under it.
std::optional<Bytes> findIn(const FileStore &store, FileStore::Key &key) {
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
  key = keyOf(key, files);
  return store.read(key);
}

/// Returns the key of a kernel of the build under a key.
FileStore::Key keyOf(const FileStore::Key &build, std::string_view kernel) {
  ByteWriter text;
  text.writeBytes(build);
  text.writeString("kernel");
  text.writeString(kernel);
  return keyOf(text);
}

}  // namespace

CachedBuild::CachedBuild(const mux_device_info_s &device, Step step, const ProgramInput &input,
                         std::string_view options)
    : store_(storeOfBuilds()) {
  if (!store_) {
    return;
  }
  ByteWriter text;
  writeCircumstances(text, device, step, options);
  writeInput(text, input);
  isForFolder_ = mayInclude(input, options);
  if (isForFolder_) {
    std::error_code error;
    text.writeString(std::filesystem::current_path(error).string());
  }
  key_ = keyOf(text);
}

CachedBuild::CachedBuild(const mux_device_info_s &device, Step step, std::span<const Bytes> inputs,
                         std::string_view options)
    : store_(storeOfBuilds()) {
  if (!store_) {
    return;
  }
  ByteWriter text;
  writeCircumstances(text, device, step, options);
  for (const Bytes &input : inputs) {
    text.writeBlob(input);
  }
  key_ = keyOf(text);
}

bool CachedBuild::isOn() {
  return storeOfBuilds() != nullptr;
}

bool CachedBuild::clear() {
  const FileStore *const store = theStore();
  return !store || store->clear();
}

std::optional<CachedBuild::Found> CachedBuild::find() {
  FileStore::Key key = key_;
  auto entry = store_ ? findIn(*store_, key) : std::nullopt;
  const auto kind = entry ? kindOfEntry(*entry) : std::nullopt;
  if (!kind || kind == CacheEntryKind::paths) {
    return std::nullopt;
  }
  build_ = key;
  const std::span container = contentsOfEntry(*entry);
  return Found{Bytes(container.begin(), container.end()), kind == CacheEntryKind::kernels};
}

bool CachedBuild::isOfKey() {
  const auto library = CompilerLoader::load();
  return library && (*library)->buildId() == driverBuild().compiler;
}

void CachedBuild::store(std::span<const std::byte> container, bool hasKernels,
                        const compiler::Dependencies &dependencies) {
  if (!store_ || dependencies.onTime || !isOfKey()) {
    return;
  }
  if (!dependencies.files.empty() && !isForFolder_) {
    return;
  }
  const auto kind = hasKernels ? CacheEntryKind::kernels : CacheEntryKind::container;
  if (dependencies.files.empty()) {
    build_ = key_;
    (void)store_->write(key_, makeEntry(kind, container));
    return;
  }
  ByteWriter paths;
  paths.write(static_cast<uint32_t>(dependencies.files.size()));
  for (const compiler::FileDependency &file : dependencies.files) {
    paths.writeString(file.path);
  }
  build_ = keyOf(key_, dependencies.files);
  if (store_->write(*build_, makeEntry(kind, container))) {
    (void)store_->write(key_, makeEntry(CacheEntryKind::paths, paths.bytes()));
  }
}

void CachedBuild::replace(std::span<const std::byte> container) const {
  if (build_ && isOfKey()) {
    (void)store_->write(*build_, makeEntry(CacheEntryKind::container, container));
  }
}

std::optional<Bytes> CachedBuild::findPart(std::string_view name, CacheEntryKind kind) const {
  auto entry = build_ ? store_->read(keyOf(*build_, name)) : std::nullopt;
  if (!entry || kindOfEntry(*entry) != kind) {
    return std::nullopt;
  }
  const std::span contents = contentsOfEntry(*entry);
  return Bytes(contents.begin(), contents.end());
}

void CachedBuild::storePart(std::string_view name, CacheEntryKind kind,
                            std::span<const std::byte> contents) const {
  if (build_ && isOfKey()) {
    (void)store_->write(keyOf(*build_, name), makeEntry(kind, contents));
  }
}

}  // namespace cl
