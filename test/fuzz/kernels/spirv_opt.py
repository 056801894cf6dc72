"""Changes of SPIR-V without a change of its meaning: random passes of spirv-opt.

    spirv_opt.py FILE SEED     changes the file, or leaves it if the result is not valid
"""
import random
import struct
import subprocess
import sys

# Passes for modules of kernels, or for modules taken for shaders.
PASSES = """ccp cfg-cleanup combine-access-chains compact-ids convert-local-access-chains
copy-propagate-arrays eliminate-dead-branches eliminate-dead-code-aggressive eliminate-dead-const
eliminate-dead-functions eliminate-dead-inserts eliminate-dead-variables eliminate-insert-extract
eliminate-local-multi-store eliminate-local-single-block eliminate-local-single-store
fix-func-call-param flatten-decorations fold-spec-const-op-composite freeze-spec-const if-conversion
inline-entry-points-exhaustive local-redundancy-elimination loop-fission=5 loop-fusion=5
loop-invariant-code-motion loop-peeling loop-unroll loop-unroll-partial=3 loop-unswitch merge-blocks
merge-return reduce-load-size redundancy-elimination remove-duplicates scalar-replacement=100
simplify-instructions ssa-rewrite strength-reduction strip-debug unify-const vector-dce""".split()
# They compute conversions of constants without a look at how these round and saturate.
FOLDING = {"ccp", "eliminate-insert-extract", "simplify-instructions"}
MAGIC = b"\x03\x02\x23\x07"
ADDRESSES, SHADER, LOGICAL = 4, 1, 0
CAPABILITY, MEMORY_MODEL, DECORATE = 17, 14, 71
SATURATED_CONVERSION, ROUNDING_MODE = 28, 39


def places_of(words, opcode):
    """Of the first operands of these instructions."""
    i = 5
    while i + 1 < len(words) and words[i] >> 16:
        if words[i] & 0xFFFF == opcode:
            yield i + 1
        i += words[i] >> 16


def place_of(words, opcode, operand=None):
    return next((i for i in places_of(words, opcode) if operand in (None, words[i])), None)


def has_special_conversions(words):
    return any(words[i + 1] in (SATURATED_CONVERSION, ROUNDING_MODE)
               for i in places_of(words, DECORATE))


def swap(words, capability, other, model):
    words = list(words)
    words[place_of(words, CAPABILITY, capability)] = other
    words[place_of(words, MEMORY_MODEL)] = model
    return words


def run(command, words):
    done = subprocess.run(command, input=struct.pack(f"<{len(words)}I", *words),
                          capture_output=True, check=False, timeout=60)
    # Some passes print something else.
    is_module = done.stdout[:4] == MAGIC and len(done.stdout) % 4 == 0
    return done.stdout if done.returncode == 0 and is_module else None


def transform(il, seed):
    """The module changed, and the passes behind it; as it was if they make nothing valid."""
    r = random.Random(seed)
    words = struct.unpack(f"<{len(il) // 4}I", il)
    passes = [r.choice(PASSES) for _ in range(r.randint(1, 10))]
    if has_special_conversions(words):
        passes = [name for name in passes if name not in FOLDING]
    passes = ["--" + name for name in passes]
    model = words[place_of(words, MEMORY_MODEL)]
    # Most passes leave modules with addresses alone.
    is_disguised = r.random() < 0.7 and place_of(words, CAPABILITY, ADDRESSES) is not None
    given = swap(words, ADDRESSES, SHADER, LOGICAL) if is_disguised else words
    try:
        changed = run(["spirv-opt", "--skip-validation", *passes, "-", "-o", "-"], given)
        if changed and is_disguised:
            made = struct.unpack(f"<{len(changed) // 4}I", changed)
            made = swap(made, SHADER, ADDRESSES, model)
            changed = struct.pack(f"<{len(made)}I", *made)
        if changed and b"GLSL.std.450" in changed:  # which a pass may take for granted of shaders
            return il, []
        if changed and subprocess.run(["spirv-val", "-"], input=changed, capture_output=True,
                                      check=False).returncode == 0:
            return changed, passes
    except subprocess.TimeoutExpired:
        pass
    return il, []


def main():
    with open(sys.argv[1], "rb") as file:
        il = file.read()
    changed, passes = transform(il, int(sys.argv[2]))
    with open(sys.argv[1], "wb") as file:
        file.write(changed)
    print(*passes, file=sys.stderr)


if __name__ == "__main__":
    main()
