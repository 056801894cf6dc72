// Implements memory objects: creation, inheritance between parents and views, queries and mappings.
//
// Each clCreate… call ends in one of three functions. createRoot() checks flags, size and pointer
// and allocates; createSub() and createView() only record a range of another object. The order of
// the checks is the order of the errors in CL 3.0 §5.2.1.
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
/// Flags whose host pointer gives the first contents.
constexpr cl_mem_flags firstContents = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
/// cl_ext_immutable_memory_objects: flags that allow writing.
constexpr cl_mem_flags writing = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;

/// The names accepted by clCreateBufferWithProperties; images take externalProperties only.
constexpr PropertyList::Known bufferProperties[] = {
    {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT}, externalProperties[0], externalProperties[1]};

bool atMostOne(cl_mem_flags flags) {
  return (flags & (flags - 1)) == 0;
}

}  // namespace

bool areMemoryFlags(cl_mem_flags flags) {
  const bool usesAndMore = (flags & CL_MEM_USE_HOST_PTR) != 0 &&
                           (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  const bool isImmutable = (flags & CL_MEM_IMMUTABLE_EXT) != 0;
  return (flags & ~(kernelAccess | hostAccess | hostPointerUse | CL_MEM_IMMUTABLE_EXT)) == 0 &&
         atMostOne(flags & kernelAccess) && atMostOne(flags & hostAccess) && !usesAndMore &&
         !(isImmutable && (flags & writing) != 0);
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
          (sub & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY))) ||
         ((parent & CL_MEM_IMMUTABLE_EXT) && (sub & writing));
}

/// CL 3.0 §5.2.1 clCreateSubBuffer: the flags of a sub-buffer, with the parent's use of host
/// pointers, and the parent's access where `sub` names none. A part of an immutable object is
/// immutable.
cl_mem_flags inherit(cl_mem_flags parent, cl_mem_flags sub) {
  cl_mem_flags flags = sub | (parent & (hostPointerUse | CL_MEM_IMMUTABLE_EXT));
  flags |= (sub & (kernelAccess | CL_MEM_IMMUTABLE_EXT)) == 0 ? parent & kernelAccess : 0;
  flags |= (sub & hostAccess) == 0 ? parent & hostAccess : 0;
  return flags;
}

/// Returns the largest allocation possible on any device of the context, in bytes.
uint64_t largestAllocation(const Context &context) {
  uint64_t limit = 0;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    limit = std::max(limit, context.device(i).info().max_allocation_size);
  }
  return limit;
}

}  // namespace

Buffer::Buffer(Context &context, cl_mem_flags flags, size_t size, void *hostPointer)
    : context_(Ref<Context>(&context)),
      flags_(flags),
      size_(size),
      weak_(make<WeakCell<Buffer>>(this)),
      memory_(*this, hostPointer),
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
  const bool isImmutable = (flags & CL_MEM_IMMUTABLE_EXT) != 0;
  const bool namesAccess = (flags & (kernelAccess | CL_MEM_IMMUTABLE_EXT)) != 0;
  auto buffer =
      make<Buffer>(context, namesAccess ? flags : flags | CL_MEM_READ_WRITE, size, hostPointer);
  if (shape) {
    buffer->shape_ = *shape;
  }
  if (auto status = buffer->readProperties(properties); !status) {
    return status.error();
  }
  const bool isExternal = buffer->properties_.has(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR);
  if (!areMemoryFlags(flags) || (isExternal && (flags & hostPointerUse) != 0) ||
      (isImmutable && !isExternal && (flags & firstContents) == 0)) {
    return Error{CL_INVALID_VALUE};
  }
  if (size == 0 || size > largestAllocation(context)) {
    return Error{CL_INVALID_BUFFER_SIZE};
  }
  if ((hostPointer != nullptr) != ((flags & firstContents) != 0)) {
    return Error{CL_INVALID_HOST_PTR};
  }
  if (context.isLost()) {
    return Error{CL_INVALID_CONTEXT};
  }
  if (auto status = buffer->memory_.allocateFirst(buffer->properties_, device); !status) {
    return status.error();
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
  auto *const whole = static_cast<std::byte *>(parent.memory_.hostPointer());
  void *hostPointer = whole ? whole + region.origin : nullptr;
  auto buffer = make<Buffer>(context, inherit(parent.flags_, flags), region.size, hostPointer);
  buffer->parent_ = Ref<Buffer>(&parent);
  buffer->associated_ = buffer->parent_;
  buffer->origin_ = region.origin;
  return buffer;
}

