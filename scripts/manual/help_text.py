"""Parses the text of --help, the source of manual pages and shell completion.

Kiln's tools print their table of options (modules/support/include/support/option_table.h) in one format:

  <synopsis>
  <The purpose of the tool.>

    <tool> <arguments>     examples, indented by two

  Heading:
    <option>               options, their text from some column on

  Paragraphs.

The heading "Inputs" stands over the tool's input files, and "Commands" over its commands.
"""

import dataclasses
import re

ITEM = re.compile(r"^  (\S.*?)(?: {2,}(\S.*))?$")
CONTINUATION = re.compile(r"^ {8,}(\S.*)$")
NAME = re.compile(r"--?[A-Za-z][A-Za-z0-9-]*")


@dataclasses.dataclass
class Option:
    """An option with all its spellings. A spelling ends with '=' if its value is in the same word."""
    names: list
    value: str  # the placeholder; empty for a switch


@dataclasses.dataclass
class Item:
    term: str
    text: str = ""


@dataclasses.dataclass
class Block:
    """A paragraph, or items with a heading."""
    text: str = ""
    items: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Help:
    tool: str
    synopsis: str
    blocks: list

    def options(self):
        """All options, in the order of the text."""
        terms = [item.term for block in self.blocks for item in block.items if item.term.startswith("-")]
        return [option for option in map(parse_term, terms) if option.names]

    def under(self, heading):
        """The terms under a heading; none without it."""
        return [item.term for block in self.blocks if block.text == f"{heading}:" for item in block.items]

    def commands(self):
        return self.under("Commands")

    def suffixes(self):
        """The suffixes of the tool's input files, without dots."""
        return [term.partition(".")[2] for term in self.under("Inputs") if term.startswith("<file>.")]


def parse_term(term):
    """The option of "-g, --global=<size>". An abbreviation like "-W<name>" or "..." is no name."""
    option = Option([], "")
    rest = term
    while rest:
        match = NAME.match(rest)
        after = rest[match.end():] if match else rest
        if match and after[:1] in ("=", " "):
            option.names.append(match[0] + after[0].strip())
            option.value = after[1:]
            break
        if match and (not after or after.startswith(", ")):
            option.names.append(match[0])
        rest = after.partition(", ")[2]
    return option


def take_item(items, line):
    """Adds a line to the items. A term with a comma at its end goes on in the next line."""
    term, text = ITEM.match(line).groups()
    if items and not items[-1].text and items[-1].term.endswith(","):
        items[-1] = Item(f"{items[-1].term} {term}", text or "")
    else:
        items.append(Item(term, text or ""))


def parse_block(text):
    block = Block()
    for line in text.splitlines():
        continuation = CONTINUATION.match(line)
        if continuation and block.items:
            block.items[-1].text = f"{block.items[-1].text} {continuation[1]}".strip()
        elif line.startswith("  "):
            take_item(block.items, line)
        elif block.items:
            raise ValueError(f"text behind items needs an empty line before it: {line!r}")
        else:
            block.text = f"{block.text} {line}".strip()
    return block


def parse(tool, text):
    """Raises ValueError for a text of another format."""
    synopsis, _, rest = text.partition("\n")
    if not synopsis.startswith(tool + " "):
        raise ValueError(f"{tool} --help does not begin with a synopsis: {synopsis!r}")
    blocks = [parse_block(part) for part in re.split(r"\n\s*\n", rest.strip("\n"))]
    if not blocks or not blocks[0].text or blocks[0].items:
        raise ValueError(f"{tool} --help does not describe {tool} in its second line")
    return Help(tool, synopsis, blocks)
