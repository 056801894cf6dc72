kernel void unfinished(
