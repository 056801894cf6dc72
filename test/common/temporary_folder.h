#ifndef KILN_TEST_COMMON_TEMPORARY_FOLDER_H
#define KILN_TEST_COMMON_TEMPORARY_FOLDER_H

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

/// A folder of this object alone, removed with everything in it. Tests run side by side, and
/// several programs hold the same test; a fixed name would be shared by them.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "kiln-test-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr) << name;
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return path_; }
  std::string string() const { return path_.string(); }
  /// Writes a file of the folder, and makes the folders that it stands in.
  void write(const std::filesystem::path &file, const std::string &text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file) << text;
  }

 private:
  std::filesystem::path path_;
};

#endif
