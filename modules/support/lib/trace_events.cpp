// Writing of the Trace Event Format.
//
// The file is a JSON array, and stays a complete one: each write appends events and the closing
// bracket, and the next write begins on top of the bracket.
//
//   [ event, event ]                 after the first write
//   [ event, event, event, event ]   after the second, from the position of the first ']'
//
// Events are buffered up to 256 KiB. A forked child continues with an empty buffer and a file of
// its own.
#include "support/trace_events.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "support/environment.h"

namespace support {

namespace detail {
std::atomic<TraceState> traceState = TraceState::unknown;
}

namespace {

// Bytes of buffered events before a write.
constexpr size_t bufferedBytes = 256 << 10;
// The end of a complete file.
constexpr std::string_view closing = "\n]\n";

// A row of the table: count, sum and extremes in nanoseconds. One row for each pair of category and
// event name. All times are nanoseconds.
struct Totals {
  uint64_t count = 0, sum = 0, least = UINT64_MAX, greatest = 0;

  // Takes one event into account.
  void add(uint64_t time) {
    ++count;
    sum += time;
    least = std::min(least, time);
    greatest = std::max(greatest, time);
  }
};

// Returns a text for the inside of a JSON string. Bytes outside of ASCII become escapes, one each.
// The format wants UTF-8; names of kernels and devices may have any bytes, so nothing is assumed.
std::string escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", byte);
      out += code;
      continue;
    }
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out;
}

// Formats a time in microseconds with three decimals, the unit of the format. Integers only,
// because a double would lose nanoseconds after some months.
std::string microseconds(uint64_t nanoseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%" PRIu64 ".%03" PRIu64, nanoseconds / 1000,
                nanoseconds % 1000);
  return text;
}

// The file of this process. It is never destroyed: threads may end after main.
class Trace {
 public:
  // Opens no file yet. The path is that of KILN_PROFILE.
  explicit Trace(std::string path) : path_(std::move(path)) {}

  void add(std::string_view category, std::string_view name, uint64_t from, uint64_t to,
           std::string_view arguments, const TraceTrack &track);
  // Writes the buffered events. The file is complete afterwards.
  void flush();
  void printTotals();

  // For the handlers of fork: the parent holds the lock during it, so the child's copy is
  // consistent.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  void becomeChild();

 private:
  // All private functions run with the lock held.
  void open();
  void addThread(uint64_t thread, const TraceTrack &track);
  // The text is one JSON object.
  void addEvent(std::string_view text);
  void write();
  // Events are dropped from then on.
  void giveUp(const char *what);

  std::string path_;
  std::mutex mutex_;  // guards the rest
  // The file's descriptor; -1 before the first event, and for good after a failure.
  int file_ = -1;
  bool isOpened_ = false;
  pid_t process_ = getpid();
  // Events since the last write, without the closing bracket.
  std::string buffer_;
  // The position of the next event, where the closing bracket is.
  off_t offset_ = 0;
  // The last number of a pair of begin and end events.
  uint64_t asynchronous_ = 0;
  // Tracks with a name in the file already.
  std::set<uint64_t> tracks_;
  // Rows of the table, by category and name.
  std::map<std::pair<std::string, std::string>, Totals> totals_;
};

// The trace, once KILN_PROFILE has been found.
Trace *current = nullptr;

// Reports a failure of the file once. The totals go on without a file. `what` is the failed
// operation as a participle, for the message.
void Trace::giveUp(const char *what) {
  std::fprintf(stderr, "kiln: KILN_PROFILE: '%s' cannot be %s: %s; there is no profile\n",
               path_.c_str(), what, std::strerror(errno));
  if (file_ >= 0) {
    ::close(file_);
  }
  file_ = -1;
}

// Creates the file at the first event, so a process without any leaves no file.
void Trace::open() {
  isOpened_ = true;
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) {
    giveUp("opened");
  }
}

// Appends an event to the buffer, behind a comma unless it is the file's first.
void Trace::addEvent(std::string_view text) {
  buffer_ += offset_ == 0 && buffer_.empty() ? "[\n" : ",\n";
  buffer_ += text;
}

// Names a track at its first event.
void Trace::addThread(uint64_t thread, const TraceTrack &track) {
  if (!tracks_.insert(thread).second) {
    return;
  }
  char name[17] = {};
  prctl(PR_GET_NAME, name, 0, 0, 0);
  addEvent("{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": " + std::to_string(process_) +
           ", \"tid\": " + std::to_string(thread) + ", \"args\": {\"name\": \"" +
           escape(track.id != 0 ? track.name : name) + "\"}}");
}

