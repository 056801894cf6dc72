#include "isolation/helper_process.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>

namespace compiler::isolation {
namespace {

using namespace std::chrono_literals;

/// A program of /bin/sh.
class Script {
 public:
  explicit Script(const std::string &text) {
    path_ = testing::TempDir() + "kiln-helper-XXXXXX";
    const int descriptor = mkstemp(path_.data());
    const std::string program = "#!/bin/sh\n" + text + "\n";
    EXPECT_EQ(write(descriptor, program.data(), program.size()),
              static_cast<ssize_t>(program.size()));
    fchmod(descriptor, 0700);
    close(descriptor);
  }
  ~Script() { unlink(path_.c_str()); }
  Script(const Script &) = delete;
  Script &operator=(const Script &) = delete;

  const std::string &path() const { return path_; }

 private:
  std::string path_;
};

constexpr std::string_view greeting = "hello";

/// A script with a greeting first.
Script greeter(const std::string &text) {
  return Script("printf 'KNHP\\005\\0\\0\\0\\0\\0\\0\\0hello'\n" + text);
}

Bytes bytesOf(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

void expectFailure(const std::string &path, std::string_view message,
                   std::chrono::milliseconds timeout = 10s, Error error = Error::internalFailure) {
  auto answer = askProcess(path, greeting, bytesOf("request"), timeout);
  ASSERT_FALSE(answer) << path;
  EXPECT_EQ(answer.error().code, error);
  EXPECT_NE(answer.error().message.find(message), std::string::npos) << answer.error().message;
}

int childSignals = 0;

TEST(HelperProcess, AnswersWithAFrame) {
  // cat sends the request's frame back; more than a socket's buffer would need two readers.
  const Bytes request = bytesOf(std::string(50000, 'x'));
  auto answer = askProcess(greeter("exec cat").path(), greeting, request, 10s);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(*answer, request);
}

TEST(HelperProcess, IsNotNoticed) {
  signal(SIGCHLD, [](int) { ++childSignals; });
  ASSERT_TRUE(askProcess(greeter("exec cat").path(), greeting, bytesOf("x"), 10s));
  expectFailure(greeter("exit 1").path(), "without an answer");
  EXPECT_EQ(childSignals, 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  signal(SIGCHLD, SIG_DFL);
}

TEST(HelperProcess, EndsWithoutAnswer) {
  expectFailure(greeter("exit 1").path(), "without an answer");
  expectFailure(greeter("kill -SEGV $$").path(), "without an answer");
  expectFailure(greeter("head -c 5 > /dev/null").path(), "without an answer");
}

TEST(HelperProcess, AnswersGarbage) {
  expectFailure(greeter("echo this is no frame at all").path(), "without an answer");
  expectFailure(greeter("printf 'KNHP\\377\\377\\377\\377\\0\\0\\0\\0short'").path(),
                "without an answer");
}

TEST(HelperProcess, TakesTooLong) {
  const auto start = std::chrono::steady_clock::now();
  expectFailure(greeter("exec sleep 100").path(), "too long", 200ms);
  expectFailure(Script("exec sleep 100").path(), "too long", 200ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(HelperProcess, CannotBeUsed) {
  expectFailure("/no/such/program", "/no/such/program cannot be started", 10s,
                Error::outOfResources);
  expectFailure("/bin/false", "/bin/false cannot be used: it ended before it was ready", 10s,
                Error::outOfResources);
  expectFailure("/bin/echo", "ended before it was ready", 10s, Error::outOfResources);
}

TEST(HelperProcess, IsOfAnotherBuild) {
  const Script other("printf 'KNHP\\005\\0\\0\\0\\0\\0\\0\\0older'\nexec cat");
  expectFailure(other.path(), other.path() + " is of another build of the driver", 10s,
                Error::outOfResources);
}

TEST(HelperProcess, InheritsNoDescriptorAndNoSignalMask) {
  const int descriptor = dup(0);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  const std::string check = "test ! -e /proc/self/fd/" + std::to_string(descriptor) +
                            " && grep -q 'SigBlk:.*0000000000000000' /proc/self/status"
                            " && exec cat";
  EXPECT_TRUE(askProcess(greeter(check).path(), greeting, bytesOf("x"), 10s));
  sigset_t now;
  pthread_sigmask(SIG_SETMASK, nullptr, &now);
  EXPECT_TRUE(sigismember(&now, SIGUSR1));
  sigemptyset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  close(descriptor);
}

}  // namespace
}  // namespace compiler::isolation
