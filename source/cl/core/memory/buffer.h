// Defines memory objects: buffers, sub-buffers, images and pipes (CL 3.0 §5.2 to §5.5).
//
// One class serves all types, as all of them are bytes with a size, flags, mappings and a place on
// each device. An image is a buffer with a shape; its pixels lie linearly in the buffer's bytes. A
// pipe is a buffer with a header. Each memory object has one mux memory per device having used it;
// coherence.h tracks the devices with current bytes.
//
// Objects over the bytes of another one form a tree of depth one:
//
//   root          owns the memory, the coherence state and the application's contents
//     sub-buffer  a range of the root (clCreateSubBuffer)
//     view        an image over a buffer or an image (clCreateImage with mem_object)
//
// A view of a sub-buffer has the sub-buffer's root as its parent; the sub-buffer is only recorded,
// for CL_MEM_ASSOCIATED_MEMOBJECT.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/destructor_callbacks.h"
#include "core/base/info_writer.h"
#include "core/base/newer_enumerants.h"
#include "core/base/object.h"
#include "core/context/context.h"
#include "core/memory/buffer_memory.h"
#include "core/memory/coherence.h"
#include "core/memory/external_memory.h"
#include "core/memory/image_shape.h"
#include "core/memory/mappings.h"

struct mux_pipe_data_s;

namespace cl {

/// Tells if flags are known and do not contradict each other (CL 3.0 §5.2.1): at most one access of
/// kernels, at most one of the host, CL_MEM_USE_HOST_PTR alone, and CL_MEM_IMMUTABLE_EXT without
/// writing. 0 is valid.
bool areMemoryFlags(cl_mem_flags flags);

/// Flags of memory objects that kernels cannot write to.
inline constexpr cl_mem_flags noKernelWrites = CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT;
/// Flags of memory objects that the host cannot write to, apart from CL_MEM_HOST_NO_ACCESS.
inline constexpr cl_mem_flags noHostWrites = CL_MEM_HOST_READ_ONLY | CL_MEM_IMMUTABLE_EXT;

/// The bytes of a memory object, to tell if it overlaps another one.
struct MemoryRange {
  /// The root, or one value for all memory of the application's (CL_MEM_USE_HOST_PTR). Null if it
  /// is not known. Not to be followed: the object may be gone.
  const void *object = nullptr;
  uint64_t first = 0;  ///< in the object, or an address of the host
  uint64_t size = 0;

  /// Tells if both are known to have no byte in common.
  bool isApartFrom(const MemoryRange &other) const {
    const bool areKnown = object && other.object;
    return areKnown && (object != other.object || first + size <= other.first ||
                        other.first + other.size <= first);
  }
};

/// The arguments of clCreatePipe (CL 3.0 §5.4.1).
struct PipeShape {
  cl_uint packetSize = 0;  ///< bytes
  cl_uint maxPackets = 0;
};

/// A memory object. Immutable once created, except for its memory, the place of its contents, its
/// mappings and its callbacks: each of these four members has a lock of its own. Thread-safe.
///
/// In a context of several devices, mapped regions and host pointers are copies: a migration may
/// overwrite a device's own memory while the application writes to other bytes of it.
class Buffer final : public Object<_cl_mem, Kind::memory, CL_INVALID_MEM_OBJECT> {
 public:
  /// pfn_notify of clSetMemObjectDestructorCallback.
  using Destructor = DestructorCallbacks<cl_mem>::Function;
  using Allocation = BufferMemory::Allocation;

