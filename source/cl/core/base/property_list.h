// Parses zero-terminated property lists, such as cl_mem_properties.
//
// A list is a sequence of name and value, up to the name 0. The value of some names is a list
// itself, up to its own 0. For instance, clCreateBufferWithProperties may get
//
//   {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 5,
//    CL_MEM_DEVICE_HANDLE_LIST_KHR, first, second, 0,
//    0}
//
// Nothing in the list gives its length. An unknown name therefore ends parsing with an error: its
// value may be one element or a list. Lists without the last 0 are the application's mistake and
// cannot be detected.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace cl {

/// A parsed copy of a list. Immutable after read(), so any thread may read it. The application may
/// reuse its memory when the call returns.
class PropertyList {
 public:
  /// A name accepted by a call.
  struct Known {
    cl_properties name;
    /// Set if the value is a list with a 0 of its own.
    bool isList = false;
  };

  PropertyList() = default;
  /// Parses a list, which may be null: an empty PropertyList then. CL_INVALID_PROPERTY for an
  /// unknown name or a repeated one (CL 3.0 §5.2.1 clCreateBufferWithProperties). Values are not
  /// checked: their meaning belongs to the caller. A name absent from `known` counts as unknown, so
  /// a call passes the names of the extensions it supports.
  static Result<PropertyList> read(const cl_properties *list, std::span<const Known> known);

  /// Returns the whole list with its terminator, as the application wrote it; empty without a list.
  /// The queries CL_MEM_PROPERTIES and its relatives return it unchanged (CL 3.0 §5.5.5): an empty
  /// list given by the application has one element, a missing one none.
  const std::vector<cl_properties> &all() const { return all_; }
  /// Tells if the list has the name. Each lookup is linear in the list: lists are short.
  bool has(cl_properties name) const { return find(name) != nullptr; }
  /// Returns the value of a name, unless the list lacks it. For names of lists, use values(): the
  /// value here is only the first element.
  std::optional<cl_properties> value(cl_properties name) const;
  /// Returns the elements of a list property, without its terminator; empty if the name is missing,
  /// or if its list is. has() tells both apart. The span lives as long as this object.
  std::span<const cl_properties> values(cl_properties name) const;

 private:
  /// One property, as a range of all_.
  struct Entry {
    cl_properties name;
    size_t first, count;  // in all_
  };
  /// Returns the property, or null. A linear search.
  const Entry *find(cl_properties name) const;

  /// A copy of the list, with its terminators; entries_ refers to it by index, so a PropertyList
  /// may be copied and moved.
  std::vector<cl_properties> all_;
  std::vector<Entry> entries_;
};

}  // namespace cl
