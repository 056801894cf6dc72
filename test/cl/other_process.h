// Helpers of tests with several processes: work in a forked child, and files on the way there.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace test {

/// A descriptor, closed when it goes out of scope.
class File {
 public:
  File() = default;
  explicit File(int file) : file_(file) {}
  File(File &&other) noexcept : file_(std::exchange(other.file_, -1)) {}
  File &operator=(File &&other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~File() {
    if (file_ >= 0) {
      close(file_);
    }
  }
  operator int() const { return file_; }
  /// Gives it to somebody else.
  int detach() { return std::exchange(file_, -1); }
  File copy() const { return File(dup(file_)); }

 private:
  int file_ = -1;
};

inline File makeMemoryFile(size_t size) {
  File file(memfd_create("kiln-test", MFD_CLOEXEC));
  EXPECT_GE(file, 0);
  EXPECT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
  return file;
}

/// Sends a descriptor over a socket.
inline bool sendFile(int socket, int file) {
  char byte = 0;
  iovec data = {&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof file)] = {};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(header), &file, sizeof file);
  return sendmsg(socket, &message, 0) == 1;
}

inline File receiveFile(int socket) {
  char byte = 0;
  iovec data = {&byte, 1};
  int file = -1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof file)] = {};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(socket, &message, 0) != 1) {
    return {};
  }
  const cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&file, CMSG_DATA(header), sizeof file);
  }
  return File(file);
}

/// A child that runs `body(socket)`, whose other end is `socket()`, and ends with its result.
class OtherProcess {
 public:
  template <class Body>
  explicit OtherProcess(Body &&body) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    socket_ = File(ends[0]);
    File childs(ends[1]);
    id_ = fork();
    if (id_ == 0) {
      alarm(60);
      _exit(body(static_cast<int>(childs)));
    }
  }
  int socket() const { return socket_; }
  /// Waits for it; its result, or -1 if it crashed.
  int end() {
    int status = -1;
    EXPECT_EQ(waitpid(id_, &status, 0), id_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t id_ = -1;
  File socket_;
};

}  // namespace test
