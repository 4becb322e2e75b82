#!/bin/sh
# A seat in a few lines: is any step of a plan due in the last days of a month, when the books are closed?
# The prompt comes on standard input, and is not needed here; what is printed is the answer.
cat >/dev/null
due=$(grep -n -E 'Due: [0-9]{4}-[0-9]{2}-(2[89]|3[01])' "$1")
if [ -n "$due" ]; then
    printf 'Due while the books are closed:\n%s\n' "$due"
    echo "[KIND: OPPOSE]"
    echo "[STANCE: DISAGREE]"
else
    echo "No step of $1 is due while the books are closed."
    echo "[KIND: SUPPORT]"
    echo "[STANCE: AGREE]"
fi
