#!/usr/bin/env bash
# A folder of 10,000 mails is taken in within a minute, in no more memory than a tenth of it.
#
# folder.sh UMPIRE
set -euo pipefail
umpire=$(realpath "$1")
place=$(mktemp -d)
export XDG_STATE_HOME=$place/state
trap 'rm -rf "$place"' EXIT

# Writes mails from number $1 to $2 into a Maildir: eight sheets in ten, one mail of a stranger,
# one that came before under another name.
fill() {
    mkdir -p "$place/mail/new" "$place/mail/cur" "$place/mail/tmp"
    awk -v from="$1" -v to="$2" -v token="$token" -v folder="$place/mail/new" 'BEGIN {
        for (number = from; number <= to; number++) {
            kind = number % 10
            said = kind == 2 ? number - 1 : number
            sender = kind == 0 ? "eve@evil.example" : "ada@post.example"
            file = folder "/" 1795262400 + number ".mail"
            printf "From: %s\nTo: umpire+%s@games.example\nSubject: orders\n", sender, token > file
            printf "Message-ID: <%d@post.example>\nContent-Type: text/plain\n\n", said > file
            printf "campaign: italy\nseason: spring 1796\npower: france\nactivations:\n" > file
            for (entry = 0; entry < 4; entry++) {
                split("Bonaparte Massena Serurier Bonaparte", leader, " ")
                printf "  - leader: %s\n    steps:\n      - march: [Genoa]\n", leader[entry + 1] > file
                printf "      - march: {to: [Savona], if: mp >= 4, else: go on}\n" > file
            }
            printf "# %d\n", said > file
            close(file)
        }
    }'
}

# Takes the folder in; prints the seconds it took and the most memory, in KiB.
take_in() {
    local began=$EPOCHREALTIME most=0 now process
    "$umpire" intake --maildir "$place/mail" --campaign "$place/italy" >"$place/said" &
    process=$!
    while kill -0 "$process" 2>/dev/null; do
        now=$(awk '/^VmHWM/ {print $2}' "/proc/$process/status" 2>/dev/null || true)
        most=${now:-$most}
        sleep 0.02
    done
    wait "$process"
    awk -v from="$began" -v to="$EPOCHREALTIME" -v most="$most" \
        'BEGIN {printf "%.1f %d\n", to - from, most}'
}

"$umpire" new "$place/italy" --scenario nations/italy-1796 --name italy >/dev/null
cat >>"$place/italy/umpire.yaml" <<'YAML'

mail: {address: umpire@games.example}
report: {png: false}
YAML
cd "$place/italy"
token=$("$umpire" player add Ada --address ada@post.example --power france | sed -n 's/.*for Ada alone: //p')
"$umpire" start --defaults >/dev/null

fill 1 1000
read -r seconds few <<<"$(take_in)"
echo "1,000 mails: $seconds s, $few KiB"
fill 1001 11000
read -r seconds many <<<"$(take_in)"
echo "10,000 mails: $seconds s, $many KiB"
test "$(find "$place/mail/new" -type f | wc -l)" = 0
test "$(find "$place/mail/cur" -type f | wc -l)" = 11000
grep -q "8000 accepted with remarks, 1000 duplicate, 1000 needs the umpire" "$place/said" ||
    { tail -1 "$place/said"; exit 1; }
awk -v seconds="$seconds" -v few="$few" -v many="$many" 'BEGIN {
    if (seconds > 60) { print "it took more than a minute"; exit 1 }
    if (many > few + 16384) { print "memory grows with the folder"; exit 1 }
}'
echo "All of it was taken in, and none of it stayed in memory."
