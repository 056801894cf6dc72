// A program on its way from source or IL to a binary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/program_info.h"
#include "compiler/result.h"

namespace compiler {

class Kernel;

using Bytes = std::vector<std::byte>;

/// Trusted bytes were written by this driver build and kept in its own cache, with checksums that
/// fit; an application's are untrusted.
enum class Trust : uint8_t { untrusted, trusted };

/// What a Module holds. Calls that the state does not allow return Error::invalidValue.
enum class ModuleState : uint8_t {
  empty,
  loaded,     ///< by loadSPIR; compileSPIR is next
  compiled,   ///< one translation unit (clCompileProgram); can be linked
  library,    ///< made by link with -create-library; can be linked
  linked,     ///< complete, not finalized
  finalized,  ///< target-neutral IR, final; kernels and binaries can be made from it
  failed,
};

/// Whose options a string holds: which ones are allowed, and which error a wrong one is.
enum class OptionsMode { build, compile, link };

/// A header passed to clCompileProgram: `#include "name"` finds `source`.
struct InputHeader {
  std::string_view name;
  std::string_view source;
};

/// A file that takes the place of one in the file system: `path` is absolute, or relative to a
/// folder that stands for the one that the compiler runs in.
struct GivenFile {
  std::string_view path;
  std::string_view text;
};

/// A path that a compilation looked for in the file system.
struct FileDependency {
  /// The `contents` of a folder, which no file has.
  static constexpr uint64_t folder = 0;

  std::string path;  ///< absolute
  /// XXH3 (64 bits) of what the file held; none if there was nothing.
  std::optional<uint64_t> contents = {};
  std::string text = {};      ///< what it held
  std::string spelling = {};  ///< the path as options and `#include` make it; may be relative

  bool isFile() const { return contents.value_or(folder) != folder; }
};

/// What the result of a compilation depends on besides its arguments and the driver's build.
struct Dependencies {
  std::vector<FileDependency> files;
  bool onTime = false;  ///< __DATE__, __TIME__ or __TIMESTAMP__ was expanded
};

struct SpecializationConstant {
  uint32_t id;
  std::span<const std::byte> value;
};

/// Forms of a module for people and for other tools.
enum class EmitKind : uint8_t {
  ir,        ///< LLVM IR as text
  bitcode,   ///< the same as LLVM bitcode
  kernelIr,  ///< LLVM IR as text after the target's kernel pipeline, before code generation
  assembly,  ///< the target's code as text
  spirv,     ///< SPIR-V for OpenCL
};

/// One program for one device. Used by one thread at a time; different modules of one
/// Context are independent and may be compiled side by side. Arguments are needed during the
/// call alone. A step that fails, but for a call that the state does not allow, leaves the
/// module failed; doc/compiler-spec.md has the table of calls and states.
class Module {
 public:
  virtual ~Module() = default;

  /// Parses and remembers build options, in place of all former ones; allowed in any state,
  /// which stays. Unknown or malformed ones are the mode's error, with the option in the log,
  /// and change nothing.
  virtual Result<void> parseOptions(std::string_view options, OptionsMode mode) = 0;

  /// From now on compileOpenCLC finds these files and no others, in place of the file system's;
  /// dependencies() then has none. The texts are copied.
  virtual void setFiles(std::span<const GivenFile> files) = 0;

  /// OpenCL C source → compiled. Reads headers first from `headers`, then, with -I, from
  /// the file system. Error::compileFailure or outOfResources, with the place in the log;
  /// Error::unsupported if the device does not have what the language's version requires.
  virtual Result<void> compileOpenCLC(std::string_view source,
                                      std::span<const InputHeader> headers) = 0;

  /// SPIR-V words → compiled. Error::invalidBinary if they are no SPIR-V at all,
  /// Error::compileFailure if the module is not valid or asks for what the device lacks; the log
  /// names the instruction and its place.
  virtual Result<void> compileSPIRV(std::span<const uint32_t> words,
                                    std::span<const SpecializationConstant> constants) = 0;

