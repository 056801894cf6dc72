#include "support/file_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "temporary_folder.h"

namespace support {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

FileStore::Key keyOf(unsigned number) {
  FileStore::Key key = {};
  key[0] = static_cast<std::byte>(number);
  key[15] = static_cast<std::byte>(number >> 8);
  return key;
}

Bytes bytesOf(size_t size, unsigned first = 1) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<std::byte>(first + i);
  }
  return bytes;
}

class FileStoreTest : public testing::Test {
 protected:
  FileStore openStore(uint64_t maximumBytes = 1 << 20) {
    auto store = FileStore::open((root_ / "a" / "b").string(), maximumBytes);
    EXPECT_TRUE(store) << store.error().message;
    return *store;
  }
  fs::path fileOf(const FileStore &store, const FileStore::Key &key) {
    const std::string name = toString(key);
    return fs::path(store.folder()) / name.substr(0, 2) / name;
  }
  void setAge(const fs::path &file, int64_t seconds) {
    const utimbuf times = {std::time(nullptr) - seconds, std::time(nullptr) - seconds};
    ASSERT_EQ(utime(file.c_str(), &times), 0);
  }
  /// The file of a writer of the entry before its renaming.
  fs::path writersFile(const FileStore &store, const FileStore::Key &key, const char *writer) {
    const fs::path file = fileOf(store, key);
    return file.parent_path() / ('.' + file.filename().string() + '.' + writer);
  }
  static uint64_t bytesIn(const FileStore &store) {
    uint64_t bytes = 0;
    for (const auto &entry : store.list()) {
      bytes += entry.bytes;
    }
    return bytes;
  }
  size_t filesIn(const FileStore &store) {
    const fs::recursive_directory_iterator all(store.folder());
    return static_cast<size_t>(
        std::ranges::count_if(all, [](const auto &entry) { return entry.is_regular_file(); }));
  }

  const TemporaryFolder temporary_;
  const fs::path root_ = temporary_.path();
};

TEST_F(FileStoreTest, GivesWhatItGot) {
  const FileStore store = openStore();
  EXPECT_FALSE(store.read(keyOf(1)));
  EXPECT_TRUE(store.write(keyOf(1), bytesOf(1000)));
  EXPECT_TRUE(store.write(keyOf(2), {}));
  EXPECT_EQ(store.read(keyOf(1)), bytesOf(1000));
  EXPECT_EQ(store.read(keyOf(2)), Bytes());
  EXPECT_TRUE(store.write(keyOf(1), bytesOf(10, 7)));
  EXPECT_EQ(store.read(keyOf(1)), bytesOf(10, 7));
  EXPECT_EQ(openStore().read(keyOf(1)), bytesOf(10, 7));
  EXPECT_TRUE(store.remove(keyOf(1)));
  EXPECT_FALSE(store.remove(keyOf(1)));
  EXPECT_FALSE(store.read(keyOf(1)));
}

TEST_F(FileStoreTest, IsForItsOwnerAlone) {
  const FileStore store = openStore();
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  struct stat status;
  ASSERT_EQ(stat(store.folder().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 077, 0u);
  ASSERT_EQ(stat(fileOf(store, keyOf(1)).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 077, 0u);
}

TEST_F(FileStoreTest, DoesNotTrustFoldersOfOthers) {
  const fs::path shared = root_ / "shared";
  fs::create_directory(shared);
  fs::permissions(shared, fs::perms::all);
  const auto opened = FileStore::open(shared.string(), 1);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, shared.string() + " may be written by others");
  std::ofstream(root_ / "file") << "text";
  EXPECT_FALSE(FileStore::open((root_ / "file").string(), 1));
  EXPECT_FALSE(FileStore::open((root_ / "file" / "below").string(), 1));
  EXPECT_FALSE(FileStore::open("", 1));
  EXPECT_FALSE(FileStore::open("/proc/there/is/none", 1));
}

TEST_F(FileStoreTest, EveryDamageIsFoundAndRemoved) {
  const FileStore store = openStore();
  const fs::path file = fileOf(store, keyOf(1));
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(20)));
  const size_t size = fs::file_size(file);
  for (size_t at = 0; at < size; ++at) {
    ASSERT_TRUE(store.write(keyOf(1), bytesOf(20)));
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const int before = stream.get();
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(static_cast<char>(before ^ 0x10));
    stream.close();
    EXPECT_EQ(store.check(keyOf(1)), FileStore::State::damaged) << at;
    EXPECT_FALSE(store.read(keyOf(1))) << at;
    EXPECT_FALSE(fs::exists(file)) << at;
  }
  for (size_t left = 0; left <= size; ++left) {
    ASSERT_TRUE(store.write(keyOf(1), bytesOf(20)));
    fs::resize_file(file, left);
    EXPECT_EQ(store.read(keyOf(1)).has_value(), left == size);
  }
}

