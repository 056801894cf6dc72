#include "core/memory/buffer.h"

#include <algorithm>
#include <cstring>

#include "core/base/newer_enumerants.h"
#include "core/memory/transfer.h"
#include "mux/pipe_data.h"

namespace cl {
namespace {

constexpr cl_mem_flags kernelAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags hostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags hostPointerUse =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

constexpr PropertyList::Known bufferProperties[] = {
    {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT}, externalProperties[0], externalProperties[1]};

bool atMostOne(cl_mem_flags flags) {
  return (flags & (flags - 1)) == 0;
}

}  // namespace

bool areMemoryFlags(cl_mem_flags flags) {
  const bool usesAndMore = (flags & CL_MEM_USE_HOST_PTR) != 0 &&
                           (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  return (flags & ~(kernelAccess | hostAccess | hostPointerUse)) == 0 &&
         atMostOne(flags & kernelAccess) && atMostOne(flags & hostAccess) && !usesAndMore;
}

namespace {

/// CL 3.0 §5.2.1 clCreateSubBuffer, CL_INVALID_VALUE: tells if a sub-buffer's flags contradict its
/// parent's.
bool contradict(cl_mem_flags parent, cl_mem_flags sub) {
  return ((parent & CL_MEM_WRITE_ONLY) && (sub & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY))) ||
         ((parent & CL_MEM_READ_ONLY) && (sub & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY))) ||
         ((parent & CL_MEM_HOST_WRITE_ONLY) && (sub & CL_MEM_HOST_READ_ONLY)) ||
         ((parent & CL_MEM_HOST_READ_ONLY) && (sub & CL_MEM_HOST_WRITE_ONLY)) ||
         ((parent & CL_MEM_HOST_NO_ACCESS) &&
          (sub & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)));
}

cl_mem_flags inherit(cl_mem_flags parent, cl_mem_flags sub) {
  cl_mem_flags flags = sub | (parent & hostPointerUse);
  flags |= (sub & kernelAccess) == 0 ? parent & kernelAccess : 0;
  flags |= (sub & hostAccess) == 0 ? parent & hostAccess : 0;
  return flags;
}

/// Returns the first heap with the wanted properties, else heap 0.
uint32_t chooseHeap(const mux_device_info_s &info, uint32_t wanted) {
  for (uint32_t heap = 0; heap < info.heap_count; ++heap) {
    if ((info.heaps[heap].properties & wanted) == wanted) {
      return heap;
    }
  }
  return 0;
}

/// Returns the largest allocation that any device of the context can make.
uint64_t largestAllocation(const Context &context) {
  uint64_t limit = 0;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    limit = std::max(limit, context.device(i).info().max_allocation_size);
  }
  return limit;
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

constexpr uint32_t directHeap = mux_heap_host_mappable | mux_heap_host_coherent;

}  // namespace

Buffer::Buffer(Context &context, cl_mem_flags flags, size_t size, void *hostPointer)
    : context_(Ref<Context>(&context)),
      flags_(flags),
      size_(size),
      hostPointer_(hostPointer),
      weak_(make<WeakCell<Buffer>>(this)),
      allocations_(std::make_unique<Allocation[]>(context.deviceCount())),
      coherence_(size) {}

Result<Ref<Buffer>> Buffer::create(Context &context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, size_t size, void *hostPointer,
                                   size_t device) {
  return createRoot(context, properties, flags, size, hostPointer, nullptr, device);
}

/// CL 3.0 §5.3.1 clCreateImage: CL_INVALID_IMAGE_SIZE for an image that no device can allocate.
Result<Ref<Buffer>> Buffer::createImage(Context &context, const cl_mem_properties *properties,
                                        cl_mem_flags flags, const ImageShape &shape,
                                        void *hostPointer) {
  auto image = createRoot(context, properties, flags, shape.size(), hostPointer, &shape, 0);
  return !image && image.error().code == CL_INVALID_BUFFER_SIZE
             ? Result<Ref<Buffer>>(Error{CL_INVALID_IMAGE_SIZE})
             : image;
}

