// Verification of the restricted ELF, first half: headers, segments, the program metadata.
//
// Nothing in the file is trusted. Each step turns some of its numbers into facts that the
// next steps rely on: the headers lie inside of the file; the segments' file ranges do, and
// their pages are disjoint; from then on an address is looked up in the segments only, and
// a range that is not inside of one segment is an error. Section headers play no part.
#include "elf_verifier.h"

#include <algorithm>

namespace mux::elf {
namespace {

// PT_RISCV_ATTRIBUTES, a description of the ISA by the linker, without a meaning for loading.
constexpr uint32_t ptRiscvAttributes = 0x70000003;
// More headers than any linker makes; bounds the work on hostile files.
constexpr uint16_t maxProgramHeaders = 32;

// Returns true for a header that is accepted and not used.
bool isKnownIgnoredHeader(const Elf64_Phdr &header, const Machine &machine) {
  return header.p_type == ptRiscvAttributes && machine.id == EM_RISCV;
}

// Returns the access for segment flags; nothing for combinations such as W and X.
std::optional<Access> accessOf(uint32_t flags) {
  switch (flags) {
    case PF_R:
      return Access::read;
    case PF_R | PF_X:
      return Access::readExecute;
    case PF_R | PF_W:
      return Access::readWrite;
    default:
      return std::nullopt;
  }
}

}  // namespace

// Every fault ends the verification, so the first message is the only one.
bool Verifier::fail(std::string what) {
  message_ = std::move(what);
  return false;
}

// The order matters: each step relies on the facts of its predecessors.
support::Result<Image> Verifier::run() {
  if (checkHeader() && readProgramHeaders() && applyRelro() && readNotes() && readDynamic() &&
      readSymbols() && readRelocations() && readTable()) {
    return std::move(image_);
  }
  return support::Failure{std::move(message_)};
}

// An entry point, another machine, another class or byte order: each ends the work.
bool Verifier::checkHeader() {
  if (!file_.contains(0, file_.headerSize())) {
    return fail("the file is shorter than an ELF header");
  }
  const Elf64_Ehdr header = file_.header();
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return fail("not an ELF file");
  }
  if (header.e_ident[EI_CLASS] != (machine_.bits == 64 ? ELFCLASS64 : ELFCLASS32)) {
    return fail("wrong ELF class");
  }
  if (header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_ident[EI_VERSION] != EV_CURRENT ||
      header.e_ident[EI_OSABI] != ELFOSABI_NONE || header.e_ident[EI_ABIVERSION] != 0 ||
      header.e_version != EV_CURRENT) {
    return fail("wrong byte order, ELF version or ABI");
  }
  if (header.e_type != ET_DYN || header.e_machine != machine_.id) {
    return fail("not a shared object of the machine " + std::to_string(machine_.id) +
                ", but type " + std::to_string(header.e_type) + " of the machine " +
                std::to_string(header.e_machine));
  }
  if (header.e_entry != 0) {
    return fail("has an entry point");
  }
  if (header.e_ehsize != file_.headerSize() || header.e_phentsize != file_.programHeaderSize()) {
    return fail("headers of a wrong size");
  }
  return true;
}

// Every header is either one of the known kinds or an error. The last segment ends the image,
// because segments ascend.
bool Verifier::readProgramHeaders() {
  const Elf64_Ehdr header = file_.header();
  const uint64_t entry = file_.programHeaderSize();
  if (header.e_phnum == 0 || header.e_phnum > maxProgramHeaders ||
      !file_.contains(header.e_phoff, header.e_phnum * entry)) {
    return fail("program headers outside of the file");
  }
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    if (!readProgramHeader(file_.programHeader(header.e_phoff + i * entry))) {
      message_ = "program header " + std::to_string(i) + ": " + message_;
      return false;
    }
  }
  if (image_.segments.empty() || !dynamic_ || !note_) {
    return fail("no segment, dynamic section or note");
  }
  const Segment &last = image_.segments.back();
  image_.memorySize = last.address + last.memorySize;
  return true;
}

// A second header of a kind would make the meaning depend on the reader.
bool Verifier::setOnce(std::optional<Range> &slot, const Elf64_Phdr &header, const char *name) {
  if (slot) {
    return fail(std::string("a second ") + name);
  }
  slot = Range{header.p_offset, header.p_filesz};
  return checkSegmentContents(header);
}

// Bytes of a header outside of the file would be read past its end by a loader.
bool Verifier::checkSegmentContents(const Elf64_Phdr &header) {
  if (!file_.contains(header.p_offset, header.p_filesz)) {
    return fail("contents outside of the file");
  }
  return true;
}