TEST_F(FileStoreTest, AnotherKeysFileIsNoEntry) {
  const FileStore store = openStore();
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(20)));
  fs::create_directories(fileOf(store, keyOf(2)).parent_path());
  fs::copy_file(fileOf(store, keyOf(1)), fileOf(store, keyOf(2)));
  EXPECT_FALSE(store.read(keyOf(2)));
  fs::create_directories(fileOf(store, keyOf(3)));
  EXPECT_FALSE(store.read(keyOf(3)));
  EXPECT_FALSE(store.write(keyOf(3), bytesOf(1)));
  fs::create_directories(fileOf(store, keyOf(4)).parent_path());
  ASSERT_EQ(mkfifo(fileOf(store, keyOf(4)).c_str(), 0600), 0);
  EXPECT_FALSE(store.read(keyOf(4)));
  EXPECT_TRUE(store.write(keyOf(4), bytesOf(4)));
  EXPECT_EQ(store.read(keyOf(4)), bytesOf(4));
}

TEST_F(FileStoreTest, WhatWasUsedLastStays) {
  const FileStore store = openStore();
  for (unsigned i = 0; i < 10; ++i) {
    ASSERT_TRUE(store.write(keyOf(i), bytesOf(1000)));
    setAge(fileOf(store, keyOf(i)), 10'000 * (10 - i));
  }
  ASSERT_TRUE(store.read(keyOf(0)));  // makes it the newest
  EXPECT_EQ(store.prune(3500), 7u);
  for (unsigned i = 0; i < 10; ++i) {
    EXPECT_EQ(store.read(keyOf(i)).has_value(), i == 0 || i >= 8) << i;
  }
  EXPECT_EQ(store.list().size(), 3u);
  EXPECT_EQ(store.prune(0), 3u);
  EXPECT_TRUE(store.list().empty());
}

TEST_F(FileStoreTest, KeepsToItsSize) {
  const FileStore store = openStore(50'000);
  for (unsigned i = 0; i < 200; ++i) {
    ASSERT_TRUE(store.write(keyOf(i), bytesOf(1000)));
  }
  EXPECT_LE(bytesIn(store), 60'000u);
  EXPECT_GE(bytesIn(store), 30'000u);
}

TEST_F(FileStoreTest, ManyProcessesThatWriteLittleKeepToItsSize) {
  const FileStore store = openStore(100'000);
  for (unsigned i = 0; i < 64; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(store.write(keyOf(i), bytesOf(8'000)) ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_LE(bytesIn(store), 120'000u);
  EXPECT_GE(bytesIn(store), 80'000u);
}

TEST_F(FileStoreTest, SeveralPrunesAtOnceRemoveNoMoreThanOne) {
  const FileStore store = openStore();
  for (unsigned i = 0; i < 400; ++i) {
    ASSERT_TRUE(store.write(keyOf(i), bytesOf(1'000)));
  }
  const uint64_t entry = bytesIn(store) / 400;
  std::atomic<size_t> removed = 0;
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] { removed += store.prune(200 * entry); });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(removed, 200u);
  EXPECT_EQ(store.list().size(), 200u);
}

TEST_F(FileStoreTest, WhatIsLargerThanAllMayBeIsNotWritten) {
  const FileStore store = openStore(10'000);
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(1'000)));
  EXPECT_FALSE(store.write(keyOf(2), bytesOf(10'000)));
  EXPECT_TRUE(store.read(keyOf(1)));
  EXPECT_EQ(store.list().size(), 1u);
}

TEST_F(FileStoreTest, FilesWithoutEndTakeNoMemory) {
  const FileStore store = openStore();
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(20)));
  fs::resize_file(fileOf(store, keyOf(1)), uint64_t{1} << 40);
  EXPECT_EQ(store.check(keyOf(1)), FileStore::State::damaged);
  EXPECT_FALSE(store.read(keyOf(1)));
  EXPECT_FALSE(fs::exists(fileOf(store, keyOf(1))));
  // A file with this size in its own header is too large for the store.
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(20)));
  std::fstream stream(fileOf(store, keyOf(1)), std::ios::in | std::ios::out | std::ios::binary);
  const uint64_t size = (uint64_t{1} << 40) - 48;
  stream.seekp(32);
  stream.write(reinterpret_cast<const char *>(&size), sizeof size);
  stream.close();
  fs::resize_file(fileOf(store, keyOf(1)), uint64_t{1} << 40);
  EXPECT_EQ(store.check(keyOf(1)), FileStore::State::absent);
  EXPECT_FALSE(store.read(keyOf(1)));
}

TEST_F(FileStoreTest, FilesOfOthersStay) {
  const FileStore store = openStore();
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  const std::string digits = toString(keyOf(1));
  const fs::path own = fileOf(store, keyOf(1)).parent_path(), top = store.folder();
  std::vector<fs::path> others = {own / ".profile",        own / "readme",
                                  own / ('.' + digits),    own / ("ff" + digits.substr(2)),
                                  own / (digits + ".txt"), top / "go" / ".gitignore",
                                  top / "go" / digits};
  for (const fs::path &file : others) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "text";
    setAge(file, 100'000);
  }
  EXPECT_EQ(store.list().size(), 1u);
  EXPECT_EQ(store.prune(0), 1u);
  EXPECT_TRUE(store.clear());
  for (const fs::path &file : others) {
    EXPECT_TRUE(fs::exists(file)) << file;
  }
}

TEST_F(FileStoreTest, EntriesThatOthersMayHaveWrittenAreNone) {
  const FileStore store = openStore();
  const fs::path file = fileOf(store, keyOf(1));
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(store.check(keyOf(1)), FileStore::State::absent);
  EXPECT_FALSE(store.read(keyOf(1)));
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  EXPECT_TRUE(store.read(keyOf(1)));
  if (geteuid() == 0) {  // others may not give files away
    ASSERT_EQ(chown(file.c_str(), 12345, 12345), 0);
    EXPECT_FALSE(store.read(keyOf(1)));
  }
}

TEST_F(FileStoreTest, FoldersAreMadeForTheOwnerWhateverTheMask) {
  const mode_t mask = umask(0);
  for (const char *name : {"c", "d/", "e/f/", "g//h"}) {
    const std::string folder = (root_ / name).string();
    const auto store = FileStore::open(folder, 1'000);
    EXPECT_TRUE(store) << store.error().message;
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all) << name;
    EXPECT_TRUE(store && store->write(keyOf(1), bytesOf(10)));
    EXPECT_TRUE(FileStore::open(folder, 1'000));
  }
  umask(mask);
  EXPECT_EQ(fs::status(root_ / "e").permissions(), fs::perms::owner_all);
}

TEST_F(FileStoreTest, IsNotMadeInFoldersOfOthers) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root may give folders away";
  }
  fs::create_directory(root_ / "home");
  ASSERT_EQ(chown((root_ / "home").c_str(), 12345, 12345), 0);
  EXPECT_FALSE(FileStore::open((root_ / "home" / "kiln").string(), 1'000));
  EXPECT_TRUE(fs::is_empty(root_ / "home"));
}

TEST_F(FileStoreTest, ComesBackWhenItsFolderWasRemoved) {
  const FileStore store = openStore();
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  fs::remove_all(root_ / "a");
  EXPECT_FALSE(store.read(keyOf(1)));
  EXPECT_TRUE(store.clear());
  EXPECT_TRUE(store.write(keyOf(2), bytesOf(20)));
  EXPECT_EQ(store.read(keyOf(2)), bytesOf(20));
  EXPECT_EQ(fs::status(root_ / "a").permissions(), fs::perms::owner_all);
}

/// Files from the future, as a clock set back leaves them.
TEST_F(FileStoreTest, WorksAfterTheClockWasSetBack) {
  const FileStore store = openStore(10'000);
  ASSERT_TRUE(store.write(keyOf(0), bytesOf(1'000)));
  const fs::path left = writersFile(store, keyOf(0), "1.2.3");
  std::ofstream(left) << "x";
  for (const fs::path &file :
       {fileOf(store, keyOf(0)), fs::path(store.folder()) / "scanned", left}) {
    setAge(file, -100'000'000);
  }
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(1'000)));
  EXPECT_FALSE(fs::exists(left));
  ASSERT_TRUE(store.read(keyOf(0)));
  EXPECT_NEAR(fs::last_write_time(fileOf(store, keyOf(0))).time_since_epoch().count(),
              fs::file_time_type::clock::now().time_since_epoch().count(), 60e9);
  setAge(fileOf(store, keyOf(0)), -100'000'000);  // of nobody knows when: goes first
  EXPECT_EQ(store.prune(1'500), 1u);
  EXPECT_TRUE(store.read(keyOf(1)));
}

TEST_F(FileStoreTest, LeftOversOfWritersGo) {
  const FileStore store = openStore();
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  const fs::path old = writersFile(store, keyOf(1), "7.0"),
                 fresh = writersFile(store, keyOf(1), "8.0");
  std::ofstream(old) << "x";
  std::ofstream(fresh) << std::string(5'000, 'x');
  setAge(old, 100'000);
  EXPECT_EQ(store.prune(1'000), 0u);  // a file under way does not drive out complete ones
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));
  EXPECT_EQ(store.list().size(), 1u);
}

TEST_F(FileStoreTest, ClearingTakesAllEntries) {
  const FileStore store = openStore();
  EXPECT_TRUE(store.clear());
  for (unsigned i = 0; i < 10; ++i) {
    ASSERT_TRUE(store.write(keyOf(i), bytesOf(1000)));
  }
  const fs::path file = fileOf(store, keyOf(1));
  std::ofstream(writersFile(store, keyOf(1), "8.0")) << "x";
  EXPECT_TRUE(store.clear());
  EXPECT_TRUE(store.list().empty());
  EXPECT_TRUE(fs::exists(writersFile(store, keyOf(1), "8.0")));
  ASSERT_TRUE(store.write(keyOf(1), bytesOf(10)));
  EXPECT_EQ(store.read(keyOf(1)), bytesOf(10));
  if (geteuid() != 0) {  // root may remove it all the same
    fs::permissions(file.parent_path(), fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_FALSE(store.clear());
    fs::permissions(file.parent_path(), fs::perms::owner_all);
  }
}

TEST_F(FileStoreTest, IsClearedWhileThreadsUseIt) {
  const FileStore store = openStore();
  std::atomic<unsigned> left = 4;
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (unsigned i = 0; i < 200; ++i) {
        const auto found = store.read(keyOf(i % 8));
        EXPECT_TRUE(!found || *found == bytesOf(500, i % 8));
        EXPECT_TRUE(store.write(keyOf(i % 8), bytesOf(500, i % 8)));
      }
      --left;
    });
  }
  while (left != 0) {
    EXPECT_TRUE(store.clear());
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(store.clear());
  EXPECT_TRUE(store.list().empty());
}

TEST_F(FileStoreTest, ThreadsShareIt) {
  const FileStore store = openStore(20'000);
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (unsigned i = 0; i < 200; ++i) {
        const unsigned number = i % 16;
        const auto found = store.read(keyOf(number));
        EXPECT_TRUE(!found || *found == bytesOf(500 + number, number));
        (void)store.write(keyOf(number), bytesOf(500 + number, number));
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (const auto &entry : store.list()) {
    EXPECT_EQ(store.check(entry.key), FileStore::State::intact);
  }
  EXPECT_EQ(filesIn(store), store.list().size() + 2);  // the time of the last scan, later bytes
}

TEST(FileStoreKey, IsReadAsItIsWritten) {
  const FileStore::Key key = keyOf(0x12ab);
  EXPECT_EQ(toString(key), "ab000000000000000000000000000012");
  EXPECT_EQ(parseKey(toString(key)), key);
  for (const char *text :
       {"", "ab", "ab00000000000000000000000000001", "AB000000000000000000000000000012",
        "ab0000000000000000000000000000123", "zb000000000000000000000000000012"}) {
    EXPECT_FALSE(parseKey(text)) << text;
  }
}

}  // namespace
}  // namespace support
