#include "core/property_list.h"

#include <algorithm>

#include "core/context.h"

namespace cl {

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

Result<std::vector<Device *>> devicesOf(const Context &context,
                                        std::span<const cl_properties> handles) {
  std::vector<Device *> devices;
  for (const cl_properties handle : handles) {
    auto device = fromHandle<Device>(reinterpret_cast<cl_device_id>(handle));
    if (!device || !context.memberOf(**device)) {
      return Error{CL_INVALID_DEVICE};
    }
    devices.push_back(*device);
  }
  return devices.empty() ? Result<std::vector<Device *>>(Error{CL_INVALID_DEVICE}) : devices;
}

}  // namespace cl
