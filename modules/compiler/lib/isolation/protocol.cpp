// Byte formats of the helper's requests and outcomes
// --------------------------------------------------
//   application                              helper
//       |   <- frame: build id (greeting) --    |
//       |   -- frame: request ------------->    |   target, properties, ModuleData, Operation
//       |   <- frame: outcome --------------    |   failure?, log, ModuleData?, output,
//       dependencies |                                     exits
//
// Each field follows the previous one without tags or padding. An optional value is a byte of 0 or
// 1 and then the value. ModuleData has its own writer (operations/module_data.h), shared with
// Module::serialize.
//
// A damaged request or outcome is read to a harmless value: ByteReader bounds each read, and a
// count is checked against the bytes left before memory is allocated for its elements.

#include "isolation/protocol.h"

namespace compiler::isolation {
namespace {

/// Reads module data; false if the bytes are none.
bool readInto(support::ByteReader &in, ModuleData &data) {
  auto read = readModuleData(in);
  if (read) {
    data = std::move(*read);
  }
  return read.has_value();
}

/// Local and global size, three flags, the variant, then pairs of parameter index and value bits.
void writeSpecialization(support::ByteWriter &out, const SpecializationOptions &options) {
  for (uint64_t size : options.localSize) {
    out.write(size);
  }
  for (uint64_t size : options.globalSize) {
    out.write(size);
  }
  out.write(static_cast<uint8_t>(options.uniformGroups));
  out.write(static_cast<uint8_t>(options.zeroGlobalOffset));
  out.write(static_cast<uint8_t>(options.apartBuffers));
  out.write(options.variant);
  out.write(static_cast<uint32_t>(options.values.size()));
  for (const ParameterValue &value : options.values) {
    out.write(value.index);
    out.write(value.bits);
  }
}

/// The reverse of writeSpecialization(). Errors are left in the reader's state.
SpecializationOptions readSpecialization(support::ByteReader &in) {
  SpecializationOptions options;
  for (uint64_t &size : options.localSize) {
    size = in.read<uint64_t>();
  }
  for (uint64_t &size : options.globalSize) {
    size = in.read<uint64_t>();
  }
  options.uniformGroups = in.read<uint8_t>() != 0;
  options.zeroGlobalOffset = in.read<uint8_t>() != 0;
  options.apartBuffers = in.read<uint8_t>() != 0;
  options.variant = static_cast<CodeVariant>(in.read<uint8_t>());
  options.values.resize(in.readCount(4 + 8));
  for (ParameterValue &value : options.values) {
    value.index = in.read<uint32_t>();
    value.bits = in.read<uint64_t>();
  }
  return options;
}

/// A flag (no list and an empty list differ: without a list the file system is read), then the
/// files.
void writeFiles(support::ByteWriter &out, const std::optional<std::vector<GivenFile>> &files) {
  out.write(static_cast<uint8_t>(files.has_value()));
  out.write(static_cast<uint32_t>(files ? files->size() : 0));
  for (const GivenFile &file : files ? *files : std::vector<GivenFile>()) {
    out.writeString(file.path);
    out.writeString(file.text);
  }
}

/// The reverse of writeFiles().
std::optional<std::vector<GivenFile>> readFiles(support::ByteReader &in) {
  const bool areGiven = in.read<uint8_t>() != 0;
  std::vector<GivenFile> files(in.readCount(8));
  for (GivenFile &file : files) {
    file.path = in.readString();
    file.text = in.readString();
  }
  return areGiven ? std::optional(std::move(files)) : std::nullopt;
}

/// All fields of an operation in the order of their declaration; unused ones are empty.
void writeOperation(support::ByteWriter &out, const Operation &operation) {
  out.write(operation.kind);
  out.writeString(operation.source);
  out.write(static_cast<uint32_t>(operation.headers.size()));
  for (const InputHeader &header : operation.headers) {
    out.writeString(header.name);
    out.writeString(header.source);
  }
  writeFiles(out, operation.files);
  out.writeBlob(operation.il);
  out.write(static_cast<uint32_t>(operation.constants.size()));
  for (const SpecializationConstant &constant : operation.constants) {
    out.write(constant.id);
    out.writeBlob(constant.value);
  }
  out.write(static_cast<uint32_t>(operation.inputs.size()));
  for (const ModuleData *input : operation.inputs) {
    write(out, *input);
  }
  out.write(static_cast<uint8_t>(operation.createLibrary));
  out.writeString(operation.kernel);
  out.write(operation.emitKind);
  writeSpecialization(out, operation.specialization);
}

/// The reverse of writeOperation(), with range checks of the enumerators. Counts are bounded by the
/// bytes left, through the least size of an element that readCount() gets.
bool readOperation(support::ByteReader &in, Request &request) {
  Operation &operation = request.operation;
  operation.kind = in.read<OperationKind>();
  operation.source = in.readString();
  operation.headers.resize(in.readCount(8));
  for (InputHeader &header : operation.headers) {
    header.name = in.readString();
    header.source = in.readString();
  }
  operation.files = readFiles(in);
  operation.il = in.readBlob();
  operation.constants.resize(in.readCount(12));
  for (SpecializationConstant &constant : operation.constants) {
    constant.id = in.read<uint32_t>();
    constant.value = in.readBlob();
  }
  request.inputs.resize(in.readCount(1));
  for (ModuleData &input : request.inputs) {
    if (!readInto(in, input)) {
      return false;
    }
    operation.inputs.push_back(&input);
  }
  operation.createLibrary = in.read<uint8_t>() != 0;
  operation.kernel = in.readString();
  operation.emitKind = in.read<EmitKind>();
  operation.specialization = readSpecialization(in);
  return operation.kind <= OperationKind::emitSpirv && operation.emitKind <= EmitKind::spirv;
}

/// The files opened or missed by the front end, with hashes, texts and spellings.
void write(support::ByteWriter &out, const Dependencies &dependencies) {
  out.write(static_cast<uint8_t>(dependencies.onTime));
  out.write(static_cast<uint32_t>(dependencies.files.size()));
  for (const FileDependency &file : dependencies.files) {
    out.writeString(file.path);
    out.write(static_cast<uint8_t>(file.contents.has_value()));
    out.write(file.contents.value_or(0));
    out.writeString(file.text);
    out.writeString(file.spelling);
  }
}

/// The reverse of write(). Errors are left in the reader's state.
Dependencies readDependencies(support::ByteReader &in) {
  Dependencies dependencies;
  dependencies.onTime = in.read<uint8_t>() != 0;
  constexpr size_t leastBytes = 4 + 1 + 8 + 4 + 4;
  dependencies.files.resize(in.readCount(leastBytes));
  for (FileDependency &file : dependencies.files) {
    file.path = in.readString();
    const bool exists = in.read<uint8_t>() != 0;
    const auto contents = in.read<uint64_t>();
    file.contents = exists ? std::optional(contents) : std::nullopt;
    file.text = in.readString();
    file.spelling = in.readString();
  }
  return dependencies;
}

}  // namespace

Bytes writeRequest(std::string_view target, std::string_view targetProperties,
                   const ModuleData &data, const Operation &operation) {
  support::ByteWriter out;
  out.writeString(target);
  out.writeString(targetProperties);
  write(out, data);
  writeOperation(out, operation);
  return out.take();
}

bool readRequest(std::span<const std::byte> bytes, Request &request) {
  support::ByteReader in(bytes);
  request.target = in.readString();
  request.targetProperties = in.readString();
  return readInto(in, request.data) && readOperation(in, request) && in.ok() && in.atEnd();
}

Bytes writeOutcome(const Outcome &outcome) {
  support::ByteWriter out;
  out.write(static_cast<uint8_t>(outcome.failure.has_value()));
  if (outcome.failure) {
    out.write(static_cast<uint32_t>(outcome.failure->code));
    out.writeString(outcome.failure->message);
  }
  out.writeString(outcome.log);
  out.write(static_cast<uint8_t>(outcome.data.has_value()));
  if (outcome.data) {
    write(out, *outcome.data);
  }
  out.writeBlob(outcome.output);
  write(out, outcome.dependencies);
  return out.take();
}

std::optional<Outcome> readOutcome(std::span<const std::byte> bytes) {
  support::ByteReader in(bytes);
  Outcome outcome;
  if (in.read<uint8_t>() != 0) {
    const auto error = in.read<uint32_t>();
    if (error > static_cast<uint32_t>(Error::internalFailure)) {
      return std::nullopt;
    }
    outcome.failure = Failure{static_cast<Error>(error), std::string(in.readString())};
  }
  outcome.log = in.readString();
  if (in.read<uint8_t>() != 0) {
    outcome.data.emplace();
    if (!readInto(in, *outcome.data)) {
      return std::nullopt;
    }
  }
  const auto output = in.readBlob();
  outcome.output.assign(output.begin(), output.end());
  outcome.dependencies = readDependencies(in);
  if (!in.ok() || !in.atEnd()) {
    return std::nullopt;
  }
  return outcome;
}

}  // namespace compiler::isolation
