#include "processes.h"

#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

namespace riscv::test {

std::vector<pid_t> emulatorProcesses() {
  std::set<pid_t> processes;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fdinfo")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      pid_t process = 0;
      std::istringstream words(line.starts_with("Pid:") ? line.substr(4) : "");
      if (words >> process && process > 0 && process != getpid()) {
        processes.insert(process);
      }
    }
  }
  return {processes.begin(), processes.end()};
}

pid_t emulatorProcess() {
  const std::vector<pid_t> processes = emulatorProcesses();
  return processes.empty() ? -1 : processes.front();
}

bool isRunning(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  const size_t name = text.rfind(')');
  return name != std::string::npos && name + 2 < text.size() && text[name + 2] != 'Z' &&
         text[name + 2] != 'X';
}

std::string contents(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int processesWith(const std::string &variable) {
  int count = 0;
  for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (!std::isdigit(static_cast<unsigned char>(name[0])) || std::stoi(name) == getpid()) {
      continue;
    }
    std::error_code ignored;
    const bool isEmulator =
        std::filesystem::read_symlink(entry.path() / "exe", ignored).string().find("qemu") !=
        std::string::npos;
    count += isEmulator && isRunning(std::stoi(name)) &&
             contents(entry.path() / "environ").find(variable) != std::string::npos;
  }
  return count;
}

uint64_t processorTime(pid_t process) {
  uint64_t sum = 0;
  const std::string folder = "/proc/" + std::to_string(process) + "/task";
  for (const auto &thread : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(thread.path() / "schedstat");
    uint64_t time = 0;
    file >> time;
    sum += time;
  }
  return sum;
}

}  // namespace riscv::test
