// The byte format of program metadata (doc/mux-spec.md §8 has it as a table).
//
//   note header | "Kiln" | versions | target | properties | kernels | strings | padding to 8
//
// The reader trusts nothing: ByteReader bounds every read, and each field is compared with the
// range that the runtime relies on, before it may size anything. Lists have a count in front; the
// count is checked against the rest of the input, so a small file cannot ask for much memory.
#include "mux/target_support/program_metadata.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "mux/image_data.h"
#include "support/byte_io.h"

namespace mux {
namespace {

// The version of the format, and the limits of doc/mux-spec.md §7. A larger alignment than 128
// exceeds that of the argument block. The memory limit keeps sums of a few sizes far from overflow.
constexpr uint32_t formatVersion = 1;
constexpr uint64_t maxAlignment = 128;
constexpr uint64_t maxArgumentsSize = uint64_t{1} << 20;
constexpr uint64_t maxMemorySize = uint64_t{1} << 40;
constexpr uint32_t maxVectorWidth = 64;
constexpr uint32_t knownFlags =
    mux_kernel_uses_printf | mux_kernel_has_barriers | mux_kernel_flush_denorms |
    mux_kernel_uniform_groups_only | mux_kernel_uses_sub_groups | mux_kernel_zeroes_local_memory |
    mux_kernel_zeroes_private_memory | mux_kernel_vectors_are_uncertain |
    mux_kernel_ignores_groups | mux_kernel_shares_work_along_z |
    mux_kernel_gains_by_specialization | mux_kernel_gains_by_apart_buffers;

// Writes three sizes.
void writeSizes(support::ByteWriter &writer, const uint64_t (&sizes)[3]) {
  for (uint64_t size : sizes) {
    writer.write(size);
  }
}

// Writes a kernel: its fields in the order of the specification.
void writeKernel(support::ByteWriter &writer, const KernelRecord &kernel) {
  const mux_kernel_descriptor_t &d = kernel.descriptor;
  writer.writeString(kernel.name);
  writer.write(static_cast<uint32_t>(kernel.parameters.size()));
  for (const mux_parameter_t &parameter : kernel.parameters) {
    writer.write(parameter.kind);
    writer.write(parameter.alignment);
    writer.write(parameter.offset);
    writer.write(parameter.size);
  }
  writer.write(d.arguments_size);
  writer.write(d.flags);
  writer.write(d.frame_fixed_size);
  writer.write(d.frame_item_size);
  writer.write(d.frame_item_multiple);
  writer.write(d.frame_alignment);
  writer.write(d.local_size);
  writer.write(d.private_size);
  writeSizes(writer, d.required_local_size);
  writeSizes(writer, d.specialized_local_size);
  writer.write(d.max_work_group_size);
  writer.write(d.preferred_multiple);
  writer.write(d.vector_width);
  writer.write(d.vector_dimension);
  writer.write(d.sub_group_size);
}

// Reads the description. Each private function returns false and sets the message on a fault.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> description) : in_(description) {}

  support::Result<ProgramMetadata> read();

 private:
  bool readAll(ProgramMetadata &metadata);
  bool readVersions();
  bool readKernel(KernelRecord &kernel);
  bool readStrings(std::vector<std::string> &strings);
  void readSizes(uint64_t (&sizes)[3]);
  bool checkKernel(const KernelRecord &kernel);
  bool checkParameters(const KernelRecord &kernel);
  bool checkSizes(const mux_kernel_descriptor_t &d);
  bool fail(std::string what) {
    message_ = std::move(what);
    return false;
  }

