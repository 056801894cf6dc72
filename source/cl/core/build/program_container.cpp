#include "core/build/program_container.h"

#include <algorithm>
#include <utility>

#include "core/process/driver_build.h"
#include "mux/abi.h"

namespace cl {
namespace {

bool isCompleteProgram(const compiler::ContainerEntry &entry) {
  return entry.kind == compiler::EntryKind::ir &&
         entry.programKind == compiler::ProgramKind::executable;
}

}  // namespace

compiler::ProgramKind kindOf(cl_program_binary_type type) {
  switch (type) {
    case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
      return compiler::ProgramKind::object;
    case CL_PROGRAM_BINARY_TYPE_LIBRARY:
      return compiler::ProgramKind::library;
    default:
      return compiler::ProgramKind::executable;
  }
}

cl_program_binary_type typeOf(compiler::ProgramKind kind) {
  switch (kind) {
    case compiler::ProgramKind::object:
      return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    case compiler::ProgramKind::library:
      return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    case compiler::ProgramKind::executable:
      break;
  }
  return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

compiler::Result<ProgramContainer> ProgramContainer::read(std::span<const std::byte> bytes) {
  auto entries = compiler::readContainer(bytes);
  if (!entries) {
    return entries.error();
  }
  return ProgramContainer(std::move(*entries));
}

bool ProgramContainer::isOfThisBuild(const Entry &entry) {
  return driverBuild().compiler.empty() || entry.driverBuild == driverBuild().compiler;
}

std::vector<const ProgramContainer::Entry *> ProgramContainer::codeFor(
    const mux_device_info_s &device) const {
  std::vector<const Entry *> found;
  for (const bool isSame : {true, false}) {
    for (const Entry &entry : entries_) {
      if (entry.kind == compiler::EntryKind::code && entry.target == device.target &&
          (entry.properties == device.target_properties) == isSame) {
        found.push_back(&entry);
      }
    }
  }
  return found;
}

std::vector<const ProgramContainer::Entry *> ProgramContainer::intermediateCode() const {
  std::vector<const Entry *> found;
  for (const Entry &entry : entries_) {
    if (entry.kind == compiler::EntryKind::ir) {
      found.push_back(&entry);
    }
  }
  return found;
}

const ProgramContainer::Entry *ProgramContainer::completeProgram() const {
  const auto found = std::ranges::find_if(entries_, isCompleteProgram);
  return found == entries_.end() ? nullptr : &*found;
}

const ProgramContainer::Entry *ProgramContainer::object() const {
  const auto found = std::ranges::find_if(entries_, [](const Entry &entry) {
    return entry.kind == compiler::EntryKind::ir &&
           entry.programKind != compiler::ProgramKind::executable && isOfThisBuild(entry);
  });
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<std::byte> writeContainer(compiler::ContainerEntry common,
                                      const mux_device_info_s &device,
                                      const ProgramPayloads &payloads) {
  std::vector<compiler::ContainerEntry> entries;
  common.addressBits = device.address_bits;
  if (!payloads.code.empty()) {
    entries.push_back(common);
    entries.back().kind = compiler::EntryKind::code;
    entries.back().abiVersion = MUX_ABI_VERSION;
    entries.back().target = device.target;
    entries.back().properties = device.target_properties;
    entries.back().payload = payloads.code;
  }
  if (!payloads.intermediateCode.empty()) {
    entries.push_back(common);
    entries.back().kind = compiler::EntryKind::ir;
    entries.back().properties = payloads.frontEndProperties;
    entries.back().payload = payloads.intermediateCode;
  }
  if (!payloads.embeddedSource.empty()) {
    entries.push_back(common);
    entries.back().kind = compiler::EntryKind::embedded;
    entries.back().payload = payloads.embeddedSource;
  }
  return compiler::writeContainer(entries);
}

}  // namespace cl