/// CL 3.0 §5.4.1 clCreatePipe: CL_MEM_OBJECT_ALLOCATION_FAILURE if it is too large.
Result<Ref<Buffer>> Buffer::createPipe(Context &context, cl_mem_flags flags,
                                       const mux_pipe_data_s &header) {
  // Devices receive the contents of a whole buffer, so the unused room for packets is sent too.
  const uint64_t size = header.packets + uint64_t{header.packet_size} * header.max_packets;
  const Error tooLarge = {CL_MEM_OBJECT_ALLOCATION_FAILURE};
  if (size > largestAllocation(context)) {
    return tooLarge;
  }
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &header, sizeof header);
  auto pipe = createRoot(context, nullptr, CL_MEM_COPY_HOST_PTR, size, bytes.data(), nullptr, 0);
  if (pipe) {
    (*pipe)->flags_ = flags;
    (*pipe)->pipe_ = {header.packet_size, header.max_packets};
  }
  return pipe;
}

/// CL 3.0 §5.2.1 clCreateBuffer: CL_INVALID_VALUE for contradicting flags, CL_INVALID_BUFFER_SIZE,
/// CL_INVALID_HOST_PTR, CL_INVALID_CONTEXT in a forked child.
Result<Ref<Buffer>> Buffer::createRoot(Context &context, const cl_mem_properties *properties,
                                       cl_mem_flags flags, size_t size, void *hostPointer,
                                       const ImageShape *shape, size_t device) {
  auto buffer = make<Buffer>(
      context, (flags & kernelAccess) == 0 ? flags | CL_MEM_READ_WRITE : flags, size, hostPointer);
  if (shape) {
    buffer->shape_ = *shape;
  }
  if (auto status = buffer->readProperties(properties); !status) {
    return status.error();
  }
  const bool isExternal = buffer->properties_.has(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR);
  if (!areMemoryFlags(flags) || (isExternal && (flags & hostPointerUse) != 0)) {
    return Error{CL_INVALID_VALUE};
  }
  if (size == 0 || size > largestAllocation(context)) {
    return Error{CL_INVALID_BUFFER_SIZE};
  }
  if ((hostPointer != nullptr) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)) {
    return Error{CL_INVALID_HOST_PTR};
  }
  if (context.isLost()) {
    return Error{CL_INVALID_CONTEXT};
  }
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
    if (const auto shared = context.svm().find(hostPointer)) {
      buffer->usesShared_ = true;
      device = shared->device;
    }
  }
  auto external = ExternalMemory::import(context, buffer->properties_, size);
  if (!external) {
    return external.error();
  }
  buffer->external_ = std::move(*external);
  if (auto status = buffer->allocateFirst(device); !status) {
    return status.error();
  }
  if (buffer->external_) {
    buffer->external_->takeHandle();
  }
  if ((flags & CL_MEM_USE_HOST_PTR) == 0) {
    buffer->hostPointer_ = nullptr;
  }
  return buffer;
}

/// CL 3.0 §5.2.1 clCreateSubBuffer: CL_INVALID_MEM_OBJECT for another sub-buffer, an image or a
/// pipe; CL_INVALID_VALUE; CL_INVALID_BUFFER_SIZE; CL_MISALIGNED_SUB_BUFFER_OFFSET if no device
/// accepts the offset.
Result<Ref<Buffer>> Buffer::createSub(Buffer &parent, cl_mem_flags flags,
                                      const cl_buffer_region &region) {
  if (parent.parent_ || !parent.isBuffer()) {
    return Error{CL_INVALID_MEM_OBJECT};
  }
  if ((flags & hostPointerUse) != 0 || !areMemoryFlags(flags) || contradict(parent.flags_, flags)) {
    return Error{CL_INVALID_VALUE};
  }
  if (region.size == 0) {
    return Error{CL_INVALID_BUFFER_SIZE};
  }
  if (region.origin > parent.size_ || region.size > parent.size_ - region.origin) {
    return Error{CL_INVALID_VALUE};
  }
  Context &context = parent.context();
  bool isAligned = false;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    isAligned |= region.origin % context.device(i).info().buffer_alignment == 0;
  }
  if (!isAligned) {
    return Error{CL_MISALIGNED_SUB_BUFFER_OFFSET};
  }
  void *hostPointer =
      parent.hostPointer_ ? static_cast<std::byte *>(parent.hostPointer_) + region.origin : nullptr;
  auto buffer = make<Buffer>(context, inherit(parent.flags_, flags), region.size, hostPointer);
  buffer->parent_ = Ref<Buffer>(&parent);
  buffer->associated_ = buffer->parent_;
  buffer->origin_ = region.origin;
  return buffer;
}

