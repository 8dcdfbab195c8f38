#!/bin/sh
# Runs the browser of EARSHOT_BROWSER, and keeps what it said when it, or a process of it, crashed.
log="$EARSHOT_BROWSER_LOGS/$$.log"
mkdir -p "$EARSHOT_BROWSER_LOGS"
{
  {
    "$EARSHOT_BROWSER" "$@" 5>&-
    echo $? >"$log.code"
  } 2>&1 >&5 | tee "$log" >&2
} 5>&1
code=$(cat "$log.code")
rm -f "$log.code"
if [ "$code" -gt 128 ]; then
  echo "ended by signal $((code - 128))" >>"$log"
elif ! grep -q ':FATAL:\|Received signal' "$log"; then
  rm -f "$log"
fi
exit "$code"
