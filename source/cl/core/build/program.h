// Defines program objects: source, IL or binaries, and the last build for each device (CL 3.0
// §5.8).
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/build/build.h"
#include "core/build/spirv_module.h"
#include "core/context/context.h"

namespace cl {

/// The pfn_notify of a build and its argument; the function may be null.
struct BuildNotify {
  void(CL_CALLBACK *function)(cl_program, void *) = nullptr;
  void *user = nullptr;
};

/// A program object. Thread-safe: its lock is held for moments, never during a compilation.
class Program final : public Object<_cl_program, Kind::program, CL_INVALID_PROGRAM> {
 public:
  /// Implements clCreateProgramWithSource. `lengths` may be null, and single lengths 0, for
  /// terminated strings.
  static Result<Ref<Program>> fromSource(Context &context, cl_uint count, const char **strings,
                                         const size_t *lengths);
  /// Implements clCreateProgramWithBinary (CL 3.0 §5.8.1).
  static Result<Ref<Program>> fromBinaries(Context &context, std::span<Device *const> devices,
                                           const size_t *lengths, const unsigned char **binaries,
                                           cl_int *binaryStatus);

  /// Implements clCreateProgramWithIL (CL 3.0 §5.8.1): SPIR-V in any byte order.
  static Result<Ref<Program>> fromIl(Context &context, std::span<const std::byte> il);

  Context &context() const { return *context_; }
  /// Returns the number of slots: the devices of the program.
  size_t deviceCount() const { return slots_.size(); }

  /// Implements clBuildProgram (CL 3.0 §5.8.4). Empty `devices` stand for all of the program.
  Status build(std::span<Device *const> devices, std::string_view options, BuildNotify notify);
  /// Implements clCompileProgram (CL 3.0 §5.8.5).
  Status compile(std::span<Device *const> devices, std::string_view options,
                 std::vector<IncludedHeader> headers, BuildNotify notify);
  /// Implements clLinkProgram (CL 3.0 §5.8.5). A failed link yields a program too; `status` has its
  /// error.
  static Result<Ref<Program>> link(Context &context, std::span<Device *const> devices,
                                   std::string_view options, std::span<Program *const> inputs,
                                   BuildNotify notify, Status &status);

  /// Implements clSetProgramSpecializationConstant (CL 3.0 §5.8.3), for later builds.
  Status setConstant(uint32_t id, size_t size, const void *value);

  /// Answers clGetProgramInfo (CL 3.0 §5.8.9).
  Status info(cl_program_info name, const InfoWriter &out);
  /// Answers clGetProgramBuildInfo (CL 3.0 §5.8.9). CL_INVALID_DEVICE for a device outside of the
  /// program.
  Status buildInfo(const Device &device, cl_program_build_info name, const InfoWriter &out) const;

  /// Tells if the program comes from clCreateProgramWithSource.
  bool hasSource() const { return origin_ == Origin::source; }
  const std::string &source() const { return source_; }
  /// Returns the last build for a slot (a device of the program), or null.
  Ref<Build> buildOf(size_t slot) const;
  /// Returns the member of the context for a slot.
  size_t memberOf(size_t slot) const { return slots_[slot].member; }

  /// Kernels hold code of their program, so it cannot be rebuilt while one exists.
  void attachKernel() { kernels_.fetch_add(1); }
  void detachKernel() { kernels_.fetch_sub(1); }

 private:
  enum class Origin { source, il, binary, link };
  using Constants = std::map<uint32_t, std::vector<std::byte>>;
  struct Slot {
    size_t member;                         ///< of the context
    size_t device;                         ///< the open device of the member
    Ref<Build> build = {};                 ///< guarded by mutex_, like isBuilding
    Ref<Build> loaded = {};                ///< the binary of clCreateProgramWithBinary
    std::vector<Ref<Build>> objects = {};  ///< the inputs of clLinkProgram
    bool isBuilding = false;

    /// Tells if a build for one slot serves the other.
    bool sharesBuildWith(const Slot &other) const {
      return device == other.device && loaded == other.loaded && objects == other.objects;
    }
  };
  using Work = std::function<Ref<Build>(Slot &slot)>;

  Program(Context &context, Origin origin) : context_(Ref<Context>(&context)), origin_(origin) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Reports the cause of a missing compiler to the context's notification function and, once, to
  /// standard error. Returns `error`.
  static Error withoutCompiler(Context &context, std::string_view call, cl_int error);
  void addSlotsOfAllMembers();
  static std::vector<Ref<Build>> objectsFor(size_t member, std::span<Program *const> inputs);
  Ref<Build> sharedBuild(std::span<const size_t> earlier, const Slot &slot) const;
  Result<std::vector<size_t>> slotsOf(std::span<Device *const> devices) const;
  Status beginBuilding(std::span<const size_t> slots);
  Status run(std::vector<size_t> slots, Work work, BuildNotify notify);
  Status work(std::span<const size_t> slots, const Work &work);
  Status workFor(std::span<const size_t> slots, size_t position, const Work &work);
  Status binarySizes(const InfoWriter &out);
  Status binaries(const InfoWriter &out);
  std::string storedSource() const;
  Result<Ref<Build>> anyExecutable() const;
  /// Tells if a build for the slot starts from source or intermediate language.
  bool isCompilable(const Slot &slot) const;
  ProgramInput inputOf(const Slot &slot,
                       std::span<const compiler::SpecializationConstant> constants) const;
  Constants constants() const;

  Ref<Context> context_;
  Origin origin_;
  std::string source_;
  std::vector<std::byte> il_;  ///< as it was given
  SpirvModule spirv_;
  Constants constants_;  ///< by id; guarded by mutex_
  std::vector<Slot> slots_;
  std::atomic<uint32_t> kernels_ = 0;
  mutable std::mutex mutex_;
};

}  // namespace cl
