"""The scalar and vector types of OpenCL C, for the generators."""

WIDTHS = (1, 2, 3, 4, 8, 16)
SIGNED = ("char", "short", "int", "long")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
INTEGERS = tuple(t for pair in zip(SIGNED, UNSIGNED) for t in pair)
FLOATS = ("float", "double")
ALL = INTEGERS + FLOATS
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32,
        "long": 64, "ulong": 64, "half": 16, "float": 32, "double": 64}
MANTISSA = {"float": 24, "double": 53}


def vector(scalar, width):
    """The name of a type: vector("int", 4) is int4, vector("int", 1) is int."""
    return scalar if width == 1 else f"{scalar}{width}"


def signed_of(scalar):
    """The signed integer type of the same size."""
    return SIGNED[(8, 16, 32, 64).index(BITS[scalar])]


def unsigned_of(scalar):
    """The unsigned integer type of the same size."""
    return UNSIGNED[(8, 16, 32, 64).index(BITS[scalar])]
