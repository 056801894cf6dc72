// Defines memory objects: buffers, sub-buffers, images and pipes (CL 3.0 §5.2 to §5.5).
//
// One class serves all types. An image is a buffer with a shape; its pixels lie linearly in the
// buffer's bytes. A pipe is a buffer with a header. Each memory object has one mux memory per
// device that has used it; coherence.h tracks which device has which bytes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"
#include "core/memory/coherence.h"
#include "core/memory/external_memory.h"
#include "core/memory/image_shape.h"

struct mux_pipe_data_s;

namespace cl {

/// Tells if flags are known and do not contradict each other (CL 3.0 §5.2.1).
bool areMemoryFlags(cl_mem_flags flags);

/// A region that the application has mapped (CL 3.0 §5.2.4).
struct Mapping {
  std::byte *pointer = nullptr;
  size_t offset = 0, size = 0;  ///< bytes of the buffer
  cl_map_flags flags = 0;
  size_t device = 0;  ///< the index of the mapped memory's device
  /// Set if the bytes at `pointer` are a copy, read when mapped and written back at unmap.
  bool isCopy = false;
  std::unique_ptr<std::byte[]> shadow;  ///< the copy, unless it is in the host pointer
  std::optional<PixelBox> box;          ///< for an image; bytes between its rows are not mapped

  bool isForWriting() const {
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  }
  /// Tells if both mappings share a byte; for images, a pixel.
  bool overlaps(const Mapping &other) const;
};

/// The arguments of clCreatePipe.
struct PipeShape {
  cl_uint packetSize = 0;  ///< bytes
  cl_uint maxPackets = 0;
};

/// A memory object. Immutable except for its mappings, its allocations and the place of its
/// contents; thread-safe.
///
/// In a context of several devices, mapped regions and host pointers are copies: a migration may
/// overwrite a device's own memory while the application writes to other bytes of it.
class Buffer final : public Object<_cl_mem, Kind::memory, CL_INVALID_MEM_OBJECT> {
 public:
  using Destructor = void(CL_CALLBACK *)(cl_mem, void *);

  /// The memory of the buffer on one device. Owned by the buffer; immutable once it is ready.
  struct Allocation {
    std::atomic<bool> isReady = false;
    mux_memory_t memory = nullptr;  ///< null in a sub-buffer: its parent's
    mux_buffer_t buffer = nullptr;
    mux_image_t image = nullptr;  ///< null unless the buffer is an image
    std::byte *mapped = nullptr;  ///< the host's view, if it is coherent; else null
  };

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
  const ExternalMemory *external() const { return external_.get(); }
  /// Returns the buffer that owns the memory: the parent of a sub-buffer or view, else itself.
  Buffer &root() { return parent_ ? *parent_ : *this; }
  /// Answers clGetMemObjectInfo (CL 3.0 §5.5.5).
  Status info(cl_mem_info name, const InfoWriter &out) const;
  /// Answers clGetImageInfo (CL 3.0 §5.3.7). Only for images.
  Status imageInfo(cl_image_info name, const InfoWriter &out) const;
  /// Answers CL_MEM_DEVICE_ADDRESS_EXT, one address per member of the context. CL_INVALID_OPERATION
  /// without CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
  Status deviceAddresses(const InfoWriter &out);
  /// Registers a destructor callback; callbacks run in reverse order.
  Status addDestructor(Destructor function, void *user);

  /// Returns the memory on a device of the context, allocated at the first call.
  Result<Allocation *> allocation(size_t device);
  /// Returns the state of a root's bytes on each device. Unused in contexts of one device.
  Coherence &coherence() { return coherence_; }

  /// Registers a mapping, fills in its pointer and returns it. CL_INVALID_OPERATION if both this
  /// and an overlapping mapping are for writing.
  Result<std::byte *> map(Mapping mapping);
  /// Removes a mapping by its pointer, if there is one.
  std::optional<Mapping> unmap(const void *pointer);

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
  Status allocate(Allocation &allocation, size_t device);
  Status allocateSub(Allocation &allocation, size_t device);
  Status bind(Allocation &allocation, size_t device, mux_memory_t memory, size_t offset);
  bool importHostPointer(Allocation &allocation, OpenDevice &device, void *pointer);
  Status allocateFirst(size_t device);
  Status fill(size_t device);

  Ref<Context> context_;
  Ref<Buffer> parent_;      // the root with the memory, in a sub-buffer or view
  Ref<Buffer> associated_;  // CL_MEM_ASSOCIATED_MEMOBJECT
  std::optional<ImageShape> shape_;
  std::optional<PipeShape> pipe_;
  cl_mem_flags flags_;
  size_t origin_ = 0, size_;
  void *hostPointer_;        // with CL_MEM_USE_HOST_PTR
  bool usesShared_ = false;  // it is shared virtual memory
  bool hasDeviceAddress_ = false;
  PropertyList properties_;
  std::unique_ptr<ExternalMemory> external_;
  Ref<WeakCell<Buffer>> weak_;
  std::unique_ptr<Allocation[]> allocations_;  // one per device of the context
  Coherence coherence_;

  mutable std::mutex mutex_;  // guards the rest, and allocating
  std::vector<Mapping> mappings_;
  std::vector<std::pair<Destructor, void *>> destructors_;
};

}  // namespace cl
