// Lists the regions of a memory object that the application has mapped (CL 3.0 §5.2.4).
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

/// The mapped regions of one memory object. Thread-safe: a mutex guards the list.
class Mappings {
 public:
  /// Adds a region and returns its pointer. CL_INVALID_OPERATION if both this and an overlapping
  /// region are for writing (clEnqueueMapBuffer).
  Result<std::byte *> add(Mapping mapping);
  /// Removes a region by its pointer, if there is one.
  std::optional<Mapping> remove(const void *pointer);
  /// Returns CL_MEM_MAP_COUNT.
  cl_uint count() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Mapping> mappings_;
};

}  // namespace cl
