// The counter of an eventfd has 64 bits. Its lower half counts signals of completed commands, its
// upper half those of failed ones. A read takes the whole counter at once, so take() writes the
// rest back; another reader may find nothing in between, and waits for the next event of the file.
#include "core/process/shared_signal.h"

#include <CL/cl_ext.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace cl {
namespace {

/// A signal adds one of these to the counter: each half of it counts one kind.
constexpr uint64_t done = 1, failed = uint64_t{1} << 32;

/// Tells if a descriptor is an eventfd, as the kernel names it. Other files could be anything of
/// the application's.
bool isEventFile(int file) {
  char path[32], target[32];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(path, target, sizeof target);
  return length > 0 &&
         std::string_view(target, static_cast<size_t>(length)) == "anon_inode:[eventfd]";
}

}  // namespace

SharedSignal::~SharedSignal() {
  if (isOpen()) {
    close(file_);
  }
}

/// cl_khr_external_semaphore: CL_OUT_OF_RESOURCES without a free descriptor.
Status SharedSignal::open() {
  file_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return isOpen() ? success() : Status(Error{CL_OUT_OF_RESOURCES});
}

/// cl_khr_external_semaphore: CL_INVALID_PROPERTY for a file that is no eventfd.
Status SharedSignal::adopt(int file) {
  // Several processes read the file, so no read may block.
  const int flags = isEventFile(file) ? fcntl(file, F_GETFL) : -1;
  if (flags < 0 || fcntl(file, F_SETFL, flags | O_NONBLOCK) < 0) {
    return Error{CL_INVALID_PROPERTY};
  }
  file_ = file;
  return success();
}

/// cl_khr_external_semaphore: CL_OUT_OF_RESOURCES without a free descriptor.
Result<int> SharedSignal::duplicate() const {
  const int copy = fcntl(file_, F_DUPFD_CLOEXEC, 0);
  return copy >= 0 ? Result<int>(copy) : Result<int>(Error{CL_OUT_OF_RESOURCES});
}

bool SharedSignal::isSet() const {
  pollfd polled = {file_, POLLIN, 0};
  return poll(&polled, 1, 0) > 0;
}

void SharedSignal::set(cl_int status) {
  // It fails only if the counter is full.
  [[maybe_unused]] const int result = eventfd_write(file_, status < 0 ? failed : done);
}

std::optional<cl_int> SharedSignal::take() {
  eventfd_t count = 0;
  if (eventfd_read(file_, &count) != 0) {
    const bool isUnset = errno == EAGAIN || errno == EINTR;
    return isUnset ? std::nullopt : std::optional(CL_INVALID_SEMAPHORE_KHR);
  }
  const eventfd_t taken = count < failed ? done : failed;
  if (count > taken) {  // reading took them all
    [[maybe_unused]] const int result = eventfd_write(file_, count - taken);
  }
  return taken == done ? CL_COMPLETE : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

void SharedSignal::clear() {
  eventfd_t count = 0;
  [[maybe_unused]] const int result = eventfd_read(file_, &count);
}

}  // namespace cl
