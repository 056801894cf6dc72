"""The scalar and vector types of OpenCL C, for the generators."""

WIDTHS = (1, 2, 3, 4, 8, 16)
SIGNED = ("char", "short", "int", "long")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
INTEGERS = tuple(t for pair in zip(SIGNED, UNSIGNED) for t in pair)
FLOATS = ("float", "double")
ALL = INTEGERS + FLOATS
REALS = ("half",) + FLOATS
WITH_HALF = INTEGERS + REALS
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32,
        "long": 64, "ulong": 64, "half": 16, "float": 32, "double": 64}
MANTISSA = {"half": 11, "float": 24, "double": 53}


# As functions of the closed set are named by.
MUX_NAMES = {t: ("f" if t in REALS else "i") + str(BITS[t]) for t in WITH_HALF}


def vector(scalar, width):
    """The name of a type: vector("int", 4) is int4, vector("int", 1) is int."""
    return scalar if width == 1 else f"{scalar}{width}"


def signed_of(scalar):
    """The signed integer type of the same size."""
    return SIGNED[(8, 16, 32, 64).index(BITS[scalar])]


def unsigned_of(scalar):
    """The unsigned integer type of the same size."""
    return UNSIGNED[(8, 16, 32, 64).index(BITS[scalar])]


def convert(expression, target, width):
    """C for the conversion of a value of `width` lanes to the scalar type `target`, as a C cast
    does."""
    if width == 1:
        return f"(({target})({expression}))"
    return f"__builtin_convertvector({expression}, {vector(target, width)})"


def is_signed(scalar):
    return scalar in SIGNED


def wider(scalar):
    """The integer type of the same signedness and twice the size."""
    return (SIGNED if is_signed(scalar) else UNSIGNED)[(8, 16, 32).index(BITS[scalar]) + 1]


def constants(scalar):
    """(minimum, maximum) of an integer type, as C expressions."""
    name = {"char": "CHAR", "uchar": "UCHAR", "short": "SHRT", "ushort": "USHRT", "int": "INT",
            "uint": "UINT", "long": "LONG", "ulong": "ULONG"}[scalar]
    return (f"{name}_MIN" if is_signed(scalar) else "0", f"{name}_MAX")
