"""The image functions of one kind of image (OpenCL C 3.0, 6.15.15):
image.py read|write|half|query <image type> [f|i|ui]. read.h and pixel.h do the work; here are
their coordinates, and their overloads for the access qualifiers."""
import sys

# dimensions; the coordinate's width; the element of the layer, if any; whether a pixel is a scalar
KINDS = {
    "image1d": (1, 1, None, False),
    "image1d_buffer": (1, 1, None, False),
    "image1d_array": (1, 2, "y", False),
    "image2d": (2, 2, None, False),
    "image2d_array": (2, 4, "z", False),
    "image3d": (3, 4, None, False),
    "image2d_depth": (2, 2, None, True),
    "image2d_array_depth": (2, 4, "z", True),
}
TYPES = {"f": "float", "i": "int", "ui": "uint"}
MACROS = {"f": "READ_FLOAT", "i": "READ_INT", "ui": "READ_UINT"}


class Kind:
    def __init__(self, name):
        self.name = name
        self.dimensions, self.width, self.layer, self.is_depth = KINDS[name]

    def type(self, access):
        return f"{access} {self.name}_t"

    def coordinate(self, scalar):
        return scalar + (str(self.width) if self.width > 1 else "")

    def gradient(self):
        return {1: "float", 2: "float2", 3: "float4"}[self.dimensions]

    def place(self, scalar, c="c", width=None):
        """C of the coordinate `c` as a vector of four."""
        is_scalar = (width or self.width) == 1
        elements = [c] if is_scalar else [f"{c}.{e}" for e in "xyz"[:self.dimensions]]
        return f"({scalar}4)({', '.join(elements + ['0'] * (4 - len(elements)))})"

    def layer_number(self, scalar):
        if not self.layer:
            return "0"
        number = f"c.{self.layer}"
        return number if scalar == "int" else f"layerOf({number}, data)"


def declare(kind, accesses):
    for access in accesses:
        print(f"image_t __mux_image_data({kind.type(access)}) BUILTIN __attribute__((const));")


def read(kind, suffix):
    print(f"#define {MACROS[suffix]}\n#include \"image/read.h\"")
    declare(kind, ("read_only", "read_write"))
    color = TYPES[suffix]
    result, pick = (color, ".x") if kind.is_depth else (color + "4", "")
    function = f"BUILTIN {result} read_image{suffix}"
    data = "const image_t data = __mux_image_data(image);"
    ends = f"{kind.layer_number('int')}, {kind.dimensions}){pick};"
    for access in ("read_only", "read_write"):
        print(f"{function}({kind.type(access)} image, {kind.coordinate('int')} c) {{ {data} "
              f"return readAt(data, {kind.place('int')}, {ends} }}")
    if kind.name == "image1d_buffer":
        return
    for scalar, reader in (("int", "readAt"), ("float", "sample")):
        layer = kind.layer_number(scalar)
        print(f"{function}({kind.type('read_only')} image, sampler_t sampler, "
              f"{kind.coordinate(scalar)} c) {{ {data} "
              f"return {reader}(data, __mux_sampler_word(sampler), {kind.place(scalar)}, {layer}, "
              f"{kind.dimensions}){pick}; }}")
    read_levels(kind, function, data, pick)


def read_levels(kind, function, data, pick):
    """With a level of detail, without a sampler too (SPIR-V), or with the steps of the coordinates."""
    steps = ", ".join(kind.place("float", c, kind.dimensions) for c in ("dx", "dy"))
    gradient = kind.gradient()
    for access in ("read_only", "read_write"):
        print(f"{function}({kind.type(access)} image, {kind.coordinate('int')} c, int lod) {{ {data} "
              f"return readAtLevel(data, {kind.place('int')}, {kind.layer_number('int')}, "
              f"{kind.dimensions}, lod){pick}; }}")
        for extra, arguments in (("float lod", "lod"), (f"{gradient} dx, {gradient} dy", steps)):
            print(f"{function}({kind.type(access)} image, sampler_t sampler, "
                  f"{kind.coordinate('float')} c, {extra}) {{ {data} "
                  f"return sample(data, __mux_sampler_word(sampler), {kind.place('float')}, "
                  f"{kind.layer_number('float')}, {kind.dimensions}, {arguments}){pick}; }}")


