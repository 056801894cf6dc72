// A buffer is a row of scalars with the index of its element, or with the coordinates of its pixel:
//
//   argument 2 'out', float4[2]:
//     0: 1 2 3 4
//     1: 5 6 7 8
//
// A buffer of unknown type is shown as bytes. Differences of floating-point numbers are in units in
// the last place, so that one tolerance serves all magnitudes.

#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace clrun {
namespace {

/// The limits of one buffer's text without --print-all, and of one comparison.
constexpr size_t printedElements = 64;
constexpr size_t shownDifferences = 10;

/// Returns the element type; bytes of unknown type count as u8.
Element elementOf(const Buffer &buffer) {
  return buffer.hasElement ? buffer.element : Element{Scalar::u8, 1};
}

/// Tells if a scalar is the fourth of a three-element vector, which has no value.
bool isPadding(Element element, size_t scalar) {
  return element.lanes == 3 && scalar % element.slots() == 3;
}

/// Returns an index, or the coordinates of a pixel.
std::string placeOf(const Buffer &buffer, size_t element) {
  if (!buffer.image) {
    return std::to_string(element);
  }
  const auto &extent = buffer.image->extent;
  std::string text = std::to_string(element % extent[0]);
  text += extent[1] * extent[2] > 1 ? "," + std::to_string(element / extent[0] % extent[1]) : "";
  return text + (extent[2] > 1 ? "," + std::to_string(element / extent[0] / extent[1]) : "");
}

/// Returns a place such as "[12].s3".
std::string placeOfScalar(const Buffer &buffer, Element element, size_t scalar) {
  const std::string index = placeOf(buffer, scalar / element.slots());
  return "[" + index + "]" +
         (element.lanes > 1 ? ".s" + std::string(1, "0123456789abcdef"[scalar % element.slots()])
                            : "");
}

}  // namespace

std::string titleOf(const Buffer &buffer) {
  const Element element = elementOf(buffer);
  const std::string argument = "argument " + std::to_string(buffer.argument) +
                               (buffer.name.empty() ? "" : " '" + buffer.name + "'") + ", ";
  return argument + (buffer.image ? "image " + toString(*buffer.image)
                                  : toString(element) + "[" +
                                        std::to_string(buffer.bytes.size() / element.size()) + "]");
}

// One pass over the shown elements; the rest is "...".
std::string toText(const Buffer &buffer, bool all) {
  const Element element = elementOf(buffer);
  const size_t count = buffer.bytes.size() / element.size();
  // Without --print-all the beginning has to do.
  const size_t shown = all ? count : std::min(count, printedElements);
  // A vector has a line of its own.
  const size_t perLine = element.lanes > 1 ? 1 : 8;
  std::string text = titleOf(buffer) + ":";
  for (size_t i = 0; i < shown; ++i) {
    text += i % perLine == 0 ? "\n  " + placeOf(buffer, i) + ":" : "";
    for (unsigned lane = 0; lane < element.lanes; ++lane) {
      const std::byte *at =
          buffer.bytes.data() + i * element.size() + lane * sizeOf(element.scalar);
      text += " " + formatScalar(element.scalar, at);
    }
  }
  return text + (shown < count ? "\n  ...\n" : "\n");
}

// The extremes are stored as addresses, so that they print with all their digits: a double does not
// hold every 64-bit integer.
std::string summarize(const Buffer &buffer) {
  const Element element = elementOf(buffer);
  const size_t width = sizeOf(element.scalar);
  const std::byte *least = nullptr, *greatest = nullptr;
  double leastValue = 0, greatestValue = 0;
  size_t zeros = 0, nans = 0;
  for (size_t i = 0; i < buffer.bytes.size() / width; ++i) {
    const std::byte *at = buffer.bytes.data() + i * width;
    const double value = loadNumber(element.scalar, at);
    if (isPadding(element, i)) {
      continue;
    }
    zeros += value == 0;
    nans += std::isnan(value);
    if (!std::isnan(value) && (!least || value < leastValue)) {
      least = at;
      leastValue = value;
    }
    if (!std::isnan(value) && (!greatest || value > greatestValue)) {
      greatest = at;
      greatestValue = value;
    }
  }
  std::string text = titleOf(buffer) + ": ";
  text += least ? "from " + formatScalar(element.scalar, least) + " to " +
                      formatScalar(element.scalar, greatest)
                : "no numbers";
  text += ", " + std::to_string(zeros) + " zeros";
  text += isFloat(element.scalar) ? ", " + std::to_string(nans) + " NaNs" : "";
  return text + "\n";
}

