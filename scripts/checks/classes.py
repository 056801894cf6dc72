"""Measures the classes of C++ sources: their lines and their data members.

The reader works on text formatted by clang-format, so that it needs no compiler. It removes
comments, literals and preprocessor lines, and then takes the statements between the braces of each
class apart. Functions defined outside of the braces count in the budget of functions only.
"""

import re

HEAD = re.compile(
    r"(?P<enum>\benum\s+)?\b(?P<key>class|struct)\s+(?:alignas\([^()]*\)\s*)?(?P<name>[A-Za-z_][\w:]*)"
    r"(?:<[^;{}()]*>)?\s*(?:final\s*)?(?::(?!:)[^;{}()]*)?\{")
SKIPPED = re.compile(
    r"//[^\n]*|/\*.*?\*/|R\"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)\"|\"(?:\\.|[^\"\\\n])*\""
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE)
NO_MEMBER = re.compile(r"(using|typedef|friend|static|template|constexpr|explicit|virtual|public|private|protected)\b"
                       r"|(inline\s+)?static\b")
BLOCK = "\x01"  # stands for a pair of braces with all between


def strip(text):
    """Returns the text without comments, literals and preprocessor lines; lines keep their numbers."""
    return SKIPPED.sub(lambda found: "\n" * found[0].count("\n") or " ", text)


def end_of(text, start):
    """Returns the place behind the brace that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return len(text)


def without(text, inner):
    """Removes innermost matches until none is left."""
    while True:
        shorter = re.sub(inner, "", text)
        if shorter == text:
            return text
        text = shorter


def statements(body):
    """Yields the statements of a class body, with BLOCK for each pair of braces."""
    flat, at = "", 0
    while at < len(body):
        if body[at] == "{":
            at = end_of(body, at)
            flat += BLOCK
        else:
            flat += body[at]
            at += 1
    flat = re.sub(r"\b(public|private|protected)\s*:(?!:)", ";", flat)
    # A function's body ends its statement without a semicolon.
    flat = re.sub(BLOCK + r"(?=\s*[^\s;,=)" + BLOCK + r"])", BLOCK + ";", flat)
    for statement in flat.split(";"):
        if statement.strip():
            yield " ".join(statement.split())


def members_in(statement):
    """Returns the number of data members that a statement of a class body declares."""
    if NO_MEMBER.match(statement):
        return 0
    text = re.sub(r"^(alignas\([^()]*\)|\[\[.*?\]\])\s*", "", statement)
    record = re.match(r"(?:struct|union)\s+" + BLOCK + r"\s*\w", text)
    if re.match(r"(class|struct|union|enum)\b", text) and BLOCK in text and not record:
        return 0
    # Initialisers: what follows "=", up to the next comma outside of brackets.
    text = without(text, r"(?<=[\w:])<[^<>;]*>(?!=)")
    text = re.sub(r"\(\s*\*\s*(\w+)\s*\)\s*\([^()]*\)", r" \1", text)  # pointers to functions
    head = text.split("=", 1)[0]
    if "(" in head or "operator" in head or not re.search(r"\w\s*[\w*&\]" + BLOCK + "]", head):
        return 0
    if re.match(r"(class|struct|union|enum)\s+\w+$", text.strip()):
        return 0  # declared in advance
    text = without(text, r"\([^()]*\)|\[[^\[\]]*\]")
    return 1 + text.count(",")


def classes(text):
    """Yields (name, first line, lines, data members, is a record) of each class, nested ones too.

    A record is a struct without private members: a table of values, with no invariant to keep.
    """
    text = strip(text)
    for head in HEAD.finditer(text):
        if head["enum"]:
            continue
        end = end_of(text, head.end() - 1)
        body = text[head.end():end - 1]
        members = sum(members_in(statement) for statement in statements(body))
        is_record = head["key"] == "struct" and not re.search(r"\b(private|protected)\s*:(?!:)", body)
        yield (head["name"], text.count("\n", 0, head.start()) + 1, text.count("\n", head.start(), end) + 1,
               members, is_record)
