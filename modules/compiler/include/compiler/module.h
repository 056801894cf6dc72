// A program for one device on its way from source or IL to a binary.
//
//   empty --compileOpenCLC, compileSPIRV--> compiled --link--> linked --finalize--> finalized
//   finalized --createBinary--> bytes for muxCreateExecutable
//
// Each step is one call, and corresponds to a step of clBuildProgram, clCompileProgram or
// clLinkProgram (CL 3.0 §5.8). doc/compiler-spec.md §8 has the table of calls and states.
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

/// Bytes owned by their holder.
using Bytes = std::vector<std::byte>;

/// The origin of serialized bytes.
///
/// Trusted bytes were written by this driver build and stored in its own cache, with checksums that
/// fit; an application's are untrusted. LLVM's reader may crash on hostile bitcode, so steps on
/// untrusted bytes run in the helper process.
enum class Trust : uint8_t { untrusted, trusted };

/// The content of a Module. A call in a state that does not allow it returns Error::invalidValue
/// and changes nothing.
enum class ModuleState : uint8_t {
  empty,
  loaded,     ///< by loadSPIR; compileSPIR is next
  compiled,   ///< one translation unit (clCompileProgram); can be linked
  library,    ///< made by link with -create-library; can be linked
  linked,     ///< complete, not finalized
  finalized,  ///< target-neutral IR, final; kernels and binaries can be made from it
  failed,
};

/// The time at which the code of a finalized module can be generated, and the pieces of it.
enum class CodePlan : uint8_t {
  /// At any time, for each kernel alone (Module::createKernel).
  kernels,
  /// At any time, for all kernels together: they share variables, or the target compiles whole
  /// programs.
  whole,
  /// At the build: code generation may report an error of the program, or remarks for the build
  /// log.
  atBuild,
};

/// The entry point that an option string comes from: it decides the allowed options and the error
/// for a wrong one (CL 3.0 §5.8.6, §5.8.7).
enum class OptionsMode { build, compile, link };

/// A header passed to clCompileProgram: `#include "name"` finds `source` (CL 3.0 §5.8.5).
struct InputHeader {
  std::string_view name;
  std::string_view source;
};

/// A file in place of one in the file system, for a program compiled again from its container.
///
/// `path` is absolute, or relative to a folder that represents the compiler's working directory.
struct GivenFile {
  std::string_view path;
  std::string_view text;
};

/// A path that a compilation looked for in the file system.
///
/// The cache of builds compares it later: a changed, new or removed file makes a cached build
/// stale. A path without a file counts too, because a file created there would be found first.
struct FileDependency {
  /// The value of `contents` for a folder; no file has it.
  static constexpr uint64_t folder = 0;

  std::string path;  ///< absolute
  /// XXH3 (64 bits) of the file's text. Without a value nothing was at the path.
  std::optional<uint64_t> contents = {};
  /// The text of the file.
  std::string text = {};
  /// The path as spelled by options and `#include`; may be relative.
  std::string spelling = {};

  bool isFile() const { return contents.value_or(folder) != folder; }
};

/// The inputs of a compilation besides its arguments and the driver's build.
struct Dependencies {
  std::vector<FileDependency> files;
  bool onTime = false;  ///< __DATE__, __TIME__ or __TIMESTAMP__ was expanded
};

/// A value for a specialization constant of SPIR-V, in little-endian bytes
/// (clSetProgramSpecializationConstant, CL 3.0 §5.8.3).
struct SpecializationConstant {
  uint32_t id;
  std::span<const std::byte> value;
};

/// A printable or portable output of a module, for people and for other tools (`clc`, `muxc`,
/// KILN_DUMP).
enum class EmitKind : uint8_t {
  /// LLVM IR as text.
  ir,
  /// The same as LLVM bitcode.
  bitcode,
  /// LLVM IR as text after the target's kernel pipeline, before code generation.
  kernelIr,
  /// The target's code as text.
  assembly,
  /// SPIR-V for OpenCL.
  spirv,
};

/// One program for one device.
///
/// Threads: one thread at a time uses a module. Different modules of one Context are independent
/// and may be compiled side by side. Ownership: arguments are needed during the call alone.
///
/// Errors: a step that fails leaves the module `failed`, and only a new module helps then. A call
/// in a wrong state is no step: it is Error::invalidValue and the state stays.
class Module {
 public:
  virtual ~Module() = default;

  /// Parses and remembers build options, in place of all former ones.
  ///
  /// Allowed in any state, and the state stays. An unknown or malformed option is the mode's error,
  /// with the option in the log; the former options stay then.
  virtual Result<void> parseOptions(std::string_view options, OptionsMode mode) = 0;

  /// From now on compileOpenCLC finds these files and no others, in place of the file system's.
  ///
  /// The texts are copied. dependencies() has no file then. Without it a program from a container
  /// would depend on the machine that compiles it again.
  virtual void setFiles(std::span<const GivenFile> files) = 0;

  /// Compiles OpenCL C source: empty becomes compiled.
  ///
  /// Looks for headers first in `headers`, then, with -I, in the file system. Error::compileFailure
  /// or Error::outOfResources, with the place in the log. Error::unsupported if the device lacks a
  /// feature required by the language's version.
  virtual Result<void> compileOpenCLC(std::string_view source,
                                      std::span<const InputHeader> headers) = 0;

