// kiln-cache lists, verifies, prunes and clears the cache of builds.
//
// Programs may build meanwhile: each entry is a file of its own, complete or absent, and a removed
// one is a miss for them (support/file_store.h). Commands and options are two tables,
// the source of the parser, the help text, the manual page and the completion.

#include <algorithm>
#include <charconv>
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

struct Command;

/// The values of all options.
struct Options {
  /// The folder of --dir.
  std::string folder = support::cacheFolder();
  /// The size of --size in MiB.
  uint64_t size = support::environment().cacheSize;
  /// Makes `verify` remove damaged entries.
  bool removes = false;
  /// Only `prune` may have a size.
  bool hasSize = false;
  bool version = false;
  bool help = false;
  /// The chosen command; null before its word.
  const Command *command = nullptr;
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
    return entries.error().message;
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
  // An entry holds a build, a variant of a kernel, or the list of files that a build has read.
  const auto kind = cl::kindOfEntry(bytes);
  if (kind == cl::CacheEntryKind::container || kind == cl::CacheEntryKind::kernels) {
    return describeBuild(cl::contentsOfEntry(bytes));
  }
  if (kind == cl::CacheEntryKind::variant) {
    return "a variant of a kernel";
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

/// Stores the value of --size.
void setSize(Options &options, const support::OptionValue &value) {
  const char *end = value.text.data() + value.text.size();
  const auto [rest, error] = std::from_chars(value.text.data(), end, options.size);
  if (error != std::errc() || rest != end || options.size > UINT64_MAX / mebibyte) {
    value.words.fail("--size needs a number of MiB, not '" + std::string(value.text) + "'");
  }
  options.hasSize = true;
}

/// All options, in the order of the help text.
constexpr support::Option<Options> table[] = {
    {"--dir", "<folder>",
     "Look after this folder ($KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln, else ~/.cache/kiln).",
     support::setText<&Options::folder>},
    {"--remove", "", "With verify: remove damaged entries.", support::setFlag<&Options::removes>},
    {"--size", "<MiB>", "With prune: leave entries of this size ($KILN_CACHE_SIZE).", setSize},
    {"--version", "", "Print the version.", support::setFlag<&Options::version>},
    {"-h, --help", "", "Print this text.", support::setFlag<&Options::help>},
};

/// Makes the text of --help from the tables.
std::string helpText() {
  std::vector<support::OptionText> rows = {{.names = {}, .value = {}, .help = "Commands"}};
  for (const Command &command : commands) {
    rows.push_back({command.name, "", command.help});
  }
  rows.push_back({.names = {}, .value = {}, .help = "Options"});
  for (const support::Option<Options> &option : table) {
    rows.push_back(option.text());
  }
  return support::formatHelp(
      "kiln-cache [--dir=<folder>] <command> [options]\n"
      "Looks after the cache of builds. Programs may use it meanwhile.\n",
      rows,
      "The exit code is 0; 1 if verify leaves a damaged entry or a command "
      "fails; 2 for a wrong command line.\n");
}

/// Stores the command of a word that is no option.
void takeCommand(support::CommandWords &words, std::string_view word, Options &options) {
  const auto *found = std::ranges::find(commands, word, &Command::name);
  if (found == std::end(commands)) {
    words.fail("there is no command or option '" + std::string(word) + "'");
  } else if (options.command) {
    words.fail("two commands: " + std::string(options.command->name) + " and " + found->name);
  } else {
    options.command = found;
  }
}

/// Parses all words. Options may stand before and behind the command.
support::Status parse(support::CommandWords words, Options &options) {
  while (!words.atEnd() && words.ok()) {
    const std::string_view word = words.take();
    if (!support::takeOption<Options>(table, word, words, options)) {
      takeCommand(words, word, options);
    }
  }
  if (words.ok() && !options.help && !options.version) {
    if (!options.command) {
      words.fail("a command is missing");
    } else if (options.removes && options.command->run != verify) {
      words.fail("--remove is an option of verify");
    } else if (options.hasSize && options.command->run != prune) {
      words.fail("--size is an option of prune");
    }
  }
  return words.status();
}

/// Runs the chosen command, and returns the exit code.
int runCommand(const Options &options) {
  const auto store = FileStore::open(options.folder, support::environment().cacheSize * mebibyte);
  if (!store) {
    std::fprintf(stderr, "kiln-cache: %s\n", store.error().message.c_str());
    return 1;
  }
  return options.command->run(*store, options);
}

}  // namespace

int main(int argc, char **argv) {
  Options options;
  const std::span<const char *const> words(argv, static_cast<size_t>(argc));
  const support::CommandWords commandLine(words.subspan(argc > 0 ? 1 : 0));
  if (const auto parsed = parse(commandLine, options); !parsed) {
    std::fprintf(stderr, "kiln-cache: error: %s; --help lists commands and options\n",
                 parsed.error().message.c_str());
    return 2;
  }
  if (options.version || options.help) {
    std::fputs(options.version ? "kiln-cache of Kiln " KILN_VERSION "\n" : helpText().c_str(),
               stdout);
    return 0;
  }
  return runCommand(options);
}