// The kernel is at fault, so each line counts as a difference and makes the exit code 1.
std::string describeOverruns(const std::vector<Buffer> &buffers, std::string_view run,
                             size_t &count) {
  std::string text;
  for (const Buffer &buffer : buffers) {
    if (buffer.writtenBefore + buffer.writtenBehind == 0) {
      continue;
    }
    ++count;
    const auto place = [](size_t bytes, const char *where) {
      return bytes == 0 ? std::string() : " " + std::to_string(bytes) + " bytes " + where;
    };
    const bool isBoth = buffer.writtenBefore != 0 && buffer.writtenBehind != 0;
    text += std::string(run) + titleOf(buffer) +
            ": the kernel wrote outside of it:" + place(buffer.writtenBefore, "in front of it") +
            (isBoth ? "," : "") + place(buffer.writtenBehind, "behind it") + "\n";
  }
  return text;
}

std::string describeTimes(const std::vector<double> &times) {
  // The first run may include a compilation for its local size, and is shown apart.
  std::vector<double> sorted(times.begin() + (times.size() > 1 ? 1 : 0), times.end());
  std::ranges::sort(sorted);
  char text[200];
  std::snprintf(text, sizeof text,
                "time: first %.4f ms; then %zu runs: least %.4f ms, median %.4f ms, greatest "
                "%.4f ms\n",
                times.front(), sorted.size(), sorted.front(), sorted[sorted.size() / 2],
                sorted.back());
  return text;
}

// Integers have to be equal: tolerances are for floating-point numbers.
size_t compare(const Buffer &buffer, const Bytes &expected, const Tolerance &tolerance,
               const std::string &expectedName, std::string &text) {
  const Element element = elementOf(buffer);
  const size_t width = sizeOf(element.scalar);
  const bool isInexact = isFloat(element.scalar);
  if (expected.size() != buffer.bytes.size()) {
    text += titleOf(buffer) + ": " + std::to_string(buffer.bytes.size()) + " bytes, " +
            expectedName + " has " + std::to_string(expected.size()) + "\n";
    return 1;
  }
  std::string lines;
  size_t different = 0;
  // The largest distance, also of values within the tolerance: it tells how tight the tolerance is.
  uint64_t most = 0;
  for (size_t i = 0; i < expected.size() / width; ++i) {
    const std::byte *got = buffer.bytes.data() + i * width, *want = expected.data() + i * width;
    const uint64_t apart = isPadding(element, i) ? 0 : distance(element.scalar, got, want);
    most = std::max(most, apart);
    const bool isNear =
        isInexact && (apart <= tolerance.ulp ||
                      std::fabs(loadNumber(element.scalar, got) -
                                loadNumber(element.scalar, want)) <= tolerance.absolute);
    if (apart == 0 || isNear) {
      continue;
    }
    if (++different <= shownDifferences) {
      lines += "  " + placeOfScalar(buffer, element, i) + ": " + formatScalar(element.scalar, got) +
               ", " + expectedName + ": " + formatScalar(element.scalar, want) +
               (isInexact && apart != std::numeric_limits<uint64_t>::max()
                    ? " (" + std::to_string(apart) + " ULP)\n"
                    : "\n");
    }
  }
  text += titleOf(buffer) + ": " +
          (different == 0 ? "equal" : std::to_string(different) + " values differ");
  text += isInexact && most != 0 && most != std::numeric_limits<uint64_t>::max()
              ? ", at most " + std::to_string(most) + " ULP apart\n"
              : "\n";
  text += lines + (different > shownDifferences ? "  ...\n" : "");
  return different;
}

}  // namespace clrun
