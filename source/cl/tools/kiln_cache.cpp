// kiln-cache lists, verifies, prunes and clears the cache of builds.
//
// Programs may build meanwhile: each entry is a file of its own, complete or absent, and a removed
// one is a miss for them (support/file_store.h). Commands and options are two tables,
// the source of CLI11's parser, the help text, the manual page and the completion.

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
#include "support/option_table.h"

namespace {

using support::FileStore;

/// The values of all options.
struct Options {
  /// The folder of --dir.
  std::string folder = support::cacheFolder();
  /// The size of --size in MiB.
  uint64_t size = support::environment().cacheSize;
  /// Makes `verify` remove damaged entries.
  bool removes = false;
};

/// The unit of sizes on the command line.
constexpr uint64_t mebibyte = uint64_t{1} << 20;

/// Returns the time since the last use, in the largest fitting unit.
std::string ageOf(const FileStore::Entry &entry) {
  const auto seconds = std::max<int64_t>(std::time(nullptr) - entry.lastUsed, 0);
  constexpr int64_t hour = 3600, day = 24 * hour;
  return seconds < 2 * hour  ? std::to_string(seconds / 60) + " min"
         : seconds < 2 * day ? std::to_string(seconds / hour) + " h"
                             : std::to_string(seconds / day) + " d";
}

/// Returns a line with the kind, targets, kernels and options of a build. The container comes from
/// a file, so it may be damaged.
std::string describeBuild(std::span<const std::byte> container) {
  const auto entries = compiler::readContainer(container);
  if (!entries) {
    return entries.failure().message;
  }
  // Entries of one container repeat targets and kernels.
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

/// Describes the contents of an entry, or the reason for having none.
std::string describe(const FileStore &store, const FileStore::Key &key) {
  std::vector<std::byte> bytes;
  const auto state = store.check(key, &bytes);
  if (state != FileStore::State::intact) {
    return state == FileStore::State::damaged ? "damaged"
                                              : "too large, of another user, or gone by now";
  }
  // An entry holds a build, or the list of files that a build has read.
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

/// Prints the number and size of all entries, with the limit.
void printSum(const FileStore &store) {
  uint64_t bytes = 0;
  const auto entries = store.list();
  for (const FileStore::Entry &entry : entries) {
    bytes += entry.bytes;
  }
  std::printf("%s: %zu entries, %.1f MiB of at most %u\n", store.folder().c_str(), entries.size(),
              static_cast<double>(bytes) / mebibyte, support::environment().cacheSize);
}

/// Executes `list`. Like the other commands it returns the exit code.
int list(const FileStore &store, const Options &) {
  // The order of removal, from the last to the first line.
  auto entries = store.list();
  std::ranges::sort(entries, std::greater{}, &FileStore::Entry::lastUsed);
  for (const FileStore::Entry &entry : entries) {
    std::printf("%s %8" PRIu64 " bytes, used %s ago, %s\n", support::toString(entry.key).c_str(),
                entry.bytes, ageOf(entry).c_str(), describe(store, entry.key).c_str());
  }
  printSum(store);
  return 0;
}

/// Executes `verify`.
int verify(const FileStore &store, const Options &options) {
  size_t damaged = 0;
  for (const FileStore::Entry &entry : store.list()) {
    if (store.check(entry.key) == FileStore::State::damaged) {
      ++damaged;
      std::printf("%s is damaged%s\n", support::toString(entry.key).c_str(),
                  options.removes && store.remove(entry.key) ? ", and removed" : "");
    }
  }
  printSum(store);
  return damaged == 0 || options.removes ? 0 : 1;
}

/// Executes `prune`.
int prune(const FileStore &store, const Options &options) {
  // Entries of other programs' builds may come in meanwhile: the size is a momentary one.
  const size_t removed = store.prune(options.size * mebibyte);
  std::printf("%zu removed\n", removed);
  printSum(store);
  return 0;
}

/// Executes `clear`.
int clear(const FileStore &store, const Options &) {
  const bool isDone = store.clear();
  printSum(store);
  if (!isDone) {
    std::fprintf(stderr, "kiln-cache: not all entries could be removed\n");
  }
  return isDone ? 0 : 1;
}

/// A command. `run` returns the exit code.
struct Command {
  /// The word on the command line.
  const char *name;
  /// A sentence for the help text.
  const char *help;
  int (*run)(const FileStore &store, const Options &options);
};
/// All commands, in the order of the help text.
constexpr Command commands[] = {
    {"list", "Print all entries, the last used first.", list},
    {"verify", "Read all entries, and report damaged ones.", verify},
    {"prune", "Remove the entries not used for longest, until the rest has a size.", prune},
    {"clear", "Remove all entries.", clear},
};

/// An option of CLI11. --version and --help are of CLI11's own.
struct Row {
  support::OptionText text;
  const char *command;  ///< the command with this option; null for all
  /// Gives the option to CLI11, with the place for its value.
  void (*add)(CLI::App &app, const std::string &names, Options &options);
};
/// All options, in the order of the help text.
constexpr Row table[] = {
    {{"--dir", "<folder>",
      "Look after this folder ($KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln, else ~/.cache/kiln)."},
     nullptr,
     [](CLI::App &app, const std::string &names, Options &options) {
       app.add_option(names, options.folder);
     }},
    {{"--remove", "", "With verify: remove damaged entries."},
     "verify",
     [](CLI::App &app, const std::string &names, Options &options) {
       app.add_flag(names, options.removes);
     }},
    {{"--size", "<MiB>", "With prune: leave entries of this size ($KILN_CACHE_SIZE)."},
     "prune",
     [](CLI::App &app, const std::string &names, Options &options) {
       app.add_option(names, options.size)->check(CLI::Range(uint64_t{0}, UINT64_MAX / mebibyte));
     }},
    {{"--version", "", "Print the version."},
     nullptr,
     [](CLI::App &app, const std::string &names, Options &) {
       app.set_version_flag(names, "kiln-cache of Kiln " KILN_VERSION);
     }},
    {{"-h, --help", "", "Print this text."},
     nullptr,
     [](CLI::App &app, const std::string &names, Options &) { app.set_help_flag(names); }},
};

/// Makes the text of --help from the tables.
std::string helpText() {
  std::vector<support::OptionText> rows = {{.names = {}, .value = {}, .help = "Commands"}};
  for (const Command &command : commands) {
    rows.push_back({command.name, "", command.help});
  }
  rows.push_back({.names = {}, .value = {}, .help = "Options"});
  for (const Row &row : table) {
    rows.push_back(row.text);
  }
  return support::formatHelp(
      "kiln-cache [--dir=<folder>] <command> [options]\n"
      "Looks after the cache of builds. Programs may use it meanwhile.\n",
      rows,
      "The exit code is 0; 1 if verify leaves a damaged entry or a command "
      "fails; 2 for a wrong command line.\n");
}

/// Makes CLI11's parser of the two tables.
void addOptions(CLI::App &app, Options &options) {
  app.formatter_fn(
      [](const CLI::App *, const std::string &, CLI::AppFormatMode) { return helpText(); });
  app.require_subcommand(1);
  for (const Command &command : commands) {
    app.add_subcommand(command.name);
  }
  for (const Row &row : table) {
    // CLI11 separates names with commas alone.
    std::string names(row.text.names);
    std::erase(names, ' ');
    row.add(row.command ? *app.get_subcommand(row.command) : app, names, options);
  }
}

/// Runs the chosen command, and returns the exit code.
int runCommand(const CLI::App &app, const Options &options) {
  std::string reason;
  const auto store =
      FileStore::open(options.folder, support::environment().cacheSize * mebibyte, reason);
  if (!store) {
    std::fprintf(stderr, "kiln-cache: %s\n", reason.c_str());
    return 1;
  }
  // CLI11 has made sure that there is one command.
  const auto *chosen = std::ranges::find_if(
      commands, [&](const Command &command) { return app.got_subcommand(command.name); });
  return chosen->run(*store, options);
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app;
  Options options;
  addOptions(app, options);
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
  return runCommand(app, options);
}
