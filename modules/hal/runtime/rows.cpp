// Transfers boxes of rows with few calls of the HAL.
//
// A box of 1000 rows of 16 bytes would be 1000 calls, each perhaps a round trip to another
// processor. The rows are collected into pieces, and a piece is one call with a copy on the host:
//
//   device  |row 0|..|row 1|..|row 2|............|row 3|
//           <-------- one piece ------>            <- next
//
// A read may fetch the bytes between the rows and drop them, up to a kibibyte per gap. A write must
// not touch them: they belong to somebody else, perhaps to a running job. So only rows without a
// gap share a piece there. A piece is at most 256 KiB, a bound for the copy in host memory.
#include "rows.h"

#include <cstddef>
#include <cstring>
#include <vector>

#include "mux/target_support/transfer.h"

namespace hal {
namespace {

// A run of contiguous bytes on both sides: offsets from the two arrays' starts, and a size.
struct Row {
  uint64_t device, host, bytes;
};

// Collects rows as long as they fit into one piece of device memory, then calls `Move` for the
// piece.
//
//   Move: mux_result_t(const std::vector<Row> &rows, uint64_t start, uint64_t bytes)
//
// `start` and `bytes` are the piece on the device. After a failure further rows are dropped.
template <class Move>
class RowBatch {
 public:
  /// `widestGap`: bytes between two rows of a piece, at most.
  RowBatch(uint64_t widestGap, Move move) : widestGap_(widestGap), move_(move) {}

  /// Adds a row, and moves the piece before it if the row does not belong to it.
  void add(const Row &row) {
    if (!rows_.empty() && !follows(row)) {
      flush();
    }
    rows_.push_back(row);
  }

  /// Moves the last piece. Returns the first failure of all moves.
  mux_result_t flush() {
    if (result_ == mux_success && !rows_.empty()) {
      const uint64_t start = rows_.front().device;
      result_ = move_(rows_, start, rows_.back().device + rows_.back().bytes - start);
    }
    rows_.clear();
    return result_;
  }

 private:
  // Bytes of a piece, unless a single row has more.
  static constexpr uint64_t largestPiece = uint64_t{256} << 10;

  // Returns true if `row` belongs to the current piece: behind its last row, close to it, and
  // within the bound.
  bool follows(const Row &row) const {
    const Row &last = rows_.back();
    const uint64_t end = last.device + last.bytes;
    return row.device >= end && row.device - end <= widestGap_ &&
           row.device + row.bytes - rows_.front().device <= largestPiece;
  }

  uint64_t widestGap_;
  Move move_;
  std::vector<Row> rows_;
  mux_result_t result_ = mux_success;
};

}  // namespace

mux_result_t readRows(Connection &connection, hal_address_t device, void *host,
                      const mux_buffer_region_t &region) {
  constexpr uint64_t worthReading = 1024;  // bytes that nobody wants, rather than one more call
  auto *to = static_cast<std::byte *>(host);
  std::vector<std::byte> piece;
  RowBatch batch(worthReading, [&](const std::vector<Row> &rows, uint64_t start, uint64_t bytes) {
    if (rows.size() == 1) {
      return connection.call(&hal_t::read, static_cast<void *>(to + rows[0].host), device + start,
                             bytes);
    }
    piece.resize(bytes);
    const mux_result_t result =
        connection.call(&hal_t::read, static_cast<void *>(piece.data()), device + start, bytes);
    if (result == mux_success) {
      for (const Row &row : rows) {
        std::memcpy(to + row.host, piece.data() + (row.device - start), row.bytes);
      }
    }
    return result;
  });
  mux::forEachRun(region, [&](uint64_t source, uint64_t destination, uint64_t bytes) {
    batch.add({source, destination, bytes});
  });
  return batch.flush();
}

mux_result_t writeRows(Connection &connection, hal_address_t device, const void *host,
                       const mux_buffer_region_t &region) {
  const auto *from = static_cast<const std::byte *>(host);
  std::vector<std::byte> piece;
  // The bytes between rows are not this command's to write.
  RowBatch batch(0, [&](const std::vector<Row> &rows, uint64_t start, uint64_t bytes) {
    if (rows.size() == 1) {
      return connection.call(&hal_t::write, device + start,
                             static_cast<const void *>(from + rows[0].host), bytes);
    }
    piece.resize(bytes);
    for (const Row &row : rows) {
      std::memcpy(piece.data() + (row.device - start), from + row.host, row.bytes);
    }
    return connection.call(&hal_t::write, device + start, static_cast<const void *>(piece.data()),
                           bytes);
  });
  mux::forEachRun(region, [&](uint64_t source, uint64_t destination, uint64_t bytes) {
    batch.add({destination, source, bytes});
  });
  return batch.flush();
}

}  // namespace hal
