// Lists of properties as the API takes them: a name, its value, and so on, until a name of 0. The
// value of some is a list itself, with a 0 at its end.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace cl {

class PropertyList {
 public:
  struct Known {
    cl_properties name;
    bool isList = false;
  };

  PropertyList() = default;
  /// `list` may be null. CL_INVALID_PROPERTY for a name that is not known, or is there twice.
  static Result<PropertyList> read(const cl_properties *list, std::span<const Known> known);

  /// All of it with its end, as the application wrote it; empty if there was none.
  const std::vector<cl_properties> &all() const { return all_; }
  bool has(cl_properties name) const { return find(name) != nullptr; }
  /// The value of one that is no list.
  std::optional<cl_properties> value(cl_properties name) const;
  /// The values of one that is a list, without its end; none if it is not there.
  std::span<const cl_properties> values(cl_properties name) const;

 private:
  struct Entry {
    cl_properties name;
    size_t first, count;  // in all_
  };
  const Entry *find(cl_properties name) const;

  std::vector<cl_properties> all_;
  std::vector<Entry> entries_;
};

}  // namespace cl