// Records an event: "X" with a duration, or a pair "b" and "e" on tracks with overlaps. "X" events
// of one track have to nest.
void Trace::add(std::string_view category, std::string_view name, uint64_t from, uint64_t to,
                std::string_view arguments, const TraceTrack &track) {
  // An end before the start counts as equal to it.
  const uint64_t thread = track.id != 0 ? track.id : static_cast<uint64_t>(gettid());
  to = std::max(from, to);
  const std::lock_guard guard(mutex_);
  if (!isOpened_) {
    open();
  }
  if (category == "kernel" || category == "transfer" || category == "build") {
    totals_[{std::string(category), std::string(name)}].add(to - from);
  }
  if (file_ < 0) {
    return;
  }
  addThread(thread, track);
  const std::string common = "\"name\": \"" + escape(name) + "\", \"cat\": \"" +
                             std::string(category) + "\", \"pid\": " + std::to_string(process_) +
                             ", \"tid\": " + std::to_string(thread);
  const std::string args = arguments.empty() ? "" : ", \"args\": {" + std::string(arguments) + "}";
  if (track.overlaps) {
    const std::string id = ", \"id\": " + std::to_string(++asynchronous_);
    addEvent("{\"ph\": \"b\", " + common + id + ", \"ts\": " + microseconds(from) + args + "}");
    addEvent("{\"ph\": \"e\", " + common + id + ", \"ts\": " + microseconds(to) + "}");
  } else {
    addEvent("{\"ph\": \"X\", " + common + ", \"ts\": " + microseconds(from) +
             ", \"dur\": " + microseconds(to - from) + args + "}");
  }
  if (buffer_.size() >= bufferedBytes) {
    write();
  }
}

// Writes the events and the closing bracket; the next write begins at the bracket.
void Trace::write() {
  if (file_ < 0 || buffer_.empty()) {
    return;
  }
  const size_t events = buffer_.size();
  buffer_ += closing;
  for (size_t done = 0; done < buffer_.size();) {
    // A short write continues behind its last byte.
    const ssize_t count = pwrite(file_, buffer_.data() + done, buffer_.size() - done,
                                 offset_ + static_cast<off_t>(done));
    if (count < 0 && errno != EINTR) {
      giveUp("written");
      buffer_.clear();
      return;
    }
    done += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  offset_ += static_cast<off_t>(events);
  buffer_.clear();
}

// Other threads may record events while the file is written; they wait for the lock.
void Trace::flush() {
  const std::lock_guard guard(mutex_);
  write();
}

// Starts anew in the child of a fork. The child holds the lock, which the parent took before the
// fork.
void Trace::becomeChild() {
  process_ = getpid();
  path_ += "." + std::to_string(process_);
  if (file_ >= 0) {
    ::close(file_);
  }
  file_ = -1;
  isOpened_ = false;
  buffer_.clear();
  offset_ = 0;
  tracks_.clear();
  totals_.clear();
}

// Writes the rest, then prints the table, the largest sums first.
void Trace::printTotals() {
  const std::lock_guard guard(mutex_);
  write();
  using Row = std::pair<std::pair<std::string, std::string>, Totals>;
  std::vector<Row> rows(totals_.begin(), totals_.end());
  if (rows.empty()) {
    return;
  }
  std::ranges::sort(rows, [](const Row &a, const Row &b) { return a.second.sum > b.second.sum; });
  constexpr double milli = 1e-6;
  std::string text = "kiln: profile" + (file_ >= 0 ? ", in " + path_ : "") +
                     "\n   total ms    count     mean ms    least ms greatest ms\n";
  for (const auto &[key, totals] : rows) {
    char numbers[120];
    std::snprintf(numbers, sizeof numbers, "%11.3f %8" PRIu64 " %11.4f %11.4f %11.4f  ",
                  static_cast<double>(totals.sum) * milli, totals.count,
                  static_cast<double>(totals.sum) * milli / static_cast<double>(totals.count),
                  static_cast<double>(totals.least) * milli,
                  static_cast<double>(totals.greatest) * milli);
    text += numbers + key.first + " " + key.second + "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

bool detail::openTrace() {
  // A local static: the first thread opens the trace, others wait for it. The state is set last, so
  // a thread that sees `on` also sees `current`.
  static const bool isOn = [] {
    const std::string &path = environment().profile;
    if (path.empty()) {
      traceState.store(TraceState::off, std::memory_order_release);
      return false;
    }
    current = new Trace(path);
    pthread_atfork([] { current->lock(); }, [] { current->unlock(); },
                   [] {
                     current->becomeChild();
                     current->unlock();
                   });
    std::atexit([] { current->printTotals(); });
    traceState.store(TraceState::on, std::memory_order_release);
    return true;
  }();
  return isOn;
}

uint64_t traceNow() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  constexpr uint64_t second = 1'000'000'000;
  return static_cast<uint64_t>(time.tv_sec) * second + static_cast<uint64_t>(time.tv_nsec);
}

// The state is looked at again, so callers need not ask first.
void trace(std::string_view category, std::string_view name, uint64_t start, uint64_t end,
           std::string_view arguments, const TraceTrack &track) {
  if (isTracing()) {
    current->add(category, name, start, end, arguments, track);
  }
}

// The name stands as it is; only the value is escaped.
std::string traceArgument(std::string_view name, std::string_view value) {
  return "\"" + std::string(name) + "\": \"" + escape(value) + "\"";
}

std::string traceArgument(std::string_view name, uint64_t value) {
  return "\"" + std::string(name) + "\": " + std::to_string(value);
}

// The table is printed again at exit if the process gets there, so tools call it at their end only.
void endTrace() {
  if (isTracing()) {
    current->printTotals();
  }
}

void flushTrace() {
  if (isTracing()) {
    current->flush();
  }
}

}  // namespace support
