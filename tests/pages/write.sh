#!/usr/bin/env bash
# Composes sheets in a browser, as `umpire write` serves the page and as an archive has it: for each
# game six orders by mouse and six by keyboard, on a desk and on a phone.
#
# Usage: tests/pages/write.sh path/to/umpire
# Needs Chromium and Node with npm, which it installs from Debian with CI=1 set, and two packages of
# npm, which it always gets into a folder of its own. UMPIRE_PICTURES names a folder for pictures of
# the pages, UMPIRE_MODULES one that has the packages already.
set -euo pipefail

umpire=$(realpath "${1:?name the program: tests/pages/write.sh target/release/umpire}")
here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/pages/browser.sh
. "$here/browser.sh"

# Visits what a command serves: NAME, the file that is saved or nothing, the command.
visit() {
  local name=$1 file=$2 address=
  shift 2
  : >"$place/served" # Else the address of the server before may be read.
  "$umpire" "$@" >"$place/served" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    address=$(grep -o 'http://127\.0\.0\.1:[0-9]*/[0-9a-f]*' "$place/served" | head -1 || true)
    [ -z "$address" ] || break
    sleep 0.1
  done
  node "$here/write.mjs" "$name" "${address:?$(cat "$place/served")}" $file
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
}

cd "$place"
for game in nations kriegsspiel napoleon frederick; do
  "$umpire" demo --rules "$game" >/dev/null
done
opening() { echo "$place/$1/reports/opening/france.known.json"; }
visit nations nations.yaml write nations.yaml --known "$(opening marengo-1800-demo)"
visit kriegsspiel kriegsspiel.yaml write kriegsspiel.yaml --known "$(opening danube-1805-demo)"
visit napoleon napoleon.yaml write napoleon.yaml --known "$(opening italy-1796-demo)"
campaign=$place/first-silesian-war-demo/reports/court-1741/prussia.known.json
visit frederick frederick.yaml write frederick.yaml --known "$campaign"
# What was saved is a sheet that the receipt accepts.
"$umpire" check kriegsspiel.yaml --known "$(opening danube-1805-demo)" | grep -i accepted

# Seasons that ask more than their forces: a court, a cabinet, the set-up of a battle and its first turn.
# shellcheck source=tests/pages/seasons.sh
. "$here/seasons.sh"
visit court choices write court.yaml --known "$court"
visit cabinet choices write cabinet.yaml --known "$cabinet"
visit set-up choices write set-up.yaml --known "$set_up"
visit turn choices write turn.yaml --known "$turn"

# The same page beside the pages of an archive: served it checks, in a folder it composes.
visit served "" archive serve --campaign "$place/danube-1805-demo" --as france --port 0
"$umpire" archive export --campaign "$place/danube-1805-demo" "$place/site" --as france
grep -q 'href="write.html"' "$place/site/index.html"
node "$here/write.mjs" folder "$place/site"
