// Each entry is a headline with kind and size, and a line "label: text" for each of its fields:
//
//   entry 0: code, executable, 64-bit, 4096 bytes at 128
//     target: host
//     kernel: add(global float* a)
//       vectors: 16 work-items along dimension 0

#include "dump.h"

#include <algorithm>

#include "compiler/embedded_program.h"
#include "mux/target_support/elf.h"

namespace compiler::tools::clc {
namespace {

/// Escapes control characters, because a container from outside may hold any text.
std::string printable(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

/// Appends "  label: text"; nothing for an empty text.
void line(std::string &out, std::string_view label, std::string_view text) {
  if (!text.empty()) {
    out.append("  ").append(label).append(": ").append(printable(text)).append("\n");
  }
}

/// Returns the kernel as a declaration; unknown types are question marks.
std::string signatureOf(const KernelInfo &kernel) {
  static constexpr std::string_view spaces[] = {"", "global ", "constant ", "local ", "generic "};
  std::string text = kernel.name + "(";
  for (const ArgumentInfo &argument : kernel.arguments) {
    text += &argument == kernel.arguments.data() ? "" : ", ";
    text += spaces[static_cast<size_t>(argument.addressSpace)];
    text += argument.typeName.empty() ? "?" : argument.typeName;
    text += argument.name.empty() ? "" : " " + argument.name;
  }
  return text + ")";
}

/// Returns "16 work-items along dimension 0" for a vectorised kernel; empty for others.
std::string vectorsOf(const mux_kernel_descriptor_t &descriptor) {
  if (descriptor.vector_width == 1) {
    return "";
  }
  return std::to_string(descriptor.vector_width) + " work-items along " +
         (descriptor.vector_dimension == mux_vector_dimension_linear
              ? "the linear local id"
              : "dimension " + std::to_string(descriptor.vector_dimension));
}

/// Lists the kernels, with the vector widths of an entry of code.
void describeKernels(std::string &out, const ContainerEntry &entry) {
  const auto metadata =
      entry.kind == EntryKind::code ? mux::elf::findProgramMetadata(entry.payload) : std::nullopt;
  for (const KernelInfo &kernel : entry.info.kernels) {
    line(out, "kernel", signatureOf(kernel));
    for (const mux::KernelRecord &record :
         metadata ? metadata->kernels : decltype(metadata->kernels)()) {
      if (record.name == kernel.name) {
        line(out, "  vectors", vectorsOf(record.descriptor));
      }
    }
  }
}

/// Lists the build log, line by line.
void describeLog(std::string &out, std::string_view log) {
  while (!log.empty()) {
    const size_t end = log.find('\n');
    line(out, "log", log.substr(0, end));
    log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
  }
}

/// Lists texts by name and size.
void describeTexts(std::string &out, std::string_view label,
                   const std::vector<EmbeddedText> &texts) {
  for (const EmbeddedText &text : texts) {
    line(out, label, text.name + ", " + std::to_string(text.text.size()) + " bytes");
  }
}

/// Lists the units of embedded source or IL, with the headers of each.
void describeUnits(std::string &out, const ContainerEntry &entry) {
  if (entry.kind != EntryKind::embedded) {
    return;
  }
  const auto program = readEmbedded(entry.payload);
  if (!program) {
    line(out, "error", program.error().message);
    return;
  }
  static constexpr std::string_view languages[] = {"", "OpenCL C", "SPIR-V", "LLVM bitcode"};
  for (const EmbeddedUnit &unit : program->units) {
    line(out, "unit",
         std::string(languages[static_cast<size_t>(unit.language)]) +
             (unit.name.empty() ? "" : " " + unit.name) + ", " + std::to_string(unit.text.size()) +
             " bytes");
    line(out, "  options", unit.options);
    describeTexts(out, "  header", unit.headers);
    describeTexts(out, "  file", unit.files);
    for (const EmbeddedConstant &constant : unit.constants) {
      line(out, "  specialization constant", std::to_string(constant.id));
    }
  }
}

/// Returns the needs of intermediate code, without the names of extensions and features.
std::string withoutLists(const std::string &properties) {
  const size_t end = std::min(properties.find(" cl_"), properties.find(" __opencl"));
  return end == std::string::npos ? properties : properties.substr(0, end) + " ... (-v: all)";
}

/// Names the kind of an entry.
std::string_view nameOf(EntryKind kind) {
  return kind == EntryKind::code ? "code"
         : kind == EntryKind::ir ? "intermediate code"
                                 : "embedded source or IL";
}

}  // namespace

std::string describe(const std::string &name, std::span<const std::byte> file,
                     const std::vector<ContainerEntry> &entries, bool isVerbose) {
  std::string out = printable(name) + ": program container, " + std::to_string(file.size()) +
                    " bytes, " + std::to_string(entries.size()) + " known entries\n";
  for (const ContainerEntry &entry : entries) {
    const bool isCode = entry.kind == EntryKind::code;
    out += "entry " + std::to_string(&entry - entries.data()) + ": " +
           std::string(nameOf(entry.kind)) + ", " + std::string(toString(entry.programKind)) +
           ", " + std::to_string(entry.addressBits) + "-bit, " +
           std::to_string(entry.payload.size()) + " bytes at " +
           std::to_string(entry.payload.data() - file.data()) + "\n";
    line(out, "target", entry.target);
    line(out, isCode ? "properties" : "for",
         isCode || isVerbose ? entry.properties : withoutLists(entry.properties));
    if (isCode) {
      line(out, "ABI version", std::to_string(entry.abiVersion));
    }
    line(out, "driver build", entry.driverBuild);
    line(out, "options", entry.options);
    describeKernels(out, entry);
    describeUnits(out, entry);
    describeLog(out, entry.log);
  }
  return out;
}

}  // namespace compiler::tools::clc
