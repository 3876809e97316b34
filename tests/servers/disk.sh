#!/usr/bin/env bash
# A disk that is full and a folder that is shut: a sentence, exit code 1, and nothing lost.
#
# disk.sh UMPIRE. Needs root, for a file system of three megabytes and for another user.
set -euo pipefail
umpire=$(realpath "$1")
place=$(mktemp -d)
export XDG_STATE_HOME=$place/state
disk=$place/disk
mkdir "$disk"
mount -t tmpfs -o size=6m tmpfs "$disk"
trap 'umount "$disk"; rm -rf "$place"' EXIT

fail() { echo "disk.sh: $*" >&2; exit 1; }

# Runs a command that must end with exit code 1 and one sentence.
refused() {
    local code=0
    "$@" >"$place/out" 2>"$place/err" || code=$?
    [ "$code" = 1 ] || fail "$* ended with $code: $(cat "$place/err")"
    grep -q '^failed: ' "$place/err" || fail "$* said: $(cat "$place/err")"
    ! grep -q panicked "$place/err" || fail "$* panicked"
}

cd "$disk"
"$umpire" new game --scenario nations/italy-1796 >/dev/null
cd game
printf '\nreport: {png: false}\n' >>umpire.yaml
"$umpire" player add Ada --address ada@post.example --power france >/dev/null
"$umpire" start --defaults >/dev/null
"$umpire" resolve >/dev/null
before=$("$umpire" archive list --json)

# Full: whatever is tried, it is told, and the draft stands as it was.
dd if=/dev/zero of="$disk/filler" bs=4k 2>/dev/null || true
refused "$umpire" publish --force "a test"
refused "$umpire" ruling add --fact 'tell: {text: The roads are bad.}' --at start --reason "$(printf 'x%.0s' {1..1900})"
refused "$umpire" backup ../copy.db
[ "$("$umpire" archive list --json)" = "$before" ] || fail "a full disk changed the campaign"
"$umpire" verify >/dev/null
rm "$disk/filler"
"$umpire" publish --force "a test" >/dev/null || { "$umpire" resolve >/dev/null && "$umpire" publish --force "a test" >/dev/null; }
"$umpire" verify | grep -q "spring 1796: played again" || fail "the season does not hold"

# Shut: another user may read the folder, and write nothing in it.
cp -r "$disk/game" "$place/shut"
cp "$umpire" "$place/umpire"
chmod -R a+rX "$place" && chmod a+rw "$place/out" "$place/err"
# The folder is of another user, so it has to be named.
nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups env UMPIRE_CAMPAIGN=. "$@"; }
cd "$place/shut"
refused nobody "$place/umpire" resolve
refused nobody "$place/umpire" publish --force "a test"
refused nobody "$place/umpire" rollback --reason x
cmp -s "$disk/game/campaign.db" "$place/shut/campaign.db" || fail "a shut folder was written to"
echo "A full disk and a shut folder were told of, and nothing was lost."