  /// The same for a module of Vulkan's compute shaders (doc/spirv.md): each entry point becomes a
  /// kernel, whose arguments are its descriptors.
  virtual Result<void> compileShaders(std::span<const uint32_t> words,
                                      std::span<const SpecializationConstant> constants) = 0;

  /// SPIR bitcode (SPIR 1.2, or Clang's for spir and spir64): load checks the bytes
  /// (→ loaded; Error::invalidBinary), compile brings them to the common form (→ compiled). Any
  /// bytes may be passed: both run in the helper process, whose end is an error like others.
  virtual Result<void> loadSPIR(std::span<const std::byte> bitcode) = 0;
  virtual Result<void> compileSPIR() = 0;

  /// Links compiled modules and libraries of the same Target into this one, which is empty
  /// or (for clBuildProgram) holds a translation unit itself. → library or linked.
  /// The inputs are not changed, and may be linked by several threads at once. An input that
  /// is null, of another state or of another target, or nothing to link at all, is
  /// Error::invalidValue and no step; a symbol that is defined twice is linkFailure.
  virtual Result<void> link(std::span<const Module *const> inputs, bool createLibrary) = 0;

  /// linked or compiled → finalized. Runs what does not depend on the target. Recursion and
  /// functions that nobody defines are Error::linkFailure, named in the log.
  virtual Result<void> finalize() = 0;

  /// A binary of all kernels, for muxCreateExecutable of the target's devices. The same bytes
  /// for the same program each time.
  virtual Result<Bytes> createBinary() = 0;

  /// A kernel for deferred compilation; Error::unsupported unless the Info says that the
  /// target has it and for programs with program-scope variables in global memory (all kernels
  /// share them), Error::invalidKernelName if there is no such kernel. The kernel does
  /// not depend on the module's lifetime.
  virtual Result<std::unique_ptr<Kernel>> createKernel(std::string_view name) = 0;

  /// Bytes from which another process of the same driver build gets this module back, in its
  /// state: for this target, or any other one whose devices have all that this target's front
  /// end says of its own (missingFacts in compiler/info.h is empty) and that understands the
  /// build options. Up to finalized nothing in a module depends on its target.
  virtual Result<Bytes> serialize() const = 0;
  /// empty → the state of the module that was serialized. Error::invalidBinary, with a
  /// sentence about the reason, for bytes that are damaged, of another driver build, or made
  /// for other devices. Any bytes may be passed: what they hold is only looked at by later
  /// steps. Unless the bytes are trusted those run in the helper process, as do the steps of
  /// modules linked with this one.
  virtual Result<void> deserialize(std::span<const std::byte> bytes, Trust trust) = 0;

  /// What the module holds, in another form; the module stays as it is. `ir` and `bitcode` are
  /// allowed in all states from compiled on, `kernelIr` and `assembly` for finalized modules,
  /// `spirv` for compiled and linked ones and libraries. `kernel` leaves all other kernels of a
  /// finalized module out (Error::invalidKernelName if there is none of that name); empty is the
  /// whole program. Assembly is made as createBinary makes code, but for the split of large kernels
  /// in parts. SPIR-V is made by LLVM's back end in the helper process, and checked: what cannot
  /// be read back is Error::compileFailure, with the reason in the log.
  virtual Result<Bytes> emit(EmitKind kind, std::string_view kernel) = 0;

  virtual ModuleState getState() const = 0;

  /// Of the last compile, link, finalize, createBinary or emit alone: what the user is to read.
  /// Ends each line.
  virtual std::string_view log() const = 0;

  /// Of compileOpenCLC; empty for other languages.
  virtual const Dependencies &dependencies() const = 0;

  /// Kernels and their arguments; complete when finalized.
  virtual const ProgramInfo &programInfo() const = 0;
};

}  // namespace compiler
