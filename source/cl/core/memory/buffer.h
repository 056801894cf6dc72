// Defines memory objects: buffers, sub-buffers, images and pipes (CL 3.0 §5.2 to §5.5).
//
// One class serves all types. An image is a buffer with a shape; its pixels lie linearly in the
// buffer's bytes. A pipe is a buffer with a header. Each memory object has one mux memory per
// device that has used it; coherence.h tracks which device has which bytes.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/destructor_callbacks.h"
#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"
#include "core/memory/buffer_memory.h"
#include "core/memory/coherence.h"
#include "core/memory/external_memory.h"
#include "core/memory/image_shape.h"
#include "core/memory/mappings.h"

struct mux_pipe_data_s;

namespace cl {

/// Tells if flags are known and do not contradict each other (CL 3.0 §5.2.1).
bool areMemoryFlags(cl_mem_flags flags);

/// The arguments of clCreatePipe.
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
  using Destructor = DestructorCallbacks<cl_mem>::Function;
  using Allocation = BufferMemory::Allocation;

  /// Implements clCreateBufferWithProperties (CL 3.0 §5.2.1). Memory comes from the first device
  /// with room, starting at `device`.
  static Result<Ref<Buffer>> create(Context &context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *hostPointer,
                                    size_t device = 0);
  /// Implements clCreateSubBuffer (CL 3.0 §5.2.1).
  static Result<Ref<Buffer>> createSub(Buffer &parent, cl_mem_flags flags,
                                       const cl_buffer_region &region);
  /// Creates an image. The shape's pitches hold for `hostPointer` as well.
  static Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                         cl_mem_flags flags, const ImageShape &shape,
                                         void *hostPointer);
  /// Creates a pipe with this header. CL_MEM_OBJECT_ALLOCATION_FAILURE if it is too large.
  static Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags,
                                        const mux_pipe_data_s &header);
  /// Creates an image over the bytes of another memory object; the caller has checked that these
  /// suffice.
  static Result<Ref<Buffer>> createView(Buffer &parent, const cl_mem_properties *properties,
                                        cl_mem_flags flags, const ImageShape &shape);

  /// Returns the context, which the memory object keeps.
  Context &context() const { return *context_; }
  /// Returns the size in bytes.
  size_t size() const { return size_; }
  /// Returns the offset in root(), in bytes.
  size_t origin() const { return origin_; }
  /// Returns the flags, with inherited and default access.
  cl_mem_flags flags() const { return flags_; }
  /// Returns null unless it is an image.
  const ImageShape *shape() const { return shape_ ? &*shape_ : nullptr; }
  /// Returns null unless it is a pipe.
  const PipeShape *pipe() const { return pipe_ ? &*pipe_ : nullptr; }
  /// Tells if it is neither an image nor a pipe.
  bool isBuffer() const { return !shape_ && !pipe_; }
  /// Returns null unless it was imported.
  const ExternalMemory *external() const { return memory_.external(); }
  /// Returns the buffer that owns the memory: the parent of a sub-buffer or view, else itself.
  Buffer &root() { return parent_ ? *parent_ : *this; }
  /// Tells if root() is another object.
  bool isSub() const { return static_cast<bool>(parent_); }
  /// Answers clGetMemObjectInfo (CL 3.0 §5.5.5).
  Status info(cl_mem_info name, const InfoWriter &out) const;
  /// Answers clGetImageInfo (CL 3.0 §5.3.7). Only for images.
  Status imageInfo(cl_image_info name, const InfoWriter &out) const;
  /// Answers CL_MEM_DEVICE_ADDRESS_EXT, one address per member of the context. CL_INVALID_OPERATION
  /// without CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
  Status deviceAddresses(const InfoWriter &out);
  /// Registers a destructor callback; callbacks run in reverse order.
  Status addDestructor(Destructor function, void *user) { return destructors_.add(function, user); }

  /// Returns the memory on a device of the context, allocated at the first call.
  Result<Allocation *> allocation(size_t device) { return memory_.on(device); }
  /// Returns the state of a root's bytes on each device. Unused in contexts of one device.
  Coherence &coherence() { return coherence_; }

  /// Registers a mapping, fills in its pointer and returns it. CL_INVALID_OPERATION if both this
  /// and an overlapping mapping are for writing.
  Result<std::byte *> map(Mapping mapping);
  /// Removes a mapping by its pointer, if there is one.
  std::optional<Mapping> unmap(const void *pointer) { return mappings_.remove(pointer); }

  /// Returns the target for weak references to this object.
  WeakCell<Buffer> &weak() const { return *weak_; }

 private:
  Buffer(Context &context, cl_mem_flags flags, size_t size, void *hostPointer);
  ~Buffer() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  static Result<Ref<Buffer>> createRoot(Context &context, const cl_mem_properties *properties,
                                        cl_mem_flags flags, size_t size, void *hostPointer,
                                        const ImageShape *shape, size_t device);
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