  /// Translates the words of a SPIR-V module for kernels: empty becomes compiled.
  ///
  /// Error::invalidBinary: the words are no SPIR-V at all. Error::compileFailure: the module is
  /// invalid or needs a feature absent from the device; the log names the instruction and its
  /// place.
  virtual Result<void> compileSPIRV(std::span<const uint32_t> words,
                                    std::span<const SpecializationConstant> constants) = 0;

  /// Translates a SPIR-V module of Vulkan's compute shaders (doc/spirv.md): empty becomes compiled.
  /// Each entry point becomes a kernel, whose arguments are its descriptors. Errors as
  /// compileSPIRV.
  virtual Result<void> compileShaders(std::span<const uint32_t> words,
                                      std::span<const SpecializationConstant> constants) = 0;

  /// Checks SPIR bitcode (SPIR 1.2, or Clang's for spir and spir64): empty becomes loaded.
  ///
  /// Any bytes may be passed: Error::invalidBinary. This step and compileSPIR run in the helper
  /// process, because LLVM's reader of bitcode trusts its input; a crash there is an error like
  /// others.
  virtual Result<void> loadSPIR(std::span<const std::byte> bitcode) = 0;
  /// Brings loaded bitcode to the form of the other front ends: loaded becomes compiled.
  virtual Result<void> compileSPIR() = 0;

  /// Links compiled modules and libraries of the same Target into this one: library or linked.
  ///
  /// This module is empty or (for clBuildProgram) holds a translation unit itself. The inputs do
  /// not change, and several threads may link them at once. Error::linkFailure: two inputs define
  /// one symbol. Error::invalidValue, and the state stays: an input is null, of another state or of
  /// another target, or nothing is there to link.
  virtual Result<void> link(std::span<const Module *const> inputs, bool createLibrary) = 0;

  /// Runs the target-neutral passes: linked or compiled becomes finalized.
  ///
  /// Error::linkFailure: recursion, or a call of a function without a definition, each named in the
  /// log.
  virtual Result<void> finalize() = 0;

  /// Generates a binary of all kernels, for muxCreateExecutable of the target's devices. Needs the
  /// state finalized, and keeps it.
  ///
  /// The same program gives the same bytes each time, on any thread; caches depend on it.
  virtual Result<Bytes> createBinary() = 0;

  /// Returns a kernel for deferred compilation. Needs the state finalized, and keeps it.
  ///
  /// Error::unsupported: the Info lacks deferred compilation, or the program has program-scope
  /// variables in global memory, or may tell a constant's address to memory or to integers. All
  /// launches share these variables and addresses, so they need one binary.
  /// Error::invalidKernelName: no kernel has this name. The kernel does not need the module any
  /// more.
  virtual Result<std::unique_ptr<Kernel>> createKernel(std::string_view name) = 0;

  /// Returns when code can be generated. Needs the state finalized; `atBuild` in any other.
  ///
  /// A driver that generates code on demand follows it, so that the build reports all errors of the
  /// program that the compiler can foresee. What fails later is the compiler's limit, not the
  /// program's fault.
  virtual CodePlan codePlan() const = 0;

  /// Returns bytes for deserialize() in another process of the same driver build.
  ///
  /// They serve this target, and any other one with a superset of this target's front-end
  /// properties (compiler/info.h) and the same build options. Up to finalized nothing in a module
  /// depends on its target, so one front-end result can serve several devices.
  virtual Result<Bytes> serialize() const = 0;
  /// Restores a serialized module: empty becomes the state of that module.
  ///
  /// Any bytes may be passed. Error::invalidBinary, with a sentence about the reason, for bytes
  /// that are damaged, of another driver build, or made for other devices. Later steps look at the
  /// contents. Unless the bytes are trusted these steps run in the helper process, as do the steps
  /// of modules linked with this one.
  virtual Result<void> deserialize(std::span<const std::byte> bytes, Trust trust) = 0;

  /// Returns the module's content as text or bytes; the module stays as it is.
  ///
  /// `ir` and `bitcode` are allowed in all states from compiled on, `kernelIr` and `assembly` for
  /// finalized modules, `spirv` for compiled and linked ones and libraries. `kernel` selects one
  /// kernel of a finalized module (Error::invalidKernelName if none has this name); empty is the
  /// whole program.
  ///
  /// Assembly is made as createBinary makes code, without the division into code-generation
  /// partitions. SPIR-V comes from LLVM's back end in the helper process, and is read back as a
  /// check: unreadable output is Error::compileFailure, with the reason in the log.
  virtual Result<Bytes> emit(EmitKind kind, std::string_view kernel) = 0;

  /// The state of the module; see the table in doc/compiler-spec.md §8.
  virtual ModuleState getState() const = 0;

  /// The messages for the user from the last compile, link, finalize, createBinary or emit alone.
  /// Each line ends with a line feed. Valid until the next step.
  virtual std::string_view log() const = 0;

  /// The files that compileOpenCLC looked for; empty for other languages. Valid until the next
  /// step.
  virtual const Dependencies &dependencies() const = 0;

  /// Kernels and their arguments; complete from finalized on. Valid until the next step.
  virtual const ProgramInfo &programInfo() const = 0;
};

}  // namespace compiler