// RELRO names addresses; its contents belong to a segment that is checked by itself.
bool Verifier::readProgramHeader(const Elf64_Phdr &header) {
  switch (header.p_type) {
    case PT_LOAD:
      return addSegment(header);
    case PT_DYNAMIC:
      dynamicAddress_ = header.p_vaddr;
      return setOnce(dynamic_, header, "PT_DYNAMIC");
    case PT_NOTE:
      return setOnce(note_, header, "PT_NOTE");
    case PT_PHDR:
      return setOnce(headers_, header, "PT_PHDR");
    case PT_GNU_STACK:
      if (header.p_flags != (PF_R | PF_W)) {
        return fail("an executable stack");
      }
      return setOnce(stack_, header, "PT_GNU_STACK");
    case PT_GNU_RELRO:
      if (relro_) {
        return fail("a second PT_GNU_RELRO");
      }
      relro_ = Range{header.p_vaddr, header.p_memsz};
      return true;
    default:
      if (isKnownIgnoredHeader(header, machine_)) {
        return true;
      }
      return fail("type " + std::to_string(header.p_type) + " is not accepted");
  }
}

// Checks one PT_LOAD and appends it.
//
// A segment that starts within a page is extended to the page's start: a loader maps whole pages,
// and the file has the bytes in front. No two segments share a page, so each page has one access.
//
//   p_vaddr 0x1234, page 0x1000:   address 0x1000, 0x234 bytes of the file before the contents
bool Verifier::addSegment(const Elf64_Phdr &header) {
  const uint64_t page = machine_.pageSize;
  // The checks go from the flags to the place: each later one uses numbers checked before.
  const std::optional<Access> access = accessOf(header.p_flags);
  if (!access) {
    return fail("flags other than R, RX, RW");
  }
  if (!checkSegmentContents(header)) {
    return false;
  }
  if (header.p_memsz == 0 || header.p_filesz > header.p_memsz || header.p_memsz > maxImageSize ||
      header.p_vaddr > maxImageSize - header.p_memsz) {
    return fail("impossible size or address");
  }
  if (*access != Access::readWrite && header.p_filesz != header.p_memsz) {
    return fail("zero-filled memory that is not writable");
  }
  if (header.p_align != page || (header.p_vaddr - header.p_offset) % page != 0) {
    return fail("not aligned to pages of " + std::to_string(page) + " bytes");
  }
  // p_offset has the same remainder, so the file has these bytes in front of the contents.
  const uint64_t before = header.p_vaddr % page;
  Segment segment{.address = header.p_vaddr - before,
                  .offset = header.p_offset - before,
                  .fileSize = header.p_filesz + before,
                  .memorySize = header.p_memsz + before,
                  .access = *access};
  if (!image_.segments.empty()) {
    const Segment &last = image_.segments.back();
    const uint64_t end = (last.address + last.memorySize + page - 1) & ~(page - 1);
    if (segment.address < end) {
      return fail("shares a page with the segment before, or is out of order");
    }
  }
  image_.segments.push_back(segment);
  return true;
}

// Rounds the range down to whole pages: the rest of the last page stays writable for data behind
// it.
bool Verifier::applyRelro() {
  if (!relro_) {
    return true;
  }
  const uint64_t page = machine_.pageSize;
  const uint64_t before = relro_->start % page;
  for (Segment &segment : image_.segments) {
    if (segment.access != Access::readWrite || segment.address != relro_->start - before) {
      continue;
    }
    const uint64_t pages = (segment.memorySize + page - 1) & ~(page - 1);
    if (relro_->size > pages - before) {
      return fail("PT_GNU_RELRO leaves its segment");
    }
    segment.readOnlyAfterRelocation = (before + relro_->size) & ~(page - 1);
    return true;
  }
  return fail("PT_GNU_RELRO does not start with a writable segment");
}

// The metadata's own reader checks every field.
bool Verifier::readNotes() {
  auto metadata = readProgramMetadata(file_.bytes(note_->start, note_->size));
  if (!metadata) {
    return fail("note: " + metadata.error().message);
  }
  image_.metadata = std::move(*metadata);
  return true;
}

// A range has to lie inside of one segment; none may span two.
const Segment *Verifier::segmentOf(uint64_t address, uint64_t size, bool fileBacked) const {
  for (const Segment &segment : image_.segments) {
    const uint64_t length = fileBacked ? segment.fileSize : segment.memorySize;
    if (address >= segment.address && address - segment.address <= length &&
        size <= length - (address - segment.address)) {
      return &segment;
    }
  }
  return nullptr;
}

// Translates an address by its segment; addresses never index the file directly.
std::optional<uint64_t> Verifier::fileOffset(uint64_t address, uint64_t size,
                                             std::optional<Access> access) const {
  const Segment *segment = segmentOf(address, size, true);
  if (!segment || (access && segment->access != *access)) {
    return std::nullopt;
  }
  return segment->offset + (address - segment->address);
}

// The verifier's object holds all state, so two threads may verify at once.
support::Result<Image> verify(std::span<const std::byte> file, const Machine &machine) {
  return Verifier(file, machine).run();
}

}  // namespace mux::elf
