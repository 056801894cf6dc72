// Bounds-checked reading of ELF structures; both classes appear as ELF64.
//
// So the verifier has one set of checks for both classes. A read outside of the file gives zeros,
// and the callers check ranges before they believe a value.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace mux::elf {

/// The bytes of a file as ELF of one class. Holds a reference to the bytes. Thread-safe, as it
/// changes nothing. No function throws.
class File {
 public:
  /// `bits` is 32 or 64, the class to read by; the file's own class byte is not looked at.
  File(std::span<const std::byte> bytes, uint8_t bits) : bytes_(bytes), is64_(bits == 64) {}

  /// Returns true if [offset, offset + size) lies inside of the file. Subtracts instead of adding,
  /// so no sum of hostile numbers can overflow.
  bool contains(uint64_t offset, uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }
  /// Returns a range of the file. Precondition: contains(). The result refers to the file.
  std::span<const std::byte> bytes(uint64_t offset, uint64_t size) const {
    return bytes_.subspan(offset, size);
  }

  /// Returns the value at an offset, or zeros if it is not inside of the file. Needs no alignment.
  /// The value is copied with memcpy in the byte order of this host, little-endian.
  template <class T>
  T at(uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (contains(offset, sizeof value)) {
      std::memcpy(&value, bytes_.data() + offset, sizeof value);
    }
    return value;
  }

  /// Sizes of the structures in the file's class, in bytes. A file's own fields for entry sizes are
  /// compared with them.
  uint64_t headerSize() const { return is64_ ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr); }
  uint64_t programHeaderSize() const { return is64_ ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr); }
  uint64_t sectionHeaderSize() const { return is64_ ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr); }
  uint64_t symbolSize() const { return is64_ ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym); }
  uint64_t relocationSize() const { return is64_ ? sizeof(Elf64_Rela) : sizeof(Elf32_Rela); }
  uint64_t dynamicSize() const { return is64_ ? sizeof(Elf64_Dyn) : sizeof(Elf32_Dyn); }

  /// Structures at file offsets, widened to ELF64.
  ///
  /// Offsets are bytes from the start of the file. Structures not wholly inside of it read as
  /// zeros. Addresses of ELF32 are extended with zeros.
  Elf64_Ehdr header() const;
  /// The offset is e_phoff plus a multiple of programHeaderSize().
  Elf64_Phdr programHeader(uint64_t offset) const;
  /// Only for symbols of debuggers; verification ignores sections.
  Elf64_Shdr sectionHeader(uint64_t offset) const;
  /// An element of a symbol table. Its name is an index into a string table.
  Elf64_Sym symbol(uint64_t offset) const;
  /// A relocation: r_info is the type alone, and `symbolIndex` receives the symbol.
  Elf64_Rela relocation(uint64_t offset, uint64_t *symbolIndex) const;
  /// An element of the dynamic section: a tag with a value or an address.
  Elf64_Dyn dynamic(uint64_t offset) const;

 private:
  // The caller's bytes, which outlive this object.
  std::span<const std::byte> bytes_;
  // The class to read by.
  bool is64_;
};

}  // namespace mux::elf
