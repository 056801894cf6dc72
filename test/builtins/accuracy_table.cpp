#include "accuracy_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace builtins_test {
namespace {

/// Of one function: errors below 0 are not measured (or not stated).
struct Row {
  double bound = 0, ofFloat = -1, ofDouble = -1;
  double halfBound = 0, ofHalf = -1;
  std::set<std::string> exhaustive;  ///< machines with a measurement over all floats

  double &of(std::string_view type) {
    return type == "half" ? ofHalf : type == "float" ? ofFloat : ofDouble;
  }
};
using Rows = std::map<std::string, Row>;

Rows &measured() {
  static Rows rows;
  return rows;
}

constexpr std::string_view introduction =
    "# Measured errors of the math functions\n\n"
    "Largest errors found against MPFR, and of float functions against the C library in double "
    "over floats\n"
    "in steps or all 2^32 of them, in units in the last place (ULP), rounded up; on machines with "
    "and without\n"
    "fused multiplication. The last column names those on which it is the largest of all floats: "
    "`any` is a plain\n"
    "x86-64, `native` one with AVX-512. Functions of half are measured over all of their "
    "arguments, "
    "those of two\n"
    "over special and random ones; their bounds are those of `cl_khr_fp16`. `test/builtins` writes "
    "this table "
    "(`KILN_ACCURACY_WRITE=1`) and fails if\n"
    "a run finds a larger error than it states, or one above the bound of the specification's full "
    "profile.\n"
    "Functions that are exact are not here (builtins.md), nor `lgamma`, which has no bound.\n\n"
    "| function | bound | float | double | bound of half | half | all floats |\n"
    "|---|---|---|---|---|---|---|\n";

/// The errors stated in the file; empty without a file.
Rows stated() {
  Rows rows;
  std::ifstream file(KILN_ACCURACY_TABLE);
  for (std::string line; std::getline(file, line);) {
    std::replace(line.begin(), line.end(), '|', ' ');
    std::istringstream words(line);
    std::string name, first, second, third;
    Row row;
    const auto number = [](const std::string &text) {
      return text == "-" ? -1 : std::strtod(text.c_str(), nullptr);
    };
    if (words >> name >> row.bound >> first >> second >> row.halfBound >> third) {
      row.ofFloat = number(first);
      row.ofDouble = number(second);
      row.ofHalf = number(third);
      for (std::string machine; words >> machine;) {
        row.exhaustive.insert(machine);
      }
      rows[name] = row;
    }
  }
  return rows;
}

std::string cell(double error) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f", std::ceil(error * 100 - 1e-6) / 100);
  return error < 0 ? "-" : text;
}

void write(Rows rows) {
  for (const auto &[name, row] : measured()) {
    Row &to = rows[name];
    to.bound = std::max(to.bound, row.bound);
    to.halfBound = std::max(to.halfBound, row.halfBound);
    to.ofHalf = std::max(to.ofHalf, row.ofHalf);
    to.ofFloat = std::max(to.ofFloat, row.ofFloat);
    to.ofDouble = std::max(to.ofDouble, row.ofDouble);
    to.exhaustive.insert(row.exhaustive.begin(), row.exhaustive.end());
  }
  std::ofstream file(KILN_ACCURACY_TABLE);
  file << introduction;
  for (const auto &[name, row] : rows) {
    file << "| " << name << " | " << row.bound << " | " << cell(row.ofFloat) << " | "
         << cell(row.ofDouble) << " | " << row.halfBound << " | " << cell(row.ofHalf) << " |";
    for (const std::string &machine : row.exhaustive) {
      file << ' ' << machine;
    }
    file << " |\n";
  }
}

class Table : public testing::Environment {
 public:
  void TearDown() override {
    Rows rows = stated();
    if (std::getenv("KILN_ACCURACY_WRITE")) {
      write(rows);
      return;
    }
    for (auto &[name, row] : measured()) {
      for (const char *type : {"half", "float", "double"}) {
        EXPECT_LE(row.of(type), rows[name].of(type) + 0.001)
            << name << " of " << type << " has a larger error than " << KILN_ACCURACY_TABLE
            << " states";
      }
    }
  }
};

const auto *const table = testing::AddGlobalTestEnvironment(new Table);

}  // namespace

void recordError(const std::string &function, std::string_view type, double error, double bound,
                 bool isExhaustive) {
  Row &row = measured()[function];
  (type == "half" ? row.halfBound : row.bound) = bound;
  row.of(type) = std::max(row.of(type), error);
  if (isExhaustive) {
    row.exhaustive.insert(KILN_ACCURACY_MACHINE);
  }
}

}  // namespace builtins_test
