// Defines program objects: source, IL or binaries, and the last build for each device (CL 3.0
// §5.8).
//
// A program has a DeviceBuild for each of its devices. A new build replaces the device's last one;
// kernels keep the build that they were made from. Sub-devices of one device share a build where
// possible.
#pragma once

#include <atomic>
#include <condition_variable>
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

/// The pfn_notify of a build and its argument; the function may be null. With a function, the build
/// is asynchronous (CL 3.0 §5.8.4).
struct BuildNotify {
  void(CL_CALLBACK *function)(cl_program, void *) = nullptr;
  void *user = nullptr;
};

/// A program-scope variable of a build that the host can name.
struct ProgramVariable {
  /// Keeps the code with the variable.
  Ref<Build> build;
  /// The index in the build's list.
  size_t number;

  /// Returns its name, size and access, of the build.
  const compiler::GlobalVariableInfo &info() const { return build->info().variables[number]; }
};

/// A program object. Thread-safe: a mutex guards builds, the marks of running builds and the
/// specialization constants. It is held for moments, never during a compilation. Everything
/// else is immutable once the program is created.
class Program final : public Object<_cl_program, Kind::program, CL_INVALID_PROGRAM> {
 public:
  /// Implements clCreateProgramWithSource (CL 3.0 §5.8.1). `lengths` may be null, and single
  /// lengths 0, for terminated strings. CL_INVALID_VALUE for no string or a null one.
  static Result<Ref<Program>> fromSource(Context &context, cl_uint count, const char **strings,
                                         const size_t *lengths);
  /// Implements clCreateProgramWithBinary (CL 3.0 §5.8.1). `lengths` and `binaries` have one
  /// element for each device. `binaryStatus` may be null; it gets the result for each device.
  /// CL_INVALID_DEVICE, CL_INVALID_VALUE for an empty binary, CL_INVALID_BINARY.
  static Result<Ref<Program>> fromBinaries(Context &context, std::span<Device *const> devices,
                                           const size_t *lengths, const unsigned char **binaries,
                                           cl_int *binaryStatus);

  /// Implements clCreateProgramWithIL (CL 3.0 §5.8.1): SPIR-V in any byte order. CL_INVALID_VALUE
  /// for other bytes, CL_INVALID_OPERATION if no device takes an intermediate language.
  static Result<Ref<Program>> fromIl(Context &context, std::span<const std::byte> il);

  /// Returns the context, kept by the program.
  Context &context() const { return *context_; }
  /// Returns the number of devices of the program. buildOf() and memberOf() take an index below it.
  size_t deviceCount() const { return deviceBuilds_.size(); }

  /// Implements clBuildProgram (CL 3.0 §5.8.4). Empty `devices` stand for all of the program. With
  /// a notification function, the build runs on a thread of the context and the call returns at
  /// once. CL_INVALID_DEVICE, CL_INVALID_OPERATION while kernels exist or another build runs, else
  /// the first error of a build in the order of the devices.
  Status build(std::span<Device *const> devices, std::string_view options, BuildNotify notify);
  /// Implements clCompileProgram (CL 3.0 §5.8.5). Likewise; CL_INVALID_OPERATION also for a program
  /// without source or IL.
  Status compile(std::span<Device *const> devices, std::string_view options,
                 std::vector<IncludedHeader> headers, BuildNotify notify);
  /// Implements clLinkProgram (CL 3.0 §5.8.5). A failed link yields a program too; `status` has its
  /// error. CL_INVALID_OPERATION unless, for each device, all inputs have something to link or none
  /// has; CL_LINKER_NOT_AVAILABLE.
  static Result<Ref<Program>> link(Context &context, std::span<Device *const> devices,
                                   std::string_view options, std::span<Program *const> inputs,
                                   BuildNotify notify, Status &status);

  /// Implements clSetProgramSpecializationConstant (CL 3.0 §5.8.3), for later builds. `size` is in
  /// bytes. CL_INVALID_SPEC_ID for an unknown id, CL_INVALID_VALUE for another size,
  /// CL_INVALID_PROGRAM for a program without IL.
  Status setConstant(uint32_t id, size_t size, const void *value);

  /// Answers clGetProgramInfo (CL 3.0 §5.8.9). CL_INVALID_VALUE for an unknown query,
  /// CL_INVALID_PROGRAM_EXECUTABLE for the kernels of a program without executable.
  Status info(cl_program_info name, const InfoWriter &out);
  /// Answers clGetProgramBuildInfo (CL 3.0 §5.8.9). CL_INVALID_DEVICE for a device outside of the
  /// program.
  Status buildInfo(const Device &device, cl_program_build_info name, const InfoWriter &out) const;
  /// Implements clGetDeviceFunctionPointerINTEL (cl_intel_function_pointers): returns the value
  /// that kernels of the device's build take for a pointer to the function. Waits for running
  /// builds. CL_INVALID_DEVICE for a device outside of the program, CL_INVALID_PROGRAM_EXECUTABLE
  /// without a successful build for it, CL_INVALID_ARG_VALUE if no function with this name can be
  /// called through a pointer.
  Result<cl_ulong> functionPointer(const Device &device, std::string_view name) const;

  /// Finds a variable of the build for a member of the context, by the name that SPIR-V gives it
  /// for the host, else by its symbol (cl_intel_global_variable_access). Waits for running builds.
  /// CL_INVALID_PROGRAM_EXECUTABLE without a successful build for the member, CL_INVALID_ARG_VALUE
  /// for an unknown name.
  Result<ProgramVariable> globalVariable(size_t member, std::string_view name) const;

