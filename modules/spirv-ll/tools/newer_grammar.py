"""Prints lib/shims/newer.txt: what a newer JSON grammar of SPIR-V has and Debian's does not.

  newer_grammar.py <newer spirv.core.grammar.json> <Debian's spirv.core.grammar.json>

Run by hand when there is a newer grammar to compare with; the build reads the table.
"""
import json
import sys

from make_grammar import NAMED_KINDS, number, unique

HEADER = """# What SPIR-V has got since the grammar of Debian's spirv-headers; made by newer_grammar.py.
#   op <number> <name> [type] [id] <operands besides these> [needs <one of these capabilities>]
#   <kind> <number> <name> [implies <capabilities>]"""

DRAFTS = """# Numbers of the draft SPV_INTEL_global_variable_decorations, which no grammar has.
Capability 6146 GlobalVariableDecorationsINTEL
Decoration 6147 HostAccessDraftINTEL
Decoration 6148 InitModeDraftINTEL
Decoration 6149 ImplementInCSRINTEL
# Numbers of the draft SPV_INTEL_joint_matrix, likewise in no grammar.
op 6193 OpCooperativeMatrixLoadCheckedINTEL type id 6+ needs CooperativeMatrixCheckedInstructionsINTEL
op 6194 OpCooperativeMatrixStoreCheckedINTEL 7+ needs CooperativeMatrixCheckedInstructionsINTEL
op 6195 OpCooperativeMatrixConstructCheckedINTEL type id 5 needs CooperativeMatrixCheckedInstructionsINTEL
op 6239 OpCooperativeMatrixLoadOffsetINTEL type id 4+ needs CooperativeMatrixOffsetInstructionsINTEL
op 6240 OpCooperativeMatrixStoreOffsetINTEL 5+ needs CooperativeMatrixOffsetInstructionsINTEL
op 6440 OpCooperativeMatrixGetElementCoordINTEL type id 2 needs CooperativeMatrixInvocationInstructionsINTEL
op 6448 OpCooperativeMatrixApplyFunctionINTEL type id 2 needs CooperativeMatrixInvocationInstructionsINTEL
op 6449 OpCooperativeMatrixPrefetchINTEL 5-8 needs CooperativeMatrixPrefetchINTEL
Capability 6192 CooperativeMatrixCheckedInstructionsINTEL implies CooperativeMatrixKHR
Capability 6238 CooperativeMatrixOffsetInstructionsINTEL implies CooperativeMatrixKHR
Capability 6411 CooperativeMatrixPrefetchINTEL implies CooperativeMatrixKHR
Capability 6434 PackedCooperativeMatrixINTEL implies CooperativeMatrixKHR
Capability 6435 CooperativeMatrixInvocationInstructionsINTEL implies CooperativeMatrixKHR
Capability 6436 CooperativeMatrixTF32ComponentTypeINTEL implies CooperativeMatrixKHR
Capability 6437 CooperativeMatrixBFloat16ComponentTypeINTEL implies CooperativeMatrixKHR"""


def count(operands):
    """"3", "2-4" or "2+": words, where a string is one or more."""
    least, most = 0, 0
    for operand in operands:
        quantifier, kind = operand.get("quantifier"), operand["kind"]
        least += quantifier is None
        many = quantifier == "*" or kind == "LiteralString" or kind.startswith("Pair") or kind in (
            "MemoryAccess", "ImageOperands", "CooperativeMatrixOperands", "TensorOperands")
        most = most + 1 if not many and most is not None else None
    return f"{least}+" if most is None else str(least) if most == least else f"{least}-{most}"


def capability_names(newer, debian):
    """A function to the names that Debian's grammar has for the same numbers, where it has one."""
    numbers = {}
    for value, entry in enumerants(newer, "Capability"):
        for name in [entry["enumerant"]] + entry.get("aliases", []):
            numbers[name] = value
    known = {value: entry["enumerant"] for value, entry in enumerants(debian, "Capability")}
    return lambda names: [known.get(numbers[name], name) for name in names]


def results(entry):
    """Whether an instruction has a type and an id."""
    kinds = [operand["kind"] for operand in entry.get("operands", [])]
    return "IdResultType" in kinds, "IdResult" in kinds


def print_opcodes(newer, known, rename):
    """Prints new instructions, and those whose result was corrected."""
    for opcode, entry in unique(newer["instructions"], "opcode"):
        if known.get(opcode) == results(entry):
            continue
        kinds = [operand["kind"] for operand in entry.get("operands", [])]
        words = ["op", str(opcode), entry["opname"]]
        words += ["type"] * ("IdResultType" in kinds) + ["id"] * ("IdResult" in kinds)
        words.append(count([operand for operand in entry.get("operands", [])
                            if operand["kind"] not in ("IdResultType", "IdResult")]))
        needed = rename(entry.get("capabilities", []))
        print(" ".join(words + ["needs"] * bool(needed) + needed))


def enumerants(grammar, kind):
    for each in grammar["operand_kinds"]:
        if each["kind"] == kind:
            return unique(each["enumerants"], "value")
    return []


def main():
    newer, debian = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    print(HEADER)
    rename = capability_names(newer, debian)
    print_opcodes(newer, {number(entry["opcode"]): results(entry) for entry in debian["instructions"]}, rename)
    for kind in NAMED_KINDS:
        known = {value for value, _ in enumerants(debian, kind)}
        for value, entry in enumerants(newer, kind):
            if value not in known:
                implied = rename(entry.get("capabilities", [])) if kind == "Capability" else []
                print(" ".join([kind, str(value), entry["enumerant"]] + ["implies"] * bool(implied)
                               + implied))
    print(DRAFTS)


if __name__ == "__main__":
    main()