  /// Implements clCreateBufferWithProperties (CL 3.0 §5.2.1). Memory comes from the first device
  /// with room, starting at `device`. `properties` and `hostPointer` may be null. With
  /// CL_MEM_COPY_HOST_PTR the bytes are copied before the call returns. Errors:
  ///
  ///   * CL_INVALID_PROPERTY, CL_INVALID_DEVICE: the properties.
  ///   * CL_INVALID_VALUE: unknown or contradicting flags.
  ///   * CL_INVALID_BUFFER_SIZE: 0, or more than any device can allocate.
  ///   * CL_INVALID_HOST_PTR: a pointer without a flag for it, or a flag without pointer.
  ///   * CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES: no device has room.
  ///   * CL_INVALID_CONTEXT: a forked child.
  static Result<Ref<Buffer>> create(Context &context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *hostPointer,
                                    size_t device = 0);
  /// Implements clCreateSubBuffer (CL 3.0 §5.2.1). The sub-buffer keeps its parent. Errors:
  ///
  ///   * CL_INVALID_MEM_OBJECT: the parent is a sub-buffer, an image or a pipe.
  ///   * CL_INVALID_VALUE: flags contradicting the parent's, or a region beyond its end.
  ///   * CL_INVALID_BUFFER_SIZE: an empty region.
  ///   * CL_MISALIGNED_SUB_BUFFER_OFFSET: no device of the context accepts the offset.
  static Result<Ref<Buffer>> createSub(Buffer &parent, cl_mem_flags flags,
                                       const cl_buffer_region &region);
  /// Creates an image (CL 3.0 §5.3.1). The shape's pitches hold for `hostPointer` as well. The
  /// caller has checked the shape (makeShape()) and the format. CL_INVALID_IMAGE_SIZE if no device
  /// can allocate it, and the errors of create().
  static Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                         cl_mem_flags flags, const ImageShape &shape,
                                         void *hostPointer);
  /// Creates a pipe with this header (CL 3.0 §5.4.1), and room for its packets behind it.
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE if it is too large.
  static Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags,
                                        const mux_pipe_data_s &header);
  /// Creates an image over the bytes of another memory object; the caller has checked that these
  /// suffice. CL_INVALID_VALUE for flags contradicting the parent's (CL 3.0 §5.3.1). No memory is
  /// allocated; the parent stays alive.
  static Result<Ref<Buffer>> createView(Buffer &parent, const cl_mem_properties *properties,
                                        cl_mem_flags flags, const ImageShape &shape);

  /// Returns the context, kept alive by the memory object.
  Context &context() const { return *context_; }
  /// Returns the size in bytes.
  size_t size() const { return size_; }
  /// Returns the offset in root(), in bytes.
  size_t origin() const { return origin_; }
  /// Returns the flags, with inherited and default access: CL_MEM_READ_WRITE if none was named (CL
  /// 3.0 §5.2.1), and a sub-buffer's from its parent.
  cl_mem_flags flags() const { return flags_; }
  /// Returns null unless it is an image.
  const ImageShape *shape() const { return shape_ ? &*shape_ : nullptr; }
  /// Returns null unless it is a pipe.
  const PipeShape *pipe() const { return pipe_ ? &*pipe_ : nullptr; }
  /// Tells if it is neither an image nor a pipe.
  bool isBuffer() const { return !shape_ && !pipe_; }
  /// Returns null unless it was imported.
  const ExternalMemory *external() const { return memory_.external(); }
  /// Returns where its bytes are. Not known of imported memory, images and pipes.
  MemoryRange range() const;
  /// Returns the buffer owning the memory: the parent of a sub-buffer or view, else itself.
  Buffer &root() { return parent_ ? *parent_ : *this; }
  /// Tells if root() is another object.
  bool isSub() const { return static_cast<bool>(parent_); }
  /// Answers clGetMemObjectInfo (CL 3.0 §5.5.5): CL_INVALID_VALUE for an unknown query.
  Status info(cl_mem_info name, const InfoWriter &out) const;
  /// Answers clGetImageInfo (CL 3.0 §5.3.7): CL_INVALID_VALUE for an unknown query. Only for
  /// images.
  Status imageInfo(cl_image_info name, const InfoWriter &out) const;
  /// Answers CL_MEM_DEVICE_ADDRESS_EXT, one address per member of the context, and makes them known
  /// to launches (context/device_addresses.h). Allocates the buffer on all devices.
  /// CL_INVALID_OPERATION without CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT (cl_ext_buffer_device_address).
  Status deviceAddresses(const InfoWriter &out);
  /// Registers a destructor callback (CL 3.0 §5.5.1); callbacks run in reverse order, after the
  /// memory is freed on all devices.
  Status addDestructor(Destructor function, void *user) { return destructors_.add(function, user); }

  /// Returns the memory on a device of the context, allocated at the first call
  /// (BufferMemory::on()). The pointer is valid as long as the buffer.
  Result<Allocation *> allocation(size_t device) { return memory_.on(device); }
  /// Returns the state of a root's bytes on each device. Unused in contexts of one device: there is
  /// nothing to compare, and launches save its lock.
  Coherence &coherence() { return coherence_; }

  /// Registers a mapping, fills in its pointer and returns it. The pointer leads to the device's
  /// own memory if the host sees it and no other device can write to it; else to the host pointer
  /// or a new copy. Moving the bytes is up to the command. CL_INVALID_OPERATION if both this and an
  /// overlapping mapping are for writing (CL 3.0 §5.2.4).
  Result<std::byte *> map(Mapping mapping);
  /// Removes a mapping by its pointer, if there is one (CL 3.0 §5.5.2 clEnqueueUnmapMemObject). Of
  /// several mappings with the same pointer the oldest goes.
  std::optional<Mapping> unmap(const void *pointer) { return mappings_.remove(pointer); }

  /// Returns the target for weak references to this object: arguments of kernels, known addresses.
  WeakCell<Buffer> &weak() const { return *weak_; }

 private:
  Buffer(Context &context, cl_mem_flags flags, size_t size, void *hostPointer);
  ~Buffer() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Creates a buffer or, with a shape, an image, and checks all arguments common to both.
  static Result<Ref<Buffer>> createRoot(Context &context, const cl_mem_properties *properties,
                                        cl_mem_flags flags, size_t size, void *hostPointer,
                                        const ImageShape *shape, size_t device);
  /// Checks and stores the properties; images take fewer names than buffers.
  Status readProperties(const cl_mem_properties *properties);
  bool hasDeviceAddress() const;

  Ref<Context> context_;
  Ref<Buffer> parent_;      // the root with the memory, in a sub-buffer or view
  Ref<Buffer> associated_;  // CL_MEM_ASSOCIATED_MEMOBJECT
  std::optional<ImageShape> shape_;
  std::optional<PipeShape> pipe_;
  cl_mem_flags flags_;
  size_t origin_ = 0, size_;
  PropertyList properties_;
  Ref<WeakCell<Buffer>> weak_;
  BufferMemory memory_;
  Coherence coherence_;
  Mappings mappings_;
  DestructorCallbacks<cl_mem> destructors_;
};

}  // namespace cl
