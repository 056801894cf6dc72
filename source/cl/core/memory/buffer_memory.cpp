// Implements the allocation of memory objects on devices (buffer_memory.h lists the three ways).
//
// A ready allocation is published by an atomic flag, set under the mutex: the usual case, a launch
// with a buffer already on the device, takes no lock.
#include "core/memory/buffer_memory.h"

#include <algorithm>

#include "core/memory/buffer.h"
#include "core/memory/transfer.h"

namespace cl {
namespace {

/// Returns the first heap with the wanted properties, else heap 0.
uint32_t chooseHeap(const mux_device_info_s &info, uint32_t wanted) {
  for (uint32_t heap = 0; heap < info.heap_count; ++heap) {
    if ((info.heaps[heap].properties & wanted) == wanted) {
      return heap;
    }
  }
  return 0;
}

mux_image_type_t toMux(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return mux_image_type_1d;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return mux_image_type_1d_array;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return mux_image_type_1d_buffer;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return mux_image_type_2d_array;
    case CL_MEM_OBJECT_IMAGE3D:
      return mux_image_type_3d;
    default:
      return mux_image_type_2d;
  }
}

mux_image_description_t toMux(const ImageShape &shape) {
  return {.type = toMux(shape.type),
          .channel_order = shape.format.image_channel_order,
          .channel_data_type = shape.format.image_channel_data_type,
          .extent = {shape.width, shape.height, shape.depth},
          .array_layers = static_cast<uint32_t>(shape.layers),
          .row_pitch = shape.rowPitch,
          .slice_pitch = shape.slicePitch,
          .mip_levels = shape.levels};
}

/// The properties of a heap for host and device without copies.
constexpr uint32_t directHeap = mux_heap_host_mappable | mux_heap_host_coherent;

}  // namespace

BufferMemory::BufferMemory(Buffer &owner, void *hostPointer)
    : owner_(owner),
      hostPointer_(hostPointer),
      allocations_(std::make_unique<Allocation[]>(owner.context().deviceCount())) {}

Result<BufferMemory::Allocation *> BufferMemory::on(size_t device) {
  Allocation &allocation = allocations_[device];
  if (allocation.isReady.load(std::memory_order_acquire)) {
    return &allocation;
  }
  std::lock_guard guard(mutex_);
  if (!allocation.isReady.load(std::memory_order_relaxed)) {
    auto status = owner_.isSub() ? allocateSub(allocation, device) : allocate(allocation, device);
    if (!status) {
      return status.error();
    }
    allocation.isReady.store(true, std::memory_order_release);
  }
  return &allocation;
}

Status BufferMemory::allocate(Allocation &allocation, size_t index) {
  OpenDevice &device = owner_.context().device(index);
  void *const used = external_                                     ? external_->data()
                     : (owner_.flags() & CL_MEM_USE_HOST_PTR) != 0 ? hostPointer_
                                                                   : nullptr;
  const bool mayImport = used && (owner_.context().deviceCount() == 1 || usesShared_);
  if (!allocation.memory && !(mayImport && importHostPointer(allocation, device, used))) {
    const uint32_t heap = chooseHeap(device.info(), directHeap);
    const uint32_t alignment = std::max(128u, device.info().buffer_alignment);
    if (auto status = fromMux(
            muxAllocateMemory(device.mux(), owner_.size(), heap, alignment, &allocation.memory));
        !status) {
      return status;
    }
    void *mapped = nullptr;
    if ((device.info().heaps[heap].properties & directHeap) == directHeap &&
        muxMapMemory(device.mux(), allocation.memory, 0, owner_.size(), &mapped) == mux_success) {
      allocation.mapped = static_cast<std::byte *>(mapped);
    }
  }
  return bind(allocation, index, allocation.memory, 0);
}

/// Allocates on one device and fills in the application's contents; other devices copy them from
/// there. CL 3.0 §5.2.1: CL_MEM_OBJECT_ALLOCATION_FAILURE.
Status BufferMemory::allocateAndFill(size_t device) {
  const size_t count = owner_.context().deviceCount();
  Status status = Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
  for (size_t i = 0; i < count; ++i) {
    const size_t index = (device + i) % count;
    auto allocated = on(index);
    status = !allocated ? Status(allocated.error()) : hostPointer_ ? fill(index) : success();
    if (status) {
      return status;
    }
  }
  return status;
}

