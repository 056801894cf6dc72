#!/bin/sh
# A compiler launcher: runs the command, stores its standard error as <object>.remarks (the -Rpass
# log), and shows all of it but the remarks.
object=
previous=
for argument in "$@"; do
  [ "$previous" = -o ] && object=$argument
  previous=$argument
done
"$@" 2> "$object.remarks"
code=$?
if [ $code -ne 0 ] || grep -q ' warning: ' "$object.remarks"; then
  grep -v -e '\[-Rpass' -e '^In file included' "$object.remarks" >&2
fi
exit $code
