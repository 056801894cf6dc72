// Marks where the pattern occurs in the text, ASCII letters in any case, and counts.
kernel void string_search(int positions, int length, global const char *text,
                          constant char *pattern, global uchar *found, global int *count) {
  int i = get_global_id(0);
  if (i >= positions) {
    return;
  }
  int j = 0;
  while (j < length) {
    char c = text[i + j];
    if (c >= 'A' && c <= 'Z') {
      c += 'a' - 'A';
    }
    if (c != pattern[j]) {
      break;
    }
    ++j;
  }
  found[i] = j == length;
  if (j == length) {
    atomic_inc(count);
  }
}
