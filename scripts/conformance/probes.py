"""Generates the wrong calls of an entry point: each differs from a valid one in one argument."""

import dataclasses
import functools
import typing

import arguments
import driver as drivers
import objects

INVALID = {"cl_platform_id": "CL_INVALID_PLATFORM", "cl_device_id": "CL_INVALID_DEVICE",
           "cl_context": "CL_INVALID_CONTEXT", "cl_command_queue": "CL_INVALID_COMMAND_QUEUE", "cl_mem": "CL_INVALID_MEM_OBJECT",
           "cl_program": "CL_INVALID_PROGRAM", "cl_kernel": "CL_INVALID_KERNEL", "cl_event": "CL_INVALID_EVENT",
           "cl_sampler": "CL_INVALID_SAMPLER", "cl_semaphore_khr": "CL_INVALID_SEMAPHORE_KHR",
           "cl_command_buffer_khr": "CL_INVALID_COMMAND_BUFFER_KHR",
           "cl_mutable_command_khr": "CL_INVALID_MUTABLE_COMMAND_KHR"}
# Objects without a context of their own.
FREE = {"cl_platform_id", "cl_device_id", "cl_context"}
UNKNOWN_ENUMERATOR = 0x7ABCDE
UNKNOWN_BIT = 1 << 40
SMALL_ADDRESS = 0x10

# Demands on the result of a call.
SUCCEEDS, LISTED, REFUSED, RETURNS = "success", "a listed error", "an error of the list", "any result"


@dataclasses.dataclass
class Probe:
    """A call with other arguments than the valid ones.

    `change` returns them by name, or None if there is no such call. It gets the objects of the call's context, and a function to the
    baseline of another context. `demand` is one of the above, or a set of errors.
    """
    parameter: str
    label: str
    change: typing.Callable
    demand: object


def invalid(kind, errors, in_wait_list=False):
    """The listed errors for an invalid handle of this type."""
    if in_wait_list and "CL_INVALID_EVENT_WAIT_LIST" in errors:
        return {"CL_INVALID_EVENT_WAIT_LIST"}
    return {INVALID.get(kind)} & errors or REFUSED


def bad_handles(kind, demand):
    """Rows (label, handle, demand); a handle is a function of the objects of the call's context."""
    other = "cl_context" if kind == "cl_sampler" else "cl_sampler"
    rows = [("null", lambda on: 0, demand), ("small", lambda on: SMALL_ADDRESS, demand),
            ("memory", lambda on: on.memory(), demand), ("type", lambda on: on.get(other), demand)]
    if kind in objects.RELEASE or kind == "cl_mutable_command_khr":
        rows.append(("stale", lambda on: on.stale(kind), RETURNS))
    if kind == "cl_mem":
        rows += [(label, lambda on, made=made: on.get(made), LISTED)
                 for label, made in (("buffer", "cl_mem"), ("image", "image"), ("pipe", "pipe"))]
    return rows


def of_handle(parameter, errors, foreign):
    for label, handle, demand in bad_handles(parameter.type, invalid(parameter.type, errors.names())):
        yield Probe(parameter.name, label, lambda on, far, make=handle: {parameter.name: make(on)}, demand)
    if foreign:
        yield Probe(parameter.name, "foreign", lambda on, far: {parameter.name: far().values[parameter.name]}, foreign)


def of_list(parameter, counter, errors, foreign):
    """Lists of one handle, and lists of another length than the given one."""
    waits = "wait_list" in parameter.name
    demand = invalid(parameter.type, errors.names(), waits)
    for label, handle, wanted in bad_handles(parameter.type, demand):
        yield Probe(parameter.name, label,
                    lambda on, far, make=handle: {parameter.name: on.words(make(on)), counter: 1}, wanted)
    if foreign:
        yield Probe(parameter.name, "foreign", lambda on, far: {
            parameter.name: far().values[parameter.name] or on.words(far().objects.get(parameter.type)),
            counter: 1}, foreign)
    mismatch = {"CL_INVALID_EVENT_WAIT_LIST" if waits else "CL_INVALID_VALUE"} & errors.names()
    yield Probe(parameter.name, "no-list", lambda on, far: {parameter.name: 0, counter: 1}, mismatch or REFUSED)
    yield Probe(parameter.name, "no-length",
                lambda on, far: {parameter.name: on.words(on.get(parameter.type)), counter: 0}, mismatch or REFUSED)


