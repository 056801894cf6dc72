// Implements property lists: one pass copies the list and notes the range of each value.
//
// Lists are short, so names are searched linearly, also for repetitions.
#include "core/base/property_list.h"

#include <algorithm>

namespace cl {

/// CL 3.0 §5.2.1: CL_INVALID_PROPERTY for an unknown or repeated name.
Result<PropertyList> PropertyList::read(const cl_properties *list, std::span<const Known> known) {
  PropertyList result;
  if (!list) {
    return result;
  }
  const auto *at = list;
  while (*at != 0) {
    const cl_properties name = *at++;
    const auto row = std::ranges::find(known, name, &Known::name);
    if (row == known.end() || result.has(name)) {
      return Error{CL_INVALID_PROPERTY};
    }
    const auto first = static_cast<size_t>(at - list);
    size_t count = 1;
    if (row->isList) {
      count = 0;
      while (at[count] != 0) {
        ++count;
      }
    }
    result.entries_.push_back({name, first, count});
    at += count + (row->isList ? 1 : 0);
  }
  result.all_.assign(list, at + 1);
  return result;
}

const PropertyList::Entry *PropertyList::find(cl_properties name) const {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  return found == entries_.end() ? nullptr : &*found;
}

std::optional<cl_properties> PropertyList::value(cl_properties name) const {
  const Entry *entry = find(name);
  return entry ? std::optional(all_[entry->first]) : std::nullopt;
}

std::span<const cl_properties> PropertyList::values(cl_properties name) const {
  const Entry *entry = find(name);
  return entry ? std::span(all_).subspan(entry->first, entry->count)
               : std::span<const cl_properties>();
}

}  // namespace cl
