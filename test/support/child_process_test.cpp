#include "support/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace {

using support::Descriptor;

struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
  std::string readAll() {
    in = Descriptor();
    std::string text;
    char buffer[256];
    for (ssize_t size; (size = read(out.get(), buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<size_t>(size));
    }
    return text;
  }
  Descriptor out, in;
};

bool hasEnded(const Descriptor &pidfd, int milliseconds) {
  pollfd entry{.fd = pidfd.get(), .events = POLLIN, .revents = 0};
  return poll(&entry, 1, milliseconds) > 0;
}

/// The descriptors may have any numbers here: the child sees each under the requested number.
TEST(ChildProcess, DescriptorsMayCrossEachOther) {
  // Numbers 4 and 5 of the child, in both orders of our own numbers.
  for (bool isSwapped : {false, true}) {
    Pipe a, b;
    Descriptor pidfd;
    const int four = isSwapped ? b.in.get() : a.in.get(),
              five = isSwapped ? a.in.get() : b.in.get();
    ASSERT_EQ(support::startChild({.path = "/bin/sh",
                                   .arguments = {"sh", "-c", "echo four >&4; echo five >&5"},
                                   .descriptors = {-1, -1, -1, -1, four, five}},
                                  &pidfd),
              0);
    EXPECT_EQ((isSwapped ? b : a).readAll(), "four\n");
    EXPECT_EQ((isSwapped ? a : b).readAll(), "five\n");
    EXPECT_TRUE(hasEnded(pidfd, 10000));
  }
}

TEST(ChildProcess, InheritsNothingElse) {
  const int stray = dup(STDERR_FILENO);
  Pipe out;
  Descriptor pidfd;
  ASSERT_EQ(support::startChild({.path = "/bin/sh",
                                 .arguments = {"sh", "-c", "ls /proc/$$/fd"},
                                 .descriptors = {-1, out.in.get(), -1}},
                                &pidfd),
            0);
  EXPECT_EQ(out.readAll(), "0\n1\n2\n");
  close(stray);
}

TEST(ChildProcess, HasASessionOfItsOwnIfAsked) {
  for (bool own : {false, true}) {
    Pipe out;
    Descriptor pidfd;
    ASSERT_EQ(support::startChild({.path = "/bin/sh",
                                   .arguments = {"sh", "-c", "cut -d' ' -f6 /proc/$$/stat"},
                                   .descriptors = {-1, out.in.get(), -1},
                                   .hasOwnSession = own},
                                  &pidfd),
              0);
    EXPECT_EQ(std::stoi(out.readAll()) == getsid(0), !own);
  }
}

TEST(ChildProcess, EndsWhenKilledAndIsNotOurs) {
  Descriptor pidfd;
  ASSERT_EQ(support::startChild(
                {.path = "/bin/sleep", .arguments = {"sleep", "1000"}, .descriptors = {-1, -1, -1}},
                &pidfd),
            0);
  EXPECT_FALSE(hasEnded(pidfd, 0));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_TRUE(support::killChild(pidfd));
  EXPECT_TRUE(hasEnded(pidfd, 10000));
  EXPECT_TRUE(support::killChild(pidfd)) << "that it is gone is no failure";
  EXPECT_FALSE(support::killChild(Descriptor()));
  EXPECT_FALSE(support::killChild(Descriptor(dup(0)))) << "no process";
}

TEST(ChildProcess, WhatCannotStartIsAnError) {
  Descriptor pidfd;
  EXPECT_EQ(
      support::startChild(
          {.path = "/no/such/program", .arguments = {"x"}, .descriptors = {-1, -1, -1}}, &pidfd),
      ENOENT);
  EXPECT_EQ(support::startChild(
                {.path = "/bin/true", .arguments = {"true"}, .descriptors = {987654}}, &pidfd),
            EBADF);
}

}  // namespace