/// CL 3.0 §5.3.1 clCreateImage: CL_INVALID_VALUE for flags that contradict the other object's.
Result<Ref<Buffer>> Buffer::createView(Buffer &parent, const cl_mem_properties *properties,
                                       cl_mem_flags flags, const ImageShape &shape) {
  if ((flags & hostPointerUse) != 0 || !areMemoryFlags(flags) || contradict(parent.flags_, flags)) {
    return Error{CL_INVALID_VALUE};
  }
  auto image = make<Buffer>(parent.context(), inherit(parent.flags_, flags),
                            std::min(shape.size(), parent.size_), parent.hostPointer_);
  image->parent_ = Ref<Buffer>(&parent.root());
  image->associated_ = Ref<Buffer>(&parent);
  image->origin_ = parent.origin_;
  image->shape_ = shape;
  if (properties) {
    image->properties_ = *PropertyList::read(properties, {});  // none
  }
  return image;
}

Buffer::~Buffer() {
  weak_->clear();
  if (hasDeviceAddress_) {
    context_->deviceAddresses().remove(*weak_);
  }
  for (size_t i = 0; i < context_->deviceCount(); ++i) {
    const mux_device_t device = context_->device(i).mux();
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
  for (auto callback = destructors_.rbegin(); callback != destructors_.rend(); ++callback) {
    callback->first(handle(), callback->second);
  }
}

Result<Buffer::Allocation *> Buffer::allocation(size_t device) {
  Allocation &allocation = allocations_[device];
  if (allocation.isReady.load(std::memory_order_acquire)) {
    return &allocation;
  }
  std::lock_guard guard(mutex_);
  if (!allocation.isReady.load(std::memory_order_relaxed)) {
    auto status = parent_ ? allocateSub(allocation, device) : allocate(allocation, device);
    if (!status) {
      return status.error();
    }
    allocation.isReady.store(true, std::memory_order_release);
  }
  return &allocation;
}

Status Buffer::allocate(Allocation &allocation, size_t index) {
  OpenDevice &device = context_->device(index);
  void *const used = external_                             ? external_->data()
                     : (flags_ & CL_MEM_USE_HOST_PTR) != 0 ? hostPointer_
                                                           : nullptr;
  const bool mayImport = used && (context_->deviceCount() == 1 || usesShared_);
  if (!allocation.memory && !(mayImport && importHostPointer(allocation, device, used))) {
    const uint32_t heap = chooseHeap(device.info(), directHeap);
    const uint32_t alignment = std::max(128u, device.info().buffer_alignment);
    if (auto status =
            fromMux(muxAllocateMemory(device.mux(), size_, heap, alignment, &allocation.memory));
        !status) {
      return status;
    }
    void *mapped = nullptr;
    if ((device.info().heaps[heap].properties & directHeap) == directHeap &&
        muxMapMemory(device.mux(), allocation.memory, 0, size_, &mapped) == mux_success) {
      allocation.mapped = static_cast<std::byte *>(mapped);
    }
  }
  return bind(allocation, index, allocation.memory, 0);
}

/// Allocates on one device and fills in the application's contents; other devices copy them from
/// there. CL 3.0 §5.2.1: CL_MEM_OBJECT_ALLOCATION_FAILURE.
Status Buffer::allocateFirst(size_t device) {
  const size_t count = context_->deviceCount();
  Status status = Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
  for (size_t i = 0; i < count; ++i) {
    const size_t index = (device + i) % count;
    auto allocated = allocation(index);
    status = !allocated ? Status(allocated.error()) : hostPointer_ ? fill(index) : success();
    if (status) {
      return status;
    }
  }
  return status;
}

bool Buffer::importHostPointer(Allocation &allocation, OpenDevice &device, void *pointer) {
  const uint32_t wanted = directHeap | mux_heap_host_import;
  const uint32_t heap = chooseHeap(device.info(), wanted);
  if ((device.info().heaps[heap].properties & wanted) != wanted ||
      muxCreateMemoryFromHost(device.mux(), heap, size_, pointer, &allocation.memory) !=
          mux_success) {
    return false;
  }
  void *mapped = nullptr;
  if (muxMapMemory(device.mux(), allocation.memory, 0, size_, &mapped) == mux_success) {
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

/// CL 3.0 §5.2.1: CL_MISALIGNED_SUB_BUFFER_OFFSET for an offset that this device does not accept.
Status Buffer::allocateSub(Allocation &allocation, size_t device) {
  auto whole = parent_->allocation(device);
  if (!whole) {
    return whole.error();
  }
  if (origin_ % context_->device(device).info().buffer_alignment != 0) {
    return Error{CL_MISALIGNED_SUB_BUFFER_OFFSET};
  }
  allocation.mapped = (*whole)->mapped ? (*whole)->mapped + origin_ : nullptr;
  return bind(allocation, device, (*whole)->memory, origin_);
}

Status Buffer::bind(Allocation &allocation, size_t index, mux_memory_t memory, size_t offset) {
  const mux_device_t device = context_->device(index).mux();
  if (!allocation.buffer) {
    if (auto status = fromMux(muxCreateBuffer(device, size_, &allocation.buffer)); !status) {
      return status;
    }
  }
  if (auto status = fromMux(muxBindBufferMemory(device, memory, allocation.buffer, offset));
      !status || !shape_) {
    return status;
  }
  const mux_image_description_t description = toMux(*shape_);
  if (auto status = fromMux(muxCreateImage(device, &description, &allocation.image)); !status) {
    return status;
  }
  return fromMux(muxBindImageMemory(device, memory, allocation.image, offset));
}

Status Buffer::fill(size_t device) {
  const Allocation &allocation = allocations_[device];
  coherence_.markWritten({0, size_}, device);
  if (allocation.mapped == hostPointer_) {
    return success();
  }
  if (allocation.mapped) {
    std::copy_n(static_cast<const std::byte *>(hostPointer_), size_, allocation.mapped);
    return success();
  }
  return writeNow(context_->device(device), allocation.buffer, hostPointer_, size_);
}

/// CL 3.0 §5.2.1: CL_INVALID_PROPERTY. cl_ext_buffer_device_address: CL_INVALID_DEVICE if a device
/// of the context has no addresses.
Status Buffer::readProperties(const cl_mem_properties *properties) {
  auto list = shape_ ? PropertyList::read(properties, externalProperties)
                     : PropertyList::read(properties, bufferProperties);
  if (!list) {
    return list.error();
  }
  properties_ = std::move(*list);
  const auto address = properties_.value(CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT).value_or(CL_FALSE);
  if (address != CL_TRUE && address != CL_FALSE) {
    return Error{CL_INVALID_PROPERTY};
  }
  hasDeviceAddress_ = address == CL_TRUE;
  for (size_t i = 0; hasDeviceAddress_ && i < context_->deviceCount(); ++i) {
    if (!context_->device(i).info().has_buffer_addresses) {
      return Error{CL_INVALID_DEVICE};
    }
  }
  return success();
}

/// cl_ext_buffer_device_address: CL_INVALID_OPERATION without CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
Status Buffer::deviceAddresses(const InfoWriter &out) {
  Buffer &whole = root();
  if (!whole.hasDeviceAddress_ || !isBuffer()) {
    return Error{CL_INVALID_OPERATION};
  }
  std::vector<cl_mem_device_address_ext> addresses;
  for (const Context::Member &member : context_->members()) {
    auto memory = whole.allocation(member.index);
    if (!memory) {
      return memory.error();
    }
    uint64_t start = 0;
    if (auto status = fromMux(
            muxGetBufferAddress(context_->device(member.index).mux(), (*memory)->buffer, &start));
        !status) {
      return status;
    }
    context_->deviceAddresses().add(member.index, start, whole.size_, *whole.weak_);
    addresses.push_back(start + origin_);
  }
  return out.array<cl_mem_device_address_ext>(addresses);
}

/// CL 3.0 §5.5.5 clGetMemObjectInfo: CL_INVALID_VALUE for an unknown query.
Status Buffer::info(cl_mem_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_MEM_TYPE:
      return out.value<cl_mem_object_type>(shape_  ? shape_->type
                                           : pipe_ ? CL_MEM_OBJECT_PIPE
                                                   : CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS:
      return out.value<cl_mem_flags>(flags_);
    case CL_MEM_SIZE:
      return out.value<size_t>(size_);
    case CL_MEM_HOST_PTR:
      return out.value<void *>(hostPointer_);
    case CL_MEM_MAP_COUNT: {
      std::lock_guard guard(mutex_);
      return out.value<cl_uint>(static_cast<cl_uint>(mappings_.size()));
    }
    case CL_MEM_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_MEM_CONTEXT:
      return out.value<cl_context>(context_->handle());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return out.value<cl_mem>(associated_ ? associated_->handle() : nullptr);
    case CL_MEM_OFFSET:  // only sub-buffers have one
      return out.value<size_t>(shape_ ? 0 : origin_);
    case CL_MEM_USES_SVM_POINTER:
      return out.value<cl_bool>(parent_ ? parent_->usesShared_ : usesShared_);
    case CL_MEM_PROPERTIES:
      return out.array<cl_mem_properties>(properties_.all());
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// CL 3.0 §5.3.7 clGetImageInfo: CL_INVALID_VALUE for an unknown query.
Status Buffer::imageInfo(cl_image_info name, const InfoWriter &out) const {
  const ImageShape &shape = *shape_;
  const auto size = [&](size_t value, bool exists) {
    return out.value<size_t>(exists ? value : 0);
  };
  switch (name) {
    case CL_IMAGE_FORMAT:
      return out.value<cl_image_format>(shape.format);
    case CL_IMAGE_ELEMENT_SIZE:
      return size(shape.pixelSize, true);
    case CL_IMAGE_ROW_PITCH:
      return size(shape.rowPitch, true);
    case CL_IMAGE_SLICE_PITCH:
      return size(shape.slicePitch, shape.hasSlices());
    case CL_IMAGE_WIDTH:
      return size(shape.width, true);
    case CL_IMAGE_HEIGHT:
      return size(shape.height, shape.dimensions() > 1);
    case CL_IMAGE_DEPTH:
      return size(shape.depth, shape.dimensions() > 2);
    case CL_IMAGE_ARRAY_SIZE:
      return size(shape.layers, shape.isArray());
    case CL_IMAGE_BUFFER:
      return out.value<cl_mem>(associated_ && !associated_->shape_ ? associated_->handle()
                                                                   : nullptr);
    case CL_IMAGE_NUM_MIP_LEVELS:
      return out.value<cl_uint>(shape.levels);
    case CL_IMAGE_NUM_SAMPLES:
      return out.value<cl_uint>(0);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// CL 3.0 §5.5 clSetMemObjectDestructorCallback: CL_INVALID_VALUE without a function.
Status Buffer::addDestructor(Destructor function, void *user) {
  if (!function) {
    return Error{CL_INVALID_VALUE};
  }
  std::lock_guard guard(mutex_);
  destructors_.emplace_back(function, user);
  return success();
}

/// CL 3.0 §5.2.4 clEnqueueMapBuffer: CL_INVALID_OPERATION for a region that is mapped for writing
/// already.
Result<std::byte *> Buffer::map(Mapping mapping) {
  auto memory = allocation(mapping.device);
  if (!memory) {
    return memory.error();
  }
  std::byte *const device = (*memory)->mapped;
  auto *const host = static_cast<std::byte *>(hostPointer_);
  mapping.isCopy = !device || (host && device != host) || context_->deviceCount() > 1;
  if (!mapping.isCopy) {
    mapping.pointer = device + mapping.offset;
  } else if (host) {
    mapping.pointer = host + mapping.offset;
  } else {
    mapping.shadow = std::make_unique<std::byte[]>(mapping.size);
    mapping.pointer = mapping.shadow.get();
  }
  std::lock_guard guard(mutex_);
  const auto isInTheWay = [&](const Mapping &other) {
    return mapping.isForWriting() && other.isForWriting() && mapping.overlaps(other);
  };
  if (std::ranges::any_of(mappings_, isInTheWay)) {
    return Error{CL_INVALID_OPERATION};
  }
  mappings_.push_back(std::move(mapping));
  return mappings_.back().pointer;
}

bool Mapping::overlaps(const Mapping &other) const {
  if (box && other.box) {
    if (box->level != other.box->level) {
      return false;
    }
    for (int i = 0; i < 3; ++i) {
      const size_t first = box->origin[i], second = other.box->origin[i];
      if (first >= second + other.box->region[i] || second >= first + box->region[i]) {
        return false;
      }
    }
    return true;
  }
  return offset < other.offset + other.size && other.offset < offset + size;
}

std::optional<Mapping> Buffer::unmap(const void *pointer) {
  std::lock_guard guard(mutex_);
  const auto found = std::find_if(mappings_.begin(), mappings_.end(),
                                  [&](const Mapping &m) { return m.pointer == pointer; });
  if (found == mappings_.end()) {
    return std::nullopt;
  }
  Mapping mapping = std::move(*found);
  mappings_.erase(found);
  return mapping;
}

}  // namespace cl
