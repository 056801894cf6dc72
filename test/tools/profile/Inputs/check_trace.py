"""check_trace.py <file> <category>:<name>[*<count>]...: a trace is JSON, its events are complete and
nest on their tracks, and those that are named are there, at least or (with a count) exactly as often."""

import collections
import json
import sys

events = json.load(open(sys.argv[1]))
assert isinstance(events, list) and events
counts = collections.Counter()
tracks = collections.defaultdict(list)
names = set()
for event in events:
    assert isinstance(event["pid"], int) and isinstance(event["tid"], int) and event["name"], event
    if event["ph"] == "M":
        assert event["name"] == "thread_name" and isinstance(event["args"]["name"], str)
        names.add(event["tid"])
        continue
    assert event["ph"] in "Xbe" and event["ts"] > 0, event
    assert event["tid"] in names, "a track without a name"
    if event["ph"] == "X":
        assert event["dur"] >= 0
        tracks[event["tid"]].append((event["ts"], event["ts"] + event["dur"], event["name"]))
    if event["ph"] != "e":
        counts[event["cat"] + ":" + event["name"]] += 1
# Microseconds with three digits: sums are off by less than one of the last.
ROUNDING = 0.002
for track in tracks.values():
    open_until = []
    for start, end, name in sorted(track, key=lambda e: (e[0], -e[1])):
        while open_until and open_until[-1] <= start + ROUNDING:
            open_until.pop()
        assert not open_until or end <= open_until[-1] + ROUNDING, f"{name} overlaps another event"
        open_until.append(end)
for wanted in sys.argv[2:]:
    name, _, count = wanted.partition("*")
    assert counts[name] >= 1 if not count else counts[name] == int(count), (wanted, counts)
print("trace is right")
