// Files of KILN_DUMP: IR and assembly of each program that is built.
//
// Assembly and kernel IR need a run of the code generator beside the real one: the binary itself is
// made in one go. A dump never changes the outcome of a build.

#include "compiler/program_dump.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "support/environment.h"

namespace compiler {
namespace {

/// The kinds of files wanted.
struct Wanted {
  bool ir = false, assembly = false;
};

/// Parses KILN_DUMP once per process. An unknown word is reported on standard error and ignored.
const Wanted &wantedFiles() {
  static const Wanted wanted = [] {
    Wanted found;
    std::string_view rest = support::environment().dump;
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      found.ir |= word == "ir";
      found.assembly |= word == "asm";
      if (word != "ir" && word != "asm") {
        std::fprintf(stderr, "kiln: KILN_DUMP: '%.*s' is neither ir nor asm, and ignored\n",
                     static_cast<int>(word.size()), word.data());
      }
    }
    return found;
  }();
  return wanted;
}

/// Returns a kernel's name as part of a file's name. SPIR-V allows any characters and lengths.
std::string fileNameOf(std::string_view kernel) {
  constexpr size_t longest = 100;
  std::string name(kernel.substr(0, longest));
  for (char &c : name) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || c == '-';
    c = isPlain ? c : '_';
  }
  return name;
}

/// Reports a file that cannot be made or written.
void complain(const std::string &path, const char *reason) {
  std::fprintf(stderr, "kiln: KILN_DUMP: '%s': %s\n", path.c_str(), reason);
}

}  // namespace

/// False in almost every process, so callers ask before they make a ProgramDump.
bool ProgramDump::isWanted() {
  return wantedFiles().ir || wantedFiles().assembly;
}

/// The hash is a stable name: the same program, options and device replace their own files.
ProgramDump::ProgramDump(std::span<const std::byte> origin, std::string_view options,
                         std::string_view target, std::string_view properties) {
  // Each text's hash is the seed of the next one.
  XXH64_hash_t hash = XXH3_64bits(origin.data(), origin.size());
  for (std::string_view text : {options, properties}) {
    hash = XXH3_64bits_withSeed(text.data(), text.size(), hash);
  }
  char name[17];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
  const std::string &folder = support::environment().dumpDir;
  prefix_ = (folder.empty() ? "" : folder + "/") + name + "." + std::string(target);
}

/// Writes one file; failures are reported and change nothing else.
void ProgramDump::dump(Module &module, EmitKind kind, std::string_view kernel,
                       std::string_view suffix) const {
  std::string path = prefix_;
  path.append(kernel.empty() ? "" : ".").append(fileNameOf(kernel)).append(suffix);
  const auto text = module.emit(kind, kernel);
  if (!text) {
    complain(path, text.error().message.c_str());
    return;
  }
  // "e" closes the descriptor in child processes of the application.
  std::FILE *file = std::fopen(path.c_str(), "wbe");
  // Failures are found here, or when fclose() writes the rest.
  const bool isWritten = file && std::fwrite(text->data(), 1, text->size(), file) == text->size();
  if (!file || std::fclose(file) != 0 || !isWritten) {
    complain(path, std::strerror(errno));
  }
}

/// One file per program: kernels are not separate before finalize.
void ProgramDump::dumpCompiled(Module &module) const {
  if (wantedFiles().ir) {
    dump(module, EmitKind::ir, "", ".frontend.ll");
  }
}

/// Up to three files per kernel; each emit() runs the pipeline for this kernel alone.
void ProgramDump::dumpFinalized(Module &module) const {
  for (const KernelInfo &kernel : module.programInfo().kernels) {
    if (wantedFiles().ir) {
      dump(module, EmitKind::ir, kernel.name, ".final.ll");
      dump(module, EmitKind::kernelIr, kernel.name, ".kernel.ll");
    }
    if (wantedFiles().assembly) {
      dump(module, EmitKind::assembly, kernel.name, ".s");
    }
  }
}

}  // namespace compiler
