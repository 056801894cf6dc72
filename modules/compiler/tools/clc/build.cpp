// The builder makes entries of three kinds for a container: code for each device, intermediate code
// for each set of properties, and the embedded source or IL once.
//
//   inputs ──compile──▶ modules ──link──▶ module ──createBinary──▶ code
//                                            └────────serialize──▶ intermediate code
//
// An entry of intermediate code serves all devices with at least its extensions and features
// (missingProperties). So a second target with the same properties adds code alone.

#include "build.h"

#include <algorithm>
#include <cstdio>

#include "color.h"
#include "compiler/program_dump.h"
#include "mux/abi.h"
#include "support/trace_events.h"

namespace compiler::tools::clc {
namespace {

/// Returns the kind of program in the container.
ProgramKind kindOf(const Options &options) {
  return options.compileOnly     ? ProgramKind::object
         : options.createLibrary ? ProgramKind::library
                                 : ProgramKind::executable;
}

/// Names an entry without a target, for -v.
const char *nameOf(EntryKind kind) {
  return kind == EntryKind::ir ? "intermediate code" : "embedded source or IL";
}

}  // namespace

/// Appends a message unless an earlier device gave the same one.
void Builder::addLog(std::string_view log) {
  if (!log.empty() && log_.find(log) == std::string::npos) {
    log_ += log;
  }
}

/// For a device left out: its messages would look like errors of the build.
std::string Builder::dropLog() {
  std::string dropped = log_.substr(printed_);
  log_.resize(printed_);
  return dropped;
}

/// Colours are added here and not stored, since the log goes into the container as well.
void Builder::printLog() {
  const std::string_view news = std::string_view(log_).substr(printed_);
  const std::string text = takesColor(options_.color) ? paint(news) : std::string(news);
  std::fwrite(text.data(), 1, text.size(), stderr);
  printed_ = log_.size();
}

/// Returns the link step of the embedded program: options and mode. The caller adds the units.
EmbeddedProgram Builder::linkedProgram() const {
  EmbeddedProgram program;
  program.options = options_.buildOptions;
  program.mode = options_.compileOnly ? OptionsMode::compile : OptionsMode::build;
  if (options_.createLibrary) {
    program.options = "-create-library";
    program.options += options_.enableLinkOptions ? " -enable-link-options" : "";
    program.mode = OptionsMode::link;
  }
  return program;
}

/// Links the inputs' modules into `module`, and finalizes it for an executable.
Result<void> Builder::finish(Module &module, std::span<const Module *const> parts, bool finalizes) {
  const EmbeddedProgram program = linkedProgram();
  if (auto parsed = module.parseOptions(program.options, program.mode); !parsed) {
    return parsed;
  }
  if (auto linked = module.link(parts, options_.createLibrary); !linked) {
    return linked;
  }
  return finalizes ? module.finalize() : Result<void>();
}

/// Fills in the fields common to all entries of a device.
ContainerEntry Builder::describe(const Device &device, const Module &module) const {
  ContainerEntry entry;
  entry.programKind = kindOf(options_);
  entry.addressBits = device.info->properties().addressBits;
  entry.driverBuild = library_.buildId();
  entry.options = options_.buildOptions;
  entry.log = log_;
  entry.info = module.programInfo();
  return entry;
}

/// Stores an entry with its payload, and reports it with -v.
void Builder::keep(ContainerEntry entry, Bytes payload) {
  entry.payload = payloads_.emplace_back(std::move(payload));
  if (options_.verbose) {
    std::fprintf(stderr, "clc: %s%s: %zu bytes for %zu kernel(s)\n",
                 entry.kind == EntryKind::code ? entry.target.c_str() : nameOf(entry.kind),
                 entry.kind == EntryKind::code ? (" (" + entry.properties + ")").c_str() : "",
                 entry.payload.size(), entry.info.kernels.size());
  }
  entries_.push_back(std::move(entry));
}

/// Adds the entry of code, if the program is an executable, and the entry of intermediate code
/// unless an earlier device has made a sufficient one.
Result<void> Builder::addEntries(const Device &device, Module &module) {
  if (kindOf(options_) == ProgramKind::executable) {
    auto code = module.createBinary();
    addLog(module.log());
    if (!code) {
      return code.error();
    }
    ContainerEntry entry = describe(device, module);
    entry.kind = EntryKind::code;
    entry.abiVersion = MUX_ABI_VERSION;
    entry.target = device.info->name();
    entry.properties = device.target->targetProperties();
    keep(std::move(entry), std::move(*code));
  }
  const DeviceProperties &properties = device.info->properties();
  const bool isServed = std::ranges::any_of(irProperties_, [&](const DeviceProperties *present) {
    return missingProperties(*present, properties).empty();
  });
  // Intermediate code with the same needs, or fewer, serves this device too.
  if (options_.noIr || isServed) {
    return {};
  }
  auto ir = module.serialize();
  if (!ir) {
    return ir.error();
  }
  ContainerEntry entry = describe(device, module);
  entry.kind = EntryKind::ir;
  entry.properties = toString(properties);
  keep(std::move(entry), std::move(*ir));
  irProperties_.push_back(&properties);
  return {};
}

/// Writes the stages of an input, or of the linked program, by KILN_DUMP.
void Builder::dump(const Device &device, std::span<const Input> inputs, Module &module) const {
  if (!ProgramDump::isWanted()) {
    return;
  }
  Bytes origin;
  for (const Input &input : inputs) {
    origin.insert(origin.end(), input.bytes.begin(), input.bytes.end());
  }
  const ProgramDump files(origin, options_.buildOptions, device.info->name(),
                          device.target->targetProperties());
  if (module.getState() == ModuleState::finalized) {
    files.dumpFinalized(module);
  } else if (inputs.front().kind != InputKind::container) {
    files.dumpCompiled(module);
  }
}

/// Compiles each input, collects its headers for the dependency file and for the embedded source,
/// and links the modules.
Result<Builder::Program> Builder::makeProgram(const Device &device, std::span<const Input> inputs,
                                              bool finalizes) {
  Program program;
  std::vector<const Module *> parts;
  for (const Input &input : inputs) {
    std::string log;
    auto part = makeModule(input, *device.target, options_.buildOptions, log);
    addLog(log);
    if (!part) {
      return part.error();
    }
    const Dependencies &dependencies = (*part)->dependencies();
    for (const FileDependency &file : dependencies.files) {
      if (file.isFile()) {
        headers_.insert(file.path);
      }
    }
    const auto index = static_cast<size_t>(&input - inputs.data());
    files_.resize(std::max(files_.size(), index + 1));
    addFiles(files_[index], embeddedFiles(dependencies));
    dump(device, {&input, 1}, **part);
    parts.push_back(part->get());
    program.parts.push_back(std::move(*part));
  }
  if (options_.compileOnly) {
    return program;
  }
  program.linked = device.target->createModule();
  const auto finished = finish(*program.linked, parts, finalizes);
  addLog(program.linked->log());
  if (!finished) {
    return finished.error();
  }
  if (finalizes) {
    dump(device, inputs, *program.linked);
  }
  return program;
}

/// Modules live until the entries are made; the container has copies of all it needs.
Result<void> Builder::add(const Device &device, std::span<const Input> inputs) {
  const support::TraceSpan traced("build", device.info->name());
  auto program = makeProgram(device, inputs, !options_.createLibrary);
  if (!program) {
    return program.error();
  }
  if (auto added = addEntries(device, program->module()); !added) {
    return added;
  }
  // The embedded source is one for all devices: the first of them describes the kernels.
  if (embedded_.kind != EntryKind::embedded) {
    embedded_ = describe(device, program->module());
    embedded_.kind = EntryKind::embedded;
  }
  return {};
}

/// Called last, since only the compiled inputs know their headers.
support::Status Builder::addEmbedded(std::span<const Input> inputs) {
  if (options_.noEmbedded) {
    return {};
  }
  EmbeddedProgram program = linkedProgram();
  for (size_t i = 0; i < inputs.size(); ++i) {
    // One input without its source makes the whole program impossible to compile again.
    auto units = unitsOf(inputs[i], options_.buildOptions);
    if (units.empty()) {
      return options_.embedded
                 ? support::Failure{"'" + inputs[i].name + "': it has no embedded source or IL"}
                 : support::Status();
    }
    if (inputs[i].kind == InputKind::openClC) {
      units.front().files = std::move(files_[i]);
    }
    std::ranges::move(units, std::back_inserter(program.units));
  }
  ContainerEntry entry = embedded_;
  entry.log = log_;
  keep(std::move(entry), writeEmbedded(program));
  return {};
}

/// One output for one device; nothing goes into the container.
Result<Bytes> Builder::emit(const Device &device, std::span<const Input> inputs) {
  const support::TraceSpan traced("build", device.info->name());
  const Output form = options_.form();
  auto program = makeProgram(device, inputs, form == Output::assembly);
  if (!program) {
    return program.error();
  }
  const EmitKind kind = form == Output::assembly      ? EmitKind::assembly
                        : form == Output::llvmText    ? EmitKind::ir
                        : form == Output::llvmBitcode ? EmitKind::bitcode
                                                      : EmitKind::spirv;
  auto bytes = program->module().emit(kind, "");
  addLog(program->module().log());
  return bytes;
}

}  // namespace compiler::tools::clc
