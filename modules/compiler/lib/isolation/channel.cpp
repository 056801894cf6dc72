#include "isolation/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <algorithm>
#include <cerrno>

#include "isolation/protocol.h"

namespace compiler::isolation {
namespace {

/// Waits until the socket is ready for `events`. Returns false once the deadline has passed, or on
/// an error of poll(). Waits in steps, because poll() takes an int of milliseconds.
bool waitFor(int socket, short events, Deadline deadline) {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      return false;
    }
    constexpr int64_t longestWait = 1000000;
    pollfd entry{.fd = socket, .events = events, .revents = 0};
    const int ready = poll(&entry, 1, static_cast<int>(std::min(left.count(), longestWait)));
    if (ready > 0) {
      return true;
    }
    if (ready < 0 && errno != EINTR) {
      return false;
    }
  }
}

/// Returns true if send() or recv() is to be repeated after this error.
bool isTransient(int error) {
  return error == EINTR || error == EAGAIN;
}

/// Sends all bytes; false on an error, on a closed socket or past the deadline.
bool sendAll(int socket, std::span<const std::byte> bytes, Deadline deadline) {
  while (!bytes.empty()) {
    if (!waitFor(socket, POLLOUT, deadline)) {
      return false;
    }
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && !isTransient(errno)) {
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(std::max<ssize_t>(sent, 0)));
  }
  return true;
}

/// Fills `bytes` completely; false as sendAll(), and at the peer's end of stream.
bool receiveAll(int socket, std::span<std::byte> bytes, Deadline deadline) {
  while (!bytes.empty()) {
    if (!waitFor(socket, POLLIN, deadline)) {
      return false;
    }
    const ssize_t received = recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (received == 0 || (received < 0 && !isTransient(errno))) {
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(std::max<ssize_t>(received, 0)));
  }
  return true;
}

}  // namespace

bool sendFrame(int socket, std::span<const std::byte> bytes, Deadline deadline) {
  support::ByteWriter header;
  header.write(frameMagic);
  header.write(static_cast<uint64_t>(bytes.size()));
  return sendAll(socket, header.bytes(), deadline) && sendAll(socket, bytes, deadline);
}

std::optional<Bytes> receiveFrame(int socket, Deadline deadline) {
  std::array<std::byte, frameHeaderSize> header;
  if (!receiveAll(socket, header, deadline)) {
    return std::nullopt;
  }
  support::ByteReader in(header);
  const auto magic = in.read<uint32_t>();
  const auto length = in.read<uint64_t>();
  if (magic != frameMagic || length > maximumFrame) {
    return std::nullopt;
  }
  // The buffer grows as the bytes arrive: a wrong length must not size an allocation.
  Bytes bytes;
  while (bytes.size() < length) {
    constexpr uint64_t step = uint64_t{1} << 20;
    const size_t begin = bytes.size();
    bytes.resize(begin + std::min(length - begin, step));
    if (!receiveAll(socket, std::span(bytes).subspan(begin), deadline)) {
      return std::nullopt;
    }
  }
  return bytes;
}

}  // namespace compiler::isolation
