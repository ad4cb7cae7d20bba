#!/bin/sh
# Playwright starts one program, without arguments of ours.
exec "$BUN" "${0%/*}/firefox-bidi.ts" "$@"
