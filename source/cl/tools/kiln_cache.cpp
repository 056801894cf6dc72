// kiln-cache: lists, verifies, prunes and clears the cache of builds.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <set>

#include "compiler/container.h"
#include "core/build/cache_entry.h"
#include "support/cache_folder.h"
#include "support/environment.h"
#include "support/file_store.h"

namespace {

using support::FileStore;

constexpr char helpText[] = R"(kiln-cache [--dir <folder>] list | verify | prune | clear
Looks after the cache of builds. Programs may use it meanwhile.

Commands:
  list                   what there is, the last used first
  verify                 read all; with --remove, remove what is damaged
  prune                  remove what was not used for longest until --size=<MiB> are left
                         ($KILN_CACHE_SIZE)
  clear                  remove all

Options:
  --dir <folder>         another folder than $KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln, else
                         ~/.cache/kiln
  --version              the version
  -h, --help             this text

The exit code is 0; of verify without --remove 1 if an entry is damaged; else not 0 after any error.
)";

constexpr uint64_t mebibyte = uint64_t{1} << 20;

std::string ageOf(const FileStore::Entry &entry) {
  const auto seconds = std::max<int64_t>(std::time(nullptr) - entry.lastUsed, 0);
  constexpr int64_t hour = 3600, day = 24 * hour;
  return seconds < 2 * hour  ? std::to_string(seconds / 60) + " min"
         : seconds < 2 * day ? std::to_string(seconds / hour) + " h"
                             : std::to_string(seconds / day) + " d";
}

/// Returns a line with the kind, targets, kernels and options of a build.
std::string describeBuild(std::span<const std::byte> container) {
  const auto entries = compiler::readContainer(container);
  if (!entries) {
    return entries.failure().message;
  }
  std::set<std::string> targets, kernels;
  std::string options;
  for (const compiler::ContainerEntry &entry : *entries) {
    if (!entry.target.empty()) {
      targets.insert(entry.target);
    }
    for (const compiler::KernelInfo &kernel : entry.info.kernels) {
      kernels.insert(kernel.name);
    }
    options = entry.options;
  }
  std::string text;
  if (!entries->empty()) {
    text.append(toString(entries->front().programKind)).append(" ");
  }
  for (const std::string &target : targets) {
    text += target + ' ';
  }
  text += "kernels:";
  for (const std::string &kernel : kernels) {
    text += ' ' + kernel;
  }
  return options.empty() ? text : text + "; options: " + options;
}

std::string describe(const FileStore &store, const FileStore::Key &key) {
  std::vector<std::byte> bytes;
  const auto state = store.check(key, &bytes);
  if (state != FileStore::State::intact) {
    return state == FileStore::State::damaged ? "damaged"
                                              : "too large, of another user, or gone by now";
  }
  const auto kind = cl::kindOfEntry(bytes);
  if (kind == cl::CacheEntryKind::container) {
    return describeBuild(cl::contentsOfEntry(bytes));
  }
  const auto paths = kind ? cl::readPaths(cl::contentsOfEntry(bytes)) : std::nullopt;
  if (!paths) {
    return "of another version";
  }
  std::string text = "files:";
  for (const std::string &path : *paths) {
    text += ' ' + path;
  }
  return text;
}

void printSum(const FileStore &store) {
  uint64_t bytes = 0;
  const auto entries = store.list();
  for (const FileStore::Entry &entry : entries) {
    bytes += entry.bytes;
  }
  std::printf("%s: %zu entries, %.1f MiB of at most %u\n", store.folder().c_str(), entries.size(),
              static_cast<double>(bytes) / mebibyte, support::environment().cacheSize);
}

int list(const FileStore &store) {
  auto entries = store.list();
  std::ranges::sort(entries, std::greater{}, &FileStore::Entry::lastUsed);
  for (const FileStore::Entry &entry : entries) {
    std::printf("%s %8" PRIu64 " bytes, used %s ago, %s\n", support::toString(entry.key).c_str(),
                entry.bytes, ageOf(entry).c_str(), describe(store, entry.key).c_str());
  }
  printSum(store);
  return 0;
}

int verify(const FileStore &store, bool removes) {
  size_t damaged = 0;
  for (const FileStore::Entry &entry : store.list()) {
    if (store.check(entry.key) == FileStore::State::damaged) {
      ++damaged;
      std::printf("%s is damaged%s\n", support::toString(entry.key).c_str(),
                  removes && store.remove(entry.key) ? ", and removed" : "");
    }
  }
  printSum(store);
  return damaged == 0 || removes ? 0 : 1;
}

int prune(const FileStore &store, uint64_t mebibytes) {
  const size_t removed = store.prune(mebibytes * mebibyte);
  std::printf("%zu removed\n", removed);
  printSum(store);
  return 0;
}

int clear(const FileStore &store) {
  const bool isDone = store.clear();
  printSum(store);
  if (!isDone) {
    std::fprintf(stderr, "kiln-cache: not all entries could be removed\n");
  }
  return isDone ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app;
  app.formatter_fn(
      [](const CLI::App *, const std::string &, CLI::AppFormatMode) { return helpText; });
  app.set_version_flag("--version", "kiln-cache of Kiln " KILN_VERSION);
  app.require_subcommand(1);
  uint64_t size = support::environment().cacheSize;
  bool removes = false;
  std::string folder = support::cacheFolder();
  app.add_option("--dir", folder);
  auto *listing = app.add_subcommand("list");
  auto *verifying = app.add_subcommand("verify");
  verifying->add_flag("--remove", removes);
  auto *pruning = app.add_subcommand("prune");
  pruning->add_option("--size", size)->check(CLI::Range(uint64_t{0}, UINT64_MAX / mebibyte));
  auto *clearing = app.add_subcommand("clear");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      return app.exit(error);  // --help, --version
    }
    std::fprintf(stderr, "kiln-cache: error: %s; --help lists commands and options\n",
                 error.what());
    return 2;
  }

  std::string reason;
  const auto store = FileStore::open(folder, support::environment().cacheSize * mebibyte, reason);
  if (!store) {
    std::fprintf(stderr, "kiln-cache: %s\n", reason.c_str());
    return 1;
  }
  if (*listing) {
    return list(*store);
  }
  if (*verifying) {
    return verify(*store, removes);
  }
  return *clearing ? clear(*store) : prune(*store, size);
}