/// CL 3.0 §5.3.1 clCreateImage: CL_INVALID_VALUE for flags contradicting the other object's.
Result<Ref<Buffer>> Buffer::createView(Buffer &parent, const cl_mem_properties *properties,
                                       cl_mem_flags flags, const ImageShape &shape) {
  const bool losesImmutability = (parent.flags_ & ~flags & CL_MEM_IMMUTABLE_EXT) != 0;
  if ((flags & hostPointerUse) != 0 || !areMemoryFlags(flags) || contradict(parent.flags_, flags) ||
      losesImmutability) {
    return Error{CL_INVALID_VALUE};
  }
  auto image = make<Buffer>(parent.context(), inherit(parent.flags_, flags),
                            std::min(shape.size(), parent.size_), parent.memory_.hostPointer());
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
  if (hasDeviceAddress()) {
    context_->deviceAddresses().remove(*weak_);
  }
  memory_.release();
  destructors_.run(handle());
}

/// Tells if the application has asked for addresses (cl_ext_buffer_device_address).
bool Buffer::hasDeviceAddress() const {
  return properties_.value(CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT).value_or(CL_FALSE) == CL_TRUE;
}

/// CL 3.0 §5.2.1: CL_INVALID_PROPERTY. cl_ext_buffer_device_address, clCreateBufferWithProperties:
/// CL_INVALID_OPERATION if no device of the context has addresses. The extension is silent about
/// contexts with only some of them; there it is CL_INVALID_DEVICE.
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
  if (hasDeviceAddress() && !hasDeviceAddresses(*context_)) {
    return Error{CL_INVALID_OPERATION};
  }
  for (size_t i = 0; hasDeviceAddress() && i < context_->deviceCount(); ++i) {
    if (!context_->device(i).info().has_buffer_addresses) {
      return Error{CL_INVALID_DEVICE};
    }
  }
  return success();
}

// Imported memory may be that of another object. Two buffers may have one pointer of the host.
MemoryRange Buffer::range() const {
  static constexpr char hostMemory = 0;
  const Buffer &owner = parent_ ? *parent_ : *this;
  if (!isBuffer() || !owner.isBuffer() || owner.external()) {
    return {};
  }
  const auto pointer = reinterpret_cast<uintptr_t>(owner.memory_.hostPointer());
  return pointer ? MemoryRange{&hostMemory, pointer + origin_, size_}
                 : MemoryRange{&owner, origin_, size_};
}

/// cl_ext_buffer_device_address: CL_INVALID_OPERATION without CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
Status Buffer::deviceAddresses(const InfoWriter &out) {
  Buffer &whole = root();
  if (!whole.hasDeviceAddress() || !isBuffer()) {
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
      return out.value<void *>(memory_.hostPointer());
    case CL_MEM_MAP_COUNT:
      return out.value<cl_uint>(mappings_.count());
    case CL_MEM_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_MEM_CONTEXT:
      return out.value<cl_context>(context_->handle());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return out.value<cl_mem>(associated_ ? associated_->handle() : nullptr);
    case CL_MEM_OFFSET:  // only sub-buffers have one
      return out.value<size_t>(shape_ ? 0 : origin_);
    case CL_MEM_USES_SVM_POINTER:
      return out.value<cl_bool>((parent_ ? *parent_ : *this).memory_.usesShared());
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

Result<std::byte *> Buffer::map(Mapping mapping) {
  auto memory = allocation(mapping.device);
  if (!memory) {
    return memory.error();
  }
  std::byte *const device = (*memory)->mapped;
  auto *const host = static_cast<std::byte *>(memory_.hostPointer());
  mapping.isCopy = !device || (host && device != host) || context_->deviceCount() > 1;
  if (!mapping.isCopy) {
    mapping.pointer = device + mapping.offset;
  } else if (host) {
    mapping.pointer = host + mapping.offset;
  } else {
    mapping.shadow = std::make_unique<std::byte[]>(mapping.size);
    mapping.pointer = mapping.shadow.get();
  }
  return mappings_.add(std::move(mapping));
}

}  // namespace cl