  /// Tells if the program comes from clCreateProgramWithSource.
  bool hasSource() const { return origin_ == Origin::source; }
  /// Returns the source; empty unless hasSource().
  const std::string &source() const { return source_; }
  /// Waits until no build of the program runs. Applications create kernels while a build with a
  /// callback is under way, although they should wait for it (CL 3.0 §5.8.4 clBuildProgram).
  void waitForBuilds() const;
  /// Returns the last build for a device of the program, or null. It stays valid when the
  /// program is built again.
  Ref<Build> buildOf(size_t index) const;
  /// Returns the member of the context for a device. It never changes.
  size_t memberOf(size_t index) const { return deviceBuilds_[index].member; }

  /// Kernels hold code of their program, so it cannot be rebuilt while one exists.
  void attachKernel() { kernels_.fetch_add(1); }
  void detachKernel() { kernels_.fetch_sub(1); }

 private:
  /// The call that made the program.
  enum class Origin { source, il, binary, link };
  /// Values of specialization constants by their ids.
  using Constants = std::map<uint32_t, std::vector<std::byte>>;
  /// A device of the program, and its last build.
  struct DeviceBuild {
    /// Index among the members of the context.
    size_t member;
    /// Index of the open device of the member.
    size_t device;
    /// Guarded by mutex_, like isBuilding.
    Ref<Build> build = {};
    /// The binary of clCreateProgramWithBinary.
    Ref<Build> loaded = {};
    /// The inputs of clLinkProgram, until it has linked.
    std::vector<Ref<Build>> objects = {};
    /// A build runs; another one fails with CL_INVALID_OPERATION.
    bool isBuilding = false;

    /// Tells if a build for one device serves the other.
    bool sharesBuildWith(const DeviceBuild &other) const {
      return device == other.device && loaded == other.loaded && objects == other.objects;
    }
  };
  /// Makes the build for one device; never returns null.
  using MakeBuild = std::function<Ref<Build>(DeviceBuild &deviceBuild)>;

  /// Keeps the context. The caller adds the devices.
  Program(Context &context, Origin origin) : context_(Ref<Context>(&context)), origin_(origin) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Reports the cause of a missing compiler to the context's notification function and, once, to
  /// standard error. Returns `error`.
  static Error withoutCompiler(Context &context, std::string_view call, cl_int error);
  /// Makes all devices of the context devices of the program.
  void addAllMembers();
  /// Returns the compiled objects and libraries of all inputs for a member of the context.
  static std::vector<Ref<Build>> objectsFor(size_t member, std::span<Program *const> inputs);
  /// Returns the build at an earlier index that serves this device too, or null.
  Ref<Build> sharedBuild(std::span<const size_t> earlier, const DeviceBuild &deviceBuild) const;
  /// Returns the indices of devices and of their sub-devices; all indices for an empty list.
  Result<std::vector<size_t>> indicesOf(std::span<Device *const> devices) const;
  /// Marks the builds of devices as running.
  Status beginBuilding(std::span<const size_t> indices);
  /// Marks them as ended, and lets waitForBuilds() go on.
  void endBuilding(std::span<const size_t> indices);
  /// Builds in the call, or on a thread of the context that notifies the application at the end.
  Status startBuild(std::vector<size_t> indices, MakeBuild makeBuild, BuildNotify notify);
  /// Builds for the devices at these indices, for different devices at once.
  Status buildForDevices(std::span<const size_t> indices, const MakeBuild &makeBuild);
  /// Builds for the device at `indices[position]`; earlier positions may share their builds.
  Status buildForDevice(std::span<const size_t> indices, size_t position,
                        const MakeBuild &makeBuild);
  /// Answers CL_PROGRAM_BINARY_SIZES and CL_PROGRAM_BINARIES.
  Status binarySizes(const InfoWriter &out);
  /// Copies the container of each device to the application's memory; null pointers skip a device.
  Status binaries(const InfoWriter &out);
  /// Returns CL_PROGRAM_SOURCE: the application's, or the source embedded in a binary.
  std::string storedSource() const;
  /// Returns an executable build, for queries about the program's kernels.
  Result<Ref<Build>> anyExecutable() const;
  /// Tells if a build for the device starts from source or intermediate language, and so needs the
  /// front end.
  bool isCompilable(const DeviceBuild &deviceBuild) const;
  /// Returns the input of a compilation for a device; it refers to the program and to `constants`.
  ProgramInput inputOf(const DeviceBuild &deviceBuild,
                       std::span<const compiler::SpecializationConstant> constants) const;
  /// Copies the constants: a build uses their values at its call.
  Constants constants() const;

  /// Outlives all builds.
  Ref<Context> context_;
  /// Decides which calls are allowed: a binary without source cannot be compiled.
  Origin origin_;
  /// The joined strings of clCreateProgramWithSource.
  std::string source_;
  /// The IL with the bytes of clCreateProgramWithIL.
  std::vector<std::byte> il_;
  /// The IL in this machine's byte order; empty for other programs.
  SpirvModule spirv_;
  /// Guarded by mutex_.
  Constants constants_;
  /// One for each device; their number and order never change.
  std::vector<DeviceBuild> deviceBuilds_;
  /// Kernels of the present builds.
  std::atomic<uint32_t> kernels_ = 0;
  /// Guards constants_, and `build` and `isBuilding` of each device.
  mutable std::mutex mutex_;
  /// Notified when a build ends.
  mutable std::condition_variable buildEnded_;
};

}  // namespace cl
