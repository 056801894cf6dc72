// Lists the regions of a memory object mapped by the application (CL 3.0 §5.2.4).
//
// clEnqueueMapBuffer and clEnqueueMapImage return a pointer at once, before the command runs. The
// mapping is listed from then on: the driver needs its size and flags at clEnqueueUnmapMemObject,
// whose only argument is the pointer. An object may be mapped several times, also with overlaps, as
// long as nobody writes to a shared byte.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/memory/image_shape.h"

namespace cl {

/// A region mapped by the application (CL 3.0 §5.2.4), of a buffer or an image.
struct Mapping {
  std::byte *pointer = nullptr;
  size_t offset = 0, size = 0;  ///< bytes of the buffer
  cl_map_flags flags = 0;
  size_t device = 0;  ///< the index of the mapped memory's device
  /// Set if the bytes at `pointer` are a copy, read when mapped and written back at unmap.
  bool isCopy = false;
  std::unique_ptr<std::byte[]> shadow;  ///< the copy, unless it is in the host pointer
  std::optional<PixelBox> box;          ///< for an image; bytes between its rows are not mapped

  /// Tells if unmapping has to write back: CL_MAP_WRITE or CL_MAP_WRITE_INVALIDATE_REGION.
  bool isForWriting() const {
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  }
  /// Tells if both mappings share a byte; for images, a pixel of the same level.
  bool overlaps(const Mapping &other) const;
};

/// The mapped regions of one memory object, in the order of their calls. Thread-safe: a mutex
/// guards the list.
class Mappings {
 public:
  /// Adds a region and returns its pointer. CL_INVALID_OPERATION if both this and an overlapping
  /// region are for writing (CL 3.0 §5.2.4 clEnqueueMapBuffer, §5.3.6 clEnqueueMapImage).
  Result<std::byte *> add(Mapping mapping);
  /// Removes a region by its pointer, if there is one, and returns it with its copy of the bytes.
  /// Nothing for another pointer: CL_INVALID_VALUE of clEnqueueUnmapMemObject (CL 3.0 §5.5.2).
  std::optional<Mapping> remove(const void *pointer);
  /// Returns CL_MEM_MAP_COUNT (CL 3.0 §5.5.5).
  cl_uint count() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Mapping> mappings_;
};

}  // namespace cl
