"""Reads the commands of OpenCL from Khronos' registry, cl.xml."""

import collections
import dataclasses
import re
import xml.etree.ElementTree

# Bits of the scalar types; others are typedefs of these in the registry.
BITS = {"cl_int": 32, "cl_uint": 32, "cl_ulong": 64, "cl_long": 64, "size_t": 64, "int": 32, "cl_properties": 64}
# Typedefs of cl_uint with numbers instead of enumerators as their values.
NUMBERS = {"cl_sync_point_khr", "cl_semaphore_payload_khr", "cl_mem_device_address_ext"}


@dataclasses.dataclass
class Parameter:
    """A parameter of a command. `stars` counts the levels of indirection."""
    name: str
    type: str
    stars: int
    constant: bool
    callback: bool = False


@dataclasses.dataclass
class Command:
    """An entry point: `result` is its type with "*" for a pointer, `extensions` name it, none for the core."""
    name: str
    result: str
    parameters: list
    extensions: list

    def returns_error(self):
        return self.result == "cl_int"


class Registry:
    """The commands, the values of enumerators, and the kinds of types."""

    def __init__(self, root):
        self.values = {node.get("name"): int(node.get("value"), 0) for node in root.iter("enum")
                       if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", node.get("value") or "")}
        self.values.update({node.get("name"): 1 << int(node.get("bitpos"))
                            for node in root.iter("enum") if node.get("bitpos")})
        self.errors = {node.get("name"): self.values[node.get("name")] for group in root.iter("enums")
                       if group.get("name").startswith("ErrorCodes") for node in group.findall("enum")}
        self.typedefs = {}
        self.handles = set()
        self.structures = {}
        self.groups = collections.defaultdict(list)
        for node in root.iter("type"):
            self._read_type(node)
        for group in root.iter("require"):
            for kind in re.findall(r"\bcl_\w+", group.get("comment") or ""):
                self.groups[kind] += [node.get("name") for node in group.findall("enum")]
        self.commands = self._read_commands(root)

    def _read_type(self, node):
        name, text = node.find("name"), "".join(node.itertext())
        if node.get("category") == "struct":
            self.structures[node.get("name")] = [parameter(each) for each in node.findall("member")
                                                 if each.find("name") is not None]
        elif name is None:
            return
        elif re.match(r"\s*typedef\s+struct\s+\w+\s*\*", text):
            self.handles.add(name.text)
        elif node.find("type") is not None and "*" not in text:
            self.typedefs[name.text] = node.find("type").text

    def _read_commands(self, root):
        extensions = collections.defaultdict(list)
        for extension in root.iter("extension"):
            for node in extension.iter("command"):
                extensions[node.get("name")].append(extension.get("name"))
        core = {node.get("name") for feature in root.iter("feature") for node in feature.iter("command")}
        commands = {}
        for node in root.find("commands").findall("command"):
            proto = node.find("proto")
            name = proto.find("name").text
            result = proto.find("type").text + "*" * "".join(proto.itertext()).count("*")
            commands[name] = Command(name, result, [parameter(each) for each in node.findall("param")],
                                     [] if name in core else extensions[name])
        return commands

    def base(self, kind):
        """The scalar type behind the typedef `kind`; None for structures and handles."""
        while kind in self.typedefs and kind not in BITS:
            kind = self.typedefs[kind]
        return kind if kind in BITS else None

    def bits(self, kind):
        return BITS.get(self.base(kind))

    def is_bitfield(self, kind):
        return self.typedefs.get(kind) == "cl_bitfield"

    def is_properties(self, kind):
        return self.typedefs.get(kind) == "cl_properties" or "_propert" in kind and not self.is_bitfield(kind)

    def is_enumeration(self, kind):
        """A typedef of cl_uint, as all enumerations and nearly no other types are."""
        return self.typedefs.get(kind) == "cl_uint" and kind not in NUMBERS | {"cl_bool"}

    def enumerators(self, kind):
        """The names of an enumeration's values."""
        return [name for name in self.groups[kind] if name in self.values]


def parameter(node):
    """Reads <param>const <type>cl_event</type>* <name>event_wait_list</name></param>, or a member of a structure."""
    text = "".join(node.itertext())
    name = node.find("name").text
    callback = "CL_CALLBACK" in text
    kind = "callback" if callback else node.find("type").text
    return Parameter(name, kind, 1 if callback else text.count("*") + text.count("["), "const" in text, callback)


def read(path):
    return Registry(xml.etree.ElementTree.parse(path).getroot())