  support::ByteReader in_;
  std::string message_;
};

// The steps share one message, because they end at the first fault.
support::Result<ProgramMetadata> Reader::read() {
  ProgramMetadata metadata;
  if (!readAll(metadata)) {
    return support::Failure{std::move(message_)};
  }
  return metadata;
}

// Names have to differ: a kernel is found by its name.
bool Reader::readAll(ProgramMetadata &metadata) {
  if (!readVersions()) {
    return false;
  }
  // An empty or unknown target is no fault of the format; the device compares the name.
  metadata.target = in_.readString();
  metadata.targetProperties = in_.readString();
  // The least that a kernel takes: its fixed fields and two empty lists.
  metadata.kernels.resize(in_.readCount(100));
  for (KernelRecord &kernel : metadata.kernels) {
    if (!readKernel(kernel)) {
      return fail("kernel '" + kernel.name + "': " + message_);
    }
  }
  std::vector<std::string_view> names;
  for (const KernelRecord &kernel : metadata.kernels) {
    names.push_back(kernel.name);
  }
  std::ranges::sort(names);
  if (std::ranges::adjacent_find(names) != names.end()) {
    return fail("two kernels of one name");
  }
  if (!readStrings(metadata.strings)) {
    return false;
  }
  in_.align(8);
  return (in_.ok() && in_.atEnd()) || fail("its size does not match its contents");
}

// Both versions have to be the known ones.
bool Reader::readVersions() {
  const auto format = in_.read<uint32_t>();
  const auto abi = in_.read<uint32_t>();
  if (format != formatVersion || abi != MUX_ABI_VERSION) {
    return fail("version " + std::to_string(format) + "." + std::to_string(abi) + " is not known");
  }
  return true;
}

// A read past the end gives zeros; the caller looks at ok() afterwards.
void Reader::readSizes(uint64_t (&sizes)[3]) {
  for (uint64_t &size : sizes) {
    size = in_.read<uint64_t>();
  }
}

// Reads all fields first, then checks them: a field may depend on a later one.
bool Reader::readKernel(KernelRecord &kernel) {
  mux_kernel_descriptor_t &d = kernel.descriptor;
  kernel.name = in_.readString();
  kernel.parameters.resize(in_.readCount(sizeof(mux_parameter_t)));
  for (mux_parameter_t &parameter : kernel.parameters) {
    parameter.kind = in_.read<uint32_t>();
    parameter.alignment = in_.read<uint32_t>();
    parameter.offset = in_.read<uint64_t>();
    parameter.size = in_.read<uint64_t>();
  }
  d.arguments_size = in_.read<uint64_t>();
  d.flags = in_.read<uint32_t>();
  d.frame_fixed_size = in_.read<uint64_t>();
  d.frame_item_size = in_.read<uint64_t>();
  d.frame_item_multiple = in_.read<uint32_t>();
  d.frame_alignment = in_.read<uint32_t>();
  d.local_size = in_.read<uint64_t>();
  d.private_size = in_.read<uint64_t>();
  readSizes(d.required_local_size);
  readSizes(d.specialized_local_size);
  d.max_work_group_size = in_.read<uint64_t>();
  d.preferred_multiple = in_.read<uint32_t>();
  d.vector_width = in_.read<uint32_t>();
  d.vector_dimension = in_.read<uint32_t>();
  d.sub_group_size = in_.read<uint32_t>();
  if (!in_.ok()) {
    return fail("the note ends inside of it");
  }
  d.name = kernel.name.c_str();
  d.parameters = kernel.parameters.data();
  d.parameter_count = static_cast<uint32_t>(kernel.parameters.size());
  return checkKernel(kernel);
}

// Returns true for a power of two up to the largest alignment. The limit is the alignment of the
// argument block and of the arena.
bool isAlignment(uint64_t value) {
  return std::has_single_bit(value) && value <= maxAlignment;
}

// Returns true for zeros, or for sizes with a product that fits into 32 bits. Zeros stand for
// "none"; a mixture of zeros and other numbers is no size.
bool isLocalSize(const uint64_t (&size)[3]) {
  if (size[0] == 0 && size[1] == 0 && size[2] == 0) {
    return true;
  }
  constexpr uint64_t limit = UINT32_MAX;
  return size[0] != 0 && size[1] != 0 && size[2] != 0 && size[0] <= limit &&
         size[1] <= limit / size[0] && size[2] <= limit / (size[0] * size[1]);
}

// Returns true if the slot of a parameter has the size and the alignment of its kind.
bool isSlotOfItsKind(const mux_parameter_t &parameter) {
  switch (parameter.kind) {
    case mux_parameter_value:
      return parameter.offset % parameter.alignment == 0;
    case mux_parameter_buffer:
    case mux_parameter_local:
      return parameter.size == 8 && parameter.offset % 8 == 0;
    case mux_parameter_image:
      return parameter.size == sizeof(mux_image_data_t) && parameter.offset % 8 == 0;
    case mux_parameter_sampler:
      return parameter.size == 4 && parameter.offset % 4 == 0;
    default:
      return false;
  }
}

// Slots ascend, do not overlap, and lie inside of the argument block.
bool Reader::checkParameters(const KernelRecord &kernel) {
  uint64_t end = 0;  // of the parameter before
  for (const mux_parameter_t &parameter : kernel.parameters) {
    if (!isAlignment(parameter.alignment) || !isSlotOfItsKind(parameter)) {
      return fail("a parameter of an impossible kind, size or alignment");
    }
    if (parameter.offset < end || parameter.offset > kernel.descriptor.arguments_size ||
        parameter.size > kernel.descriptor.arguments_size - parameter.offset) {
      return fail("a parameter outside of the argument block");
    }
    end = parameter.offset + parameter.size;
  }
  return true;
}

// No size is beyond all memory; the two fixed local sizes agree.
bool Reader::checkSizes(const mux_kernel_descriptor_t &d) {
  if (d.frame_fixed_size > maxMemorySize || d.frame_item_size > maxMemorySize ||
      d.local_size > maxMemorySize || d.private_size > maxMemorySize) {
    return fail("a size beyond all memory");
  }
  if (!isLocalSize(d.required_local_size) || !isLocalSize(d.specialized_local_size)) {
    return fail("an impossible local size");
  }
  if (d.required_local_size[0] != 0 && d.specialized_local_size[0] != 0 &&
      !std::ranges::equal(d.required_local_size, d.specialized_local_size)) {
    return fail("specialized for another local size than the required one");
  }
  return true;
}

// Checks the name and the numbers, then sizes and parameters.
bool Reader::checkKernel(const KernelRecord &kernel) {
  const mux_kernel_descriptor_t &d = kernel.descriptor;
  if (kernel.name.empty() || kernel.name.find('\0') != std::string::npos) {
    return fail("not a name");
  }
  if (d.arguments_size > maxArgumentsSize || (d.flags & ~knownFlags) != 0) {
    return fail("unknown flags or too large an argument block");
  }
  if (!isAlignment(d.frame_alignment) || d.frame_item_multiple == 0 || d.preferred_multiple == 0 ||
      !std::has_single_bit(d.vector_width) || d.vector_width > maxVectorWidth ||
      d.vector_dimension > mux_vector_dimension_linear) {
    return fail("a number out of its range");
  }
  return checkSizes(d) && checkParameters(kernel);
}

// Strings may hold any bytes; a format is parsed only when a record arrives. Ids of printf are
// positions in this list.
bool Reader::readStrings(std::vector<std::string> &strings) {
  strings.resize(in_.readCount(sizeof(uint32_t)));
  for (std::string &text : strings) {
    text = in_.readString();
  }
  return in_.ok() || fail("the note ends inside of its strings");
}

}  // namespace

