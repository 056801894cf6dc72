#define TERM 1