def write(kind, suffix):
    header = "float_pixel" if suffix == "f" else "integer_pixel"
    print(f'#include "image/{header}.h"\n#include "image/write.h"')
    declare(kind, ("write_only", "read_write"))
    color = TYPES[suffix]
    value, pixel = (color, f"({color}4)(color)") if kind.is_depth else (color + "4", "color")
    levels = [("", "")] if kind.name == "image1d_buffer" else [("", ""), ("int lod, ", ", lod")]
    for access in ("write_only", "read_write"):
        for parameter, argument in levels:
            print(f"BUILTIN void write_image{suffix}({kind.type(access)} image, "
                  f"{kind.coordinate('int')} c, {parameter}{value} color) {{ "
                  f"const image_t data = __mux_image_data(image); "
                  f"writeAt(data, {kind.place('int')}, {kind.layer_number('int')}, "
                  f"{kind.dimensions}, wordsOf(data, {pixel}){argument}); }}")


def half(kind):
    """Through the functions of float, defined by other units."""
    print('#include "base.h"')
    pixel, color = "__builtin_convertvector({}, half4)", "__builtin_convertvector(color, float4)"

    def reader(access, extra, arguments, more=""):
        parameters = f"({kind.type(access)} image, {extra} c{more})"
        print(f"BUILTIN float4 read_imagef{parameters};\n"
              f"BUILTIN half4 read_imageh{parameters} {{ return "
              + pixel.format(f"read_imagef({arguments})") + "; }")

    for access in ("read_only", "read_write"):
        reader(access, kind.coordinate("int"), "image, c")
    if kind.name != "image1d_buffer":
        for scalar in ("int", "float"):
            reader("read_only", "sampler_t sampler, " + kind.coordinate(scalar), "image, sampler, c")
    levels = [("", "")] if kind.name == "image1d_buffer" else [("", ""), ("int lod, ", "lod, ")]
    if len(levels) > 1:  # SPIR-V alone has those of half
        gradient = kind.gradient()
        sampler = "sampler_t sampler, " + kind.coordinate("float")
        for access in ("read_only", "read_write"):
            reader(access, kind.coordinate("int"), "image, c, lod", ", int lod")
            reader(access, sampler, "image, sampler, c, lod", ", float lod")
            reader(access, sampler, "image, sampler, c, dx, dy", f", {gradient} dx, {gradient} dy")
    for access in ("write_only", "read_write"):
        for parameter, argument in levels:
            head = f"({kind.type(access)} image, {kind.coordinate('int')} c, {parameter}"
            print(f"BUILTIN void write_imagef{head}float4 color);\n"
                  f"BUILTIN void write_imageh{head}half4 color) "
                  f"{{ write_imagef(image, c, {argument}{color}); }}")


def query(kind):
    print('#include "image/pixel.h"')
    accesses = ("read_only", "write_only", "read_write")
    declare(kind, accesses)
    queries = [("int", "width", "extent[0]"), ("int", "channel_data_type", "channel_data_type"),
               ("int", "channel_order", "channel_order")]
    if kind.dimensions > 1:
        queries.append(("int", "height", "extent[1]"))
    if kind.dimensions > 2:
        queries.append(("int", "depth", "extent[2]"))
    if kind.name != "image1d_buffer":
        queries.append(("int", "num_mip_levels", "levels"))
    if kind.layer:
        queries.append(("size_t", "array_size", "layers"))
    for access in accesses:
        for result, name, member in queries:
            print(f"BUILTIN {result} get_image_{name}({kind.type(access)} image) {{ "
                  f"return __mux_image_data(image)->{member}; }}")
        if kind.dimensions > 1:
            n, rest = (2, "") if kind.dimensions == 2 else (4, ", data->extent[2], 0")
            print(f"BUILTIN int{n} get_image_dim({kind.type(access)} image) {{ "
                  f"const image_t data = __mux_image_data(image); "
                  f"return (int{n})(data->extent[0], data->extent[1]{rest}); }}")


def main():
    action, name = sys.argv[1:3]
    {"read": read, "write": write, "half": half, "query": query}[action](Kind(name), *sys.argv[3:])


main()
