"""Reads lists of patterns with reasons: a row is `<pattern> | <reason>`, and # begins a comment."""


def read(path):
    """(pattern, reason) of each row."""
    rows = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in row.rsplit(" | ", 1)) for row in rows]
