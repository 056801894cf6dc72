"""Tests scripts/checks/rooms.py with small tables and seeded violations."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "checks"))

import rooms  # noqa: E402

TABLE = {"low": [], "middle": ["low"], "high": ["low", "middle"]}


def problems(files, table=None):
    areas = {"area": ("lib/", TABLE if table is None else table)}
    return [problem for _, problem in rooms.check(list(files), lambda path: files[path].splitlines(), areas)]


class RoomsTest(unittest.TestCase):
    def test_tables_of_the_repository_hold_no_cycle(self):
        for area, (_, table) in rooms.AREAS.items():
            self.assertEqual(list(rooms.check_table(area, table)), [])

    def test_includes_downwards_and_from_outside_are_allowed(self):
        self.assertEqual(problems({"area/high/a.cpp": '#include "lib/low/b.h"\n#include "other/c.h"\n#include <low>\n'}), [])

    def test_include_upwards_is_found(self):
        found = problems({"area/low/a.h": '\n#include "lib/high/b.h"\n'})
        self.assertEqual(found, ['line 2: #include "lib/high/b.h": low does not include high'])

    def test_file_without_room_is_found(self):
        self.assertEqual(problems({"area/a.cpp": ""}), ["lies in no room of area"])
        self.assertEqual(problems({"area/attic/a.cpp": ""}), ["lies in no room of area"])

    def test_cycle_in_a_table_is_found(self):
        found = problems({}, {"a": ["b"], "b": ["c"], "c": ["a"]})
        self.assertEqual(found, ["rooms in a cycle: a -> b -> c -> a"])

    def test_unknown_room_in_a_table_is_found(self):
        self.assertEqual(problems({}, {"a": ["b"]}), ["a may include b, which is no room"])

    def test_large_room_is_found(self):
        files = {f"area/low/{number}.cpp": "" for number in range(41)}
        self.assertEqual(problems(files), ["41 files (at most 40)"])


if __name__ == "__main__":
    unittest.main()
