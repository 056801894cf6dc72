// Memory objects: buffers, sub-buffers, images and pipes, with one mux memory for each device that
// has used them. An image is a buffer with a shape; its pixels are linear in the buffer's bytes.
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

/// Whether flags of a memory object are known and do not contradict each other.
bool areMemoryFlags(cl_mem_flags flags);

/// A region that the application has mapped.
struct Mapping {
  std::byte *pointer = nullptr;
  size_t offset = 0, size = 0;  ///< bytes of the buffer
  cl_map_flags flags = 0;
  size_t device = 0;  ///< whose memory it shows
  /// Whether the bytes at `pointer` are a copy, read when mapped and written back at unmap.
  bool isCopy = false;
  std::unique_ptr<std::byte[]> shadow;  ///< the copy, unless it is in the host pointer
  std::optional<PixelBox> box;          ///< of an image: the bytes between its rows are not mapped

  bool isForWriting() const {
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  }
  bool overlaps(const Mapping &other) const;
};

/// What a pipe was created with.
struct PipeShape {
  cl_uint packetSize = 0;  ///< bytes
  cl_uint maxPackets = 0;
};

/// Immutable but for its mappings and where its contents are; thread-safe.
///
/// Where a context has several devices, mapped regions and host pointers are copies: a device's own
/// memory may be overwritten by a migration while the application writes to another part of it.
class Buffer final : public Object<_cl_mem, Kind::memory, CL_INVALID_MEM_OBJECT> {
 public:
  using Destructor = void(CL_CALLBACK *)(cl_mem, void *);

  /// A device's memory of the buffer.
  struct Allocation {
    std::atomic<bool> isReady = false;
    mux_memory_t memory = nullptr;  ///< null in a sub-buffer: its parent's
    mux_buffer_t buffer = nullptr;
    mux_image_t image = nullptr;  ///< null if it has no shape
    std::byte *mapped = nullptr;  ///< its bytes, where the host sees them coherently
  };

  /// Has memory on the first device that has room for it, from `device` on.
  static Result<Ref<Buffer>> create(Context &context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *hostPointer,
                                    size_t device = 0);
  static Result<Ref<Buffer>> createSub(Buffer &parent, cl_mem_flags flags,
                                       const cl_buffer_region &region);
  /// With pitches that hold for `hostPointer` as well.
  static Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                         cl_mem_flags flags, const ImageShape &shape,
                                         void *hostPointer);
  /// A pipe that begins with this header. CL_MEM_OBJECT_ALLOCATION_FAILURE if it is too large.
  static Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags,
                                        const mux_pipe_data_s &header);
  /// An image over the bytes of another memory object, which are enough.
  static Result<Ref<Buffer>> createView(Buffer &parent, const cl_mem_properties *properties,
                                        cl_mem_flags flags, const ImageShape &shape);

  Context &context() const { return *context_; }
  size_t size() const { return size_; }
  size_t origin() const { return origin_; }
  cl_mem_flags flags() const { return flags_; }
  /// Null if it is no image.
  const ImageShape *shape() const { return shape_ ? &*shape_ : nullptr; }
  /// Null if it is no pipe.
  const PipeShape *pipe() const { return pipe_ ? &*pipe_ : nullptr; }
  /// Neither an image nor a pipe.
  bool isBuffer() const { return !shape_ && !pipe_; }
  /// Null if it was not made of memory that others share.
  const ExternalMemory *external() const { return external_.get(); }
  /// The buffer that it is a part of, or itself.
  Buffer &root() { return parent_ ? *parent_ : *this; }
  Status info(cl_mem_info name, const InfoWriter &out) const;
  /// Of an image.
  Status imageInfo(cl_image_info name, const InfoWriter &out) const;
  /// CL_MEM_DEVICE_ADDRESS_EXT: one for each member of the context. CL_INVALID_OPERATION for what
  /// was not made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
  Status deviceAddresses(const InfoWriter &out);
  Status addDestructor(Destructor function, void *user);

  /// The memory on a device of the context, allocated if it is not yet.
  Result<Allocation *> allocation(size_t device);
  /// Which devices have the contents of a root. Nobody asks in a context of one device.
  Coherence &coherence() { return coherence_; }

  /// Registers a mapping; its pointer is filled in. CL_INVALID_OPERATION if a part of it is mapped
  /// for writing already, and it is to be too.
  Result<std::byte *> map(Mapping mapping);
  /// Takes a mapping out by its pointer; none if there is no such.
  std::optional<Mapping> unmap(const void *pointer);

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
  Ref<Buffer> parent_;      // whose memory it shares: a root
  Ref<Buffer> associated_;  // what the application made it of
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