/// CL 3.0 §5.2.1 clCreateBuffer: CL_INVALID_BUFFER_SIZE if the host pointer's allocation of shared
/// virtual memory ends before the buffer.
Status BufferMemory::allocateFirst(const PropertyList &properties, size_t device) {
  Context &context = owner_.context();
  const bool usesHost = (owner_.flags() & CL_MEM_USE_HOST_PTR) != 0;
  if (usesHost) {
    if (const auto shared = context.svm().find(hostPointer_)) {
      const auto before =
          static_cast<size_t>(static_cast<std::byte *>(hostPointer_) - shared->start);
      if (owner_.isBuffer() && owner_.size() > shared->size - before) {
        return Error{CL_INVALID_BUFFER_SIZE};
      }
      usesShared_ = true;
      device = shared->device;
    }
  }
  auto external = ExternalMemory::import(context, properties, owner_.size());
  if (!external) {
    return external.error();
  }
  external_ = std::move(*external);
  if (auto status = allocateAndFill(device); !status) {
    return status;
  }
  if (external_) {
    external_->takeHandle();
  }
  if (!usesHost) {
    hostPointer_ = nullptr;
  }
  return success();
}

void BufferMemory::release() {
  Context &context = owner_.context();
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    const mux_device_t device = context.device(i).mux();
    Allocation &allocation = allocations_[i];
    if (allocation.image) {
      muxDestroyImage(device, allocation.image);
    }
    if (allocation.buffer) {
      muxDestroyBuffer(device, allocation.buffer);
    }
    if (allocation.memory) {
      if (allocation.mapped) {
        (void)muxUnmapMemory(device, allocation.memory);
      }
      muxFreeMemory(device, allocation.memory);
    }
  }
}

bool BufferMemory::importHostPointer(Allocation &allocation, OpenDevice &device, void *pointer) {
  const uint32_t wanted = directHeap | mux_heap_host_import;
  const uint32_t heap = chooseHeap(device.info(), wanted);
  if ((device.info().heaps[heap].properties & wanted) != wanted ||
      muxCreateMemoryFromHost(device.mux(), heap, owner_.size(), pointer, &allocation.memory) !=
          mux_success) {
    return false;
  }
  void *mapped = nullptr;
  if (muxMapMemory(device.mux(), allocation.memory, 0, owner_.size(), &mapped) == mux_success) {
    allocation.mapped = static_cast<std::byte *>(mapped);
    if (mapped == pointer) {
      return true;
    }
    (void)muxUnmapMemory(device.mux(), allocation.memory);
    allocation.mapped = nullptr;
  }
  muxFreeMemory(device.mux(), allocation.memory);
  allocation.memory = nullptr;
  return false;
}

/// CL 3.0 §5.2.1: CL_MISALIGNED_SUB_BUFFER_OFFSET for an offset not accepted by this device.
Status BufferMemory::allocateSub(Allocation &allocation, size_t device) {
  auto whole = owner_.root().allocation(device);
  if (!whole) {
    return whole.error();
  }
  if (owner_.origin() % owner_.context().device(device).info().buffer_alignment != 0) {
    return Error{CL_MISALIGNED_SUB_BUFFER_OFFSET};
  }
  allocation.mapped = (*whole)->mapped ? (*whole)->mapped + owner_.origin() : nullptr;
  return bind(allocation, device, (*whole)->memory, owner_.origin());
}

Status BufferMemory::bind(Allocation &allocation, size_t index, mux_memory_t memory,
                          size_t offset) {
  const mux_device_t device = owner_.context().device(index).mux();
  if (!allocation.buffer) {
    if (auto status = fromMux(muxCreateBuffer(device, owner_.size(), &allocation.buffer));
        !status) {
      return status;
    }
  }
  if (auto status = fromMux(muxBindBufferMemory(device, memory, allocation.buffer, offset));
      !status || !owner_.shape()) {
    return status;
  }
  const mux_image_description_t description = toMux(*owner_.shape());
  if (auto status = fromMux(muxCreateImage(device, &description, &allocation.image)); !status) {
    return status;
  }
  return fromMux(muxBindImageMemory(device, memory, allocation.image, offset));
}

Status BufferMemory::fill(size_t device) {
  const Allocation &allocation = allocations_[device];
  owner_.coherence().markWritten({0, owner_.size()}, device);
  if (allocation.mapped == hostPointer_) {
    return success();
  }
  if (allocation.mapped) {
    std::copy_n(static_cast<const std::byte *>(hostPointer_), owner_.size(), allocation.mapped);
    return success();
  }
  return writeNow(owner_.context().device(device), allocation.buffer, hostPointer_, owner_.size());
}

}  // namespace cl
