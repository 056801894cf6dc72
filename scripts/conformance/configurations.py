"""Generates the wrong configurations of a mutable launch (cl_khr_command_buffer_mutable_dispatch): each differs from a valid one in one
member of its structures."""

import struct

import probes

CONFIG, TYPE = "cl_mutable_dispatch_config_khr", "CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR"
# Each list of a configuration: the member with its length, and the members of a valid element.
LISTS = {
    "arg_list": ("num_args", lambda on: {"arg_size": 8, "arg_value": on.words(on.get("cl_mem"))}),
    "arg_svm_list": ("num_svm_args", lambda on: {"arg_value": on.get("svm")}),
    "exec_info_list": ("num_exec_infos", lambda on: {
        "param_name": on.values["CL_KERNEL_EXEC_INFO_SVM_PTRS"], "param_value_size": 8,
        "param_value": on.words(on.get("svm"))}),
}


def encode(registry, kind, values):
    """The bytes of a structure by the C ABI; missing members are 0."""
    members = registry.structures[kind]
    letters = "".join("I" if not each.stars and registry.bits(each.type) == 32 else "Q" for each in members)
    return struct.pack(f"@{letters}0Q", *[values.get(each.name, 0) & (1 << 64) - 1 for each in members])


class Configurations:
    """The probes of one entry point, whose arguments are the arrays config_types and configs."""

    def __init__(self, registry):
        self.registry = registry

    def arguments(self, on, change):
        """One configuration of the valid command with other members."""
        values = {"command": on.get("cl_mutable_command_khr"), **change}
        return {"num_configs": 1, "config_types": on.memory(struct.pack("I", self.registry.values[TYPE])),
                "configs": on.words(on.memory(encode(self.registry, CONFIG, values)))}

    def probe(self, label, change, demand):
        """`change` gives the other members from the objects of the call's context and of another one."""
        return probes.Probe("configs", label, lambda on, far: self.arguments(on, change(on, far)), demand)

    def kind_of(self, name):
        """The structure of a list's elements."""
        return next(each.type for each in self.registry.structures[CONFIG] if each.name == name)

    def element(self, name, change=None):
        """The members of a configuration with one element in the list `name`, without or with changed members."""
        counter, valid = LISTS[name]
        kind = self.kind_of(name)

        def make(on, far):
            values = {**valid(on), **(change(on) if change else {})}
            return {counter: 1, name: on.memory(encode(self.registry, kind, values))}
        return make

    def of_arrays(self):
        yield self.probe("valid", lambda on, far: {}, probes.SUCCEEDS)
        yield probes.Probe("configs", "null-element", lambda on, far: {
            **self.arguments(on, {}), "configs": on.words(0)}, {"CL_INVALID_VALUE"})
        yield probes.Probe("config_types", "unknown", lambda on, far: {
            **self.arguments(on, {}), "config_types": on.memory(struct.pack("I", probes.UNKNOWN_ENUMERATOR))},
            {"CL_INVALID_VALUE"})
        for name in ("num_configs", "config_types", "configs"):
            yield probes.Probe(name, "missing", lambda on, far, name=name: {**self.arguments(on, {}), name: 0},
                               {"CL_INVALID_VALUE"})

    def of_command(self):
        demand = {"CL_INVALID_MUTABLE_COMMAND_KHR"}
        for label, handle, wanted in probes.bad_handles("cl_mutable_command_khr", demand):
            yield self.probe(f"command-{label}", lambda on, far, make=handle: {"command": make(on)}, wanted)
        yield self.probe("command-foreign",
                         lambda on, far: {"command": far().objects.get("cl_mutable_command_khr")}, demand)

    def of_members(self):
        for label, value in (("one", 1), ("two", 2), ("largest", (1 << 32) - 1)):
            yield self.probe(f"work_dim-{label}", lambda on, far, value=value: {"work_dim": value},
                             probes.SUCCEEDS if value == 1 else {"CL_INVALID_OPERATION"})
        for name in ("global_work_offset", "global_work_size", "local_work_size"):
            for label, byte in (("zeros", b"\0"), ("ones", b"\xff")):
                yield self.probe(f"{name}-{label}", lambda on, far, name=name, byte=byte: {
                    name: on.memory(byte * 24)}, probes.LISTED)

    def of_list(self, name):
        counter, _ = LISTS[name]
        yield self.probe(f"{name}-valid", self.element(name), probes.SUCCEEDS)
        yield self.probe(f"{name}-no-list", lambda on, far: {counter: 1}, {"CL_INVALID_VALUE"})
        yield self.probe(f"{name}-no-length", lambda on, far: {**self.element(name)(on, far), counter: 0},
                         {"CL_INVALID_VALUE"})
        for member in self.registry.structures[self.kind_of(name)]:
            bits = self.registry.bits(member.type)
            values = {"zero": 0, "small": probes.SMALL_ADDRESS} if member.stars else {
                "zero": 0, "largest": (1 << bits) - 1, "half": 1 << bits - 1}
            for label, value in values.items():
                if label == "small" and name != "arg_svm_list":
                    continue  # the entry point reads this memory
                yield self.probe(f"{name}-{member.name}-{label}", self.element(
                    name, lambda on, member=member.name, value=value: {member: value}), self.demand(member.name, label))

    @staticmethod
    def demand(member, label):
        """Numbers beyond those of arguments and queries are errors; others may be."""
        if member == "arg_index" and label != "zero":
            return {"CL_INVALID_ARG_INDEX"}
        return {"CL_INVALID_VALUE"} if member == "param_name" else probes.LISTED

    def all(self):
        yield from self.of_arrays()
        yield from self.of_command()
        yield from self.of_members()
        for name in LISTS:
            yield from self.of_list(name)