// The description first, because its size precedes it. The header's size field counts the
// description alone, without the owner.
std::vector<std::byte> writeProgramMetadata(const ProgramMetadata &metadata) {
  support::ByteWriter description;
  description.write(formatVersion);
  description.write<uint32_t>(MUX_ABI_VERSION);
  description.writeString(metadata.target);
  description.writeString(metadata.targetProperties);
  description.write(static_cast<uint32_t>(metadata.kernels.size()));
  for (const KernelRecord &kernel : metadata.kernels) {
    writeKernel(description, kernel);
  }
  description.write(static_cast<uint32_t>(metadata.strings.size()));
  for (const std::string &text : metadata.strings) {
    description.writeString(text);
  }
  description.align(8);

  support::ByteWriter section;
  section.write(static_cast<uint32_t>(sizeof noteOwner));
  section.write(static_cast<uint32_t>(description.size()));
  section.write(noteType);
  section.writeBytes(std::as_bytes(std::span(noteOwner)));
  section.align(8);
  section.writeBytes(description.bytes());
  return section.take();
}

// Checks the note's header: owner, type, and a description that fills the section.
support::Result<ProgramMetadata> readProgramMetadata(std::span<const std::byte> section) {
  support::ByteReader in(section);
  const auto ownerSize = in.read<uint32_t>();
  const auto descriptionSize = in.read<uint32_t>();
  const auto type = in.read<uint32_t>();
  const auto owner = in.readBytes(sizeof noteOwner);
  in.align(8);
  if (!in.ok() || ownerSize != sizeof noteOwner || type != noteType ||
      !std::ranges::equal(owner, std::as_bytes(std::span(noteOwner)))) {
    return support::Failure{"not a note of " + std::string(noteOwner)};
  }
  if (descriptionSize != in.remaining()) {
    return support::Failure{"its size is not that of its section"};
  }
  return Reader(in.readBytes(descriptionSize)).read();
}

}  // namespace mux
