#!/bin/sh
set -eu
if [ -z "${PACKAGE:-}" ]; then
  echo 'Set the option "package" to the file that npm pack made.' >&2
  exit 1
fi
npm install --global "$PACKAGE"
