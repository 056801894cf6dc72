// Programs: a source, intermediate language or binaries, and for each device the last build of it.
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

/// pfn_notify of a build, and its argument; the function may be null.
struct BuildNotify {
  void(CL_CALLBACK *function)(cl_program, void *) = nullptr;
  void *user = nullptr;
};

/// Thread-safe. Its lock is held for moments, never while something compiles.
class Program final : public Object<_cl_program, Kind::program, CL_INVALID_PROGRAM> {
 public:
  /// lengths may be null, and single ones 0, for zero-terminated strings.
  static Result<Ref<Program>> fromSource(Context &context, cl_uint count, const char **strings,
                                         const size_t *lengths);
  static Result<Ref<Program>> fromBinaries(Context &context, std::span<Device *const> devices,
                                           const size_t *lengths, const unsigned char **binaries,
                                           cl_int *binaryStatus);

  /// clCreateProgramWithIL: SPIR-V in any byte order.
  static Result<Ref<Program>> fromIl(Context &context, std::span<const std::byte> il);

  Context &context() const { return *context_; }
  size_t deviceCount() const { return slots_.size(); }

  /// clBuildProgram. `devices` may be empty: all of the program.
  Status build(std::span<Device *const> devices, std::string_view options, BuildNotify notify);
  /// clCompileProgram.
  Status compile(std::span<Device *const> devices, std::string_view options,
                 std::vector<IncludedHeader> headers, BuildNotify notify);
  /// clLinkProgram. A program is made even if the link fails; `status` then has the error.
  static Result<Ref<Program>> link(Context &context, std::span<Device *const> devices,
                                   std::string_view options, std::span<Program *const> inputs,
                                   BuildNotify notify, Status &status);

  /// clSetProgramSpecializationConstant; concerns the builds that begin later.
  Status setConstant(uint32_t id, size_t size, const void *value);

  Status info(cl_program_info name, const InfoWriter &out);
  Status buildInfo(const Device &device, cl_program_build_info name, const InfoWriter &out) const;

  bool hasSource() const { return origin_ == Origin::source; }
  const std::string &source() const { return source_; }
  /// The last build for a device by its number in the program; may be none.
  Ref<Build> buildOf(size_t slot) const;
  /// The member of the context that a device of the program is.
  size_t memberOf(size_t slot) const { return slots_[slot].member; }

  /// Kernels hold their program's code, which must not be rebuilt meanwhile.
  void attachKernel() { kernels_.fetch_add(1); }
  void detachKernel() { kernels_.fetch_sub(1); }

 private:
  enum class Origin { source, il, binary, link };
  using Constants = std::map<uint32_t, std::vector<std::byte>>;
  struct Slot {
    size_t member;                         ///< of the context
    size_t device;                         ///< the open device of the member
    Ref<Build> build = {};                 ///< guarded by mutex_, like isBuilding
    Ref<Build> loaded = {};                ///< what clCreateProgramWithBinary was given
    std::vector<Ref<Build>> objects = {};  ///< what clLinkProgram was given
    bool isBuilding = false;

    /// Whether what is built for one serves the other.
    bool sharesBuildWith(const Slot &other) const {
      return device == other.device && loaded == other.loaded && objects == other.objects;
    }
  };
  using Work = std::function<Ref<Build>(Slot &slot)>;

  Program(Context &context, Origin origin) : context_(Ref<Context>(&context)), origin_(origin) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  void addSlotsOfAllMembers();
  static std::vector<Ref<Build>> objectsFor(size_t member, std::span<Program *const> inputs);
  Ref<Build> sharedBuild(std::span<const size_t> earlier, const Slot &slot) const;
  Result<std::vector<size_t>> slotsOf(std::span<Device *const> devices) const;
  Status beginBuilding(std::span<const size_t> slots);
  Status run(std::vector<size_t> slots, Work work, BuildNotify notify);
  Status work(std::span<const size_t> slots, const Work &work);
  cl_int workFor(std::span<const size_t> slots, size_t position, const Work &work);
  Status binarySizes(const InfoWriter &out);
  Status binaries(const InfoWriter &out);
  std::string storedSource() const;
  Result<Ref<Build>> anyExecutable() const;
  /// Whether a device's build begins with source or intermediate language.
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
