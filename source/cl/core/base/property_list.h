// Parses zero-terminated property lists (cl_mem_properties, cl_semaphore_properties_khr and
// others).
//
// A list is a sequence of name and value, up to the name 0. The value of some names is a list
// itself, up to its own 0.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace cl {

/// A parsed copy of a list. Immutable after read(), so any thread may read it.
class PropertyList {
 public:
  /// A name that a call accepts.
  struct Known {
    cl_properties name;
    bool isList = false;
  };

  PropertyList() = default;
  /// Parses a list, which may be null. CL_INVALID_PROPERTY for an unknown name or a repeated one
  /// (CL 3.0 §5.2.1).
  static Result<PropertyList> read(const cl_properties *list, std::span<const Known> known);

  /// Returns the whole list with its terminator, as the application wrote it; empty without a list.
  const std::vector<cl_properties> &all() const { return all_; }
  /// Tells if the list has the name.
  bool has(cl_properties name) const { return find(name) != nullptr; }
  /// Returns the value of a name, unless the list lacks it.
  std::optional<cl_properties> value(cl_properties name) const;
  /// Returns a value that is a list, without its terminator; empty if the name is missing.
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