def of_scalar(parameter, registry, errors):
    largest = (1 << registry.bits(parameter.type)) - 1
    values = {"zero": (0, errors.nonzero(parameter.name) or LISTED), "one": (1, LISTED),
              "largest": (largest, LISTED), "half": (largest // 2 + 1, LISTED)}
    known = {name: (registry.values[name], LISTED) for name in registry.enumerators(parameter.type)}
    if registry.is_bitfield(parameter.type):
        values = {"zero": (0, LISTED), "unknown": (UNKNOWN_BIT, REFUSED), "largest": (largest, LISTED), **known}
    elif registry.is_enumeration(parameter.type):
        values = {"zero": (0, LISTED), "unknown": (UNKNOWN_ENUMERATOR, REFUSED), "largest": (largest, REFUSED),
                  **known}
    elif parameter.type == "cl_bool":
        values = {"zero": (0, LISTED)}
    for label, (value, demand) in values.items():
        yield Probe(parameter.name, label, lambda on, far, value=value: {parameter.name: value}, demand)


def of_properties(parameter, registry, errors):
    """An unknown property; each property of the registry with two values, once and twice."""
    repeated = errors.about("specified more than once")
    rows = [("unknown", (UNKNOWN_ENUMERATOR, 1), REFUSED)]
    for name in registry.enumerators(parameter.type):
        key = registry.values[name]
        if key == 0:
            continue  # it ends a list in a list
        rows += [(f"{name}=0", (key, 0), LISTED), (f"{name}=1", (key, 1), LISTED),
                 (f"{name}-twice", (key, 0, key, 0), REFUSED if repeated else LISTED)]
    for label, words, demand in rows:
        yield Probe(parameter.name, label,
                    lambda on, far, words=words: {parameter.name: on.words(*words, 0)}, demand)


def of_memory(parameter, registry, errors):
    """Memory read by the entry point: lists of properties, sizes and structures."""
    if registry.is_properties(parameter.type) and parameter.constant:
        yield from of_properties(parameter, registry, errors)
    elif parameter.constant and parameter.stars == 1 and parameter.type in {*registry.structures, "size_t"}:
        for label, byte in (("zeros", b"\0"), ("ones", b"\xff")):
            yield Probe(parameter.name, label,
                        lambda on, far, byte=byte: {parameter.name: on.memory(byte * objects.MEMORY)}, LISTED)


def others_of_context(parameter, command, registry):
    """Tells if the context of this parameter must match another object of the call."""
    return any(other is not parameter and other.type in registry.handles - {"cl_platform_id", "cl_device_id"}
               and (other.constant or not other.stars) and "wait_list" not in other.name for other in command.parameters)


def of_parameter(parameter, command, registry, errors):
    counters = arguments.lengths(command)
    foreign = None
    if parameter.type not in FREE and others_of_context(parameter, command, registry):
        foreign = {"CL_INVALID_CONTEXT"} & errors.names() or REFUSED
    if parameter.type in registry.handles and not parameter.stars:
        yield from of_handle(parameter, errors, foreign)
    elif parameter.type in registry.handles and parameter.constant and parameter.name in counters:
        yield from of_list(parameter, counters[parameter.name], errors, foreign)
    elif parameter.stars:
        yield Probe(parameter.name, "null", lambda on, far: {parameter.name: 0},
                    errors.required(parameter.name) or LISTED)
        yield from of_memory(parameter, registry, errors)
    elif registry.bits(parameter.type) and parameter.name not in counters.values():
        yield from of_scalar(parameter, registry, errors)


def shortened(command, value, far):
    """The arguments of a query with room for all bytes of its answer but one; None if there is no answer."""
    baseline = far()
    size = baseline.objects.memory()
    values = {**baseline.values, "param_name": value, "param_value_size_ret": size}
    if baseline.objects.driver.call(command.name, *values.values()) != 0 or objects.number(size) == 0:
        return None
    return {"param_name": value, "param_value_size": objects.number(size) - 1}


def of_query(command, registry):
    """Queries whose memory is too small for the answer: all lists of errors have CL_INVALID_VALUE for it."""
    names = {each.name: each.type for each in command.parameters}
    if not {"param_name", "param_value_size", "param_value", "param_value_size_ret"} <= set(names):
        return
    for name in registry.enumerators(names["param_name"]):
        yield Probe("param_value_size", f"{name}-short",
                    lambda on, far, value=registry.values[name]: shortened(command, value, far), {"CL_INVALID_VALUE"})


def of_command(command, registry, errors):
    """The valid call first, then all others."""
    probes = [Probe("-", "valid", lambda on, far: {}, SUCCEEDS)]
    for parameter in command.parameters:
        probes += of_parameter(parameter, command, registry, errors)
    return [*probes, *of_query(command, registry)]


def run(probe, command, registry, driver):
    """Makes new objects and calls the entry point. Returns its code and its pointer, each None if there is none."""
    on = objects.Objects(driver, registry.values)
    values = arguments.Baseline(registry, command, on).values
    far = functools.cache(lambda: arguments.Baseline(registry, command, objects.Objects(driver, registry.values)))
    code = [each.name for each in command.parameters if each.name == "errcode_ret"]
    if code:
        values[code[0]] = on.memory(drivers.ERROR_NOT_STORED.to_bytes(4, "little"))
    changed = probe.change(on, far)
    if changed is None:
        return None, None
    values.update(changed)
    is_pointer = command.result.endswith("*") or command.result in registry.handles
    result = driver.call(command.name, *values.values(), pointer=is_pointer)
    if "cl_command_queue" in on.made and command.name != "clReleaseCommandQueue":
        driver.call("clFinish", on.made["cl_command_queue"])  # a crash belongs to this call
    if command.returns_error():
        return result, None
    if command.result == "void":
        return None, None
    stored = objects.number(values[code[0]]) if code and values[code[0]] else None
    return stored, result
