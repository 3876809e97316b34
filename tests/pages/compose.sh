#!/usr/bin/env bash
# The checkers for browsers: what they say is what `umpire check` says, and the page with them composes
# sheets of every game and of every kind of season, without a network; those of every game also as a file
# that opens by a double click.
#
# Usage: tests/pages/compose.sh path/to/umpire FOLDER   FOLDER has the modules that the program carries
# Needs what tests/pages/write.sh needs; the same variables hold. UMPIRE_MANGLED says how many changed
# sheets of each game are tried.
set -euo pipefail

umpire=$(realpath "${1:?name the program: tests/pages/compose.sh target/release/umpire FOLDER}")
modules=$(realpath "${2:?name the folder of the modules}")
here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/pages/browser.sh
. "$here/browser.sh"

cd "$place"
"$umpire" compose --export compose
for game in nations kriegsspiel napoleon frederick; do
  "$umpire" demo --rules "$game" >/dev/null
done
# shellcheck source=tests/pages/seasons.sh
. "$here/seasons.sh"
for campaign in *-demo court spain italy; do
  node "$here/module.mjs" "$umpire" "$modules" "${UMPIRE_MANGLED:-40}" "$campaign"
done
opening() { echo "$place/$1/reports/opening/france.known.json"; }
node "$here/write.mjs" compose-nations compose - "$(opening marengo-1800-demo)"
node "$here/write.mjs" compose-kriegsspiel compose - "$(opening danube-1805-demo)"
node "$here/write.mjs" compose-napoleon compose - "$(opening italy-1796-demo)"
node "$here/write.mjs" compose-frederick compose - first-silesian-war-demo/reports/court-1741/prussia.known.json
# Seasons that ask more than their forces, without a network.
node "$here/write.mjs" compose-court compose choices "$court"
node "$here/write.mjs" compose-cabinet compose choices "$cabinet"
node "$here/write.mjs" compose-set-up compose choices "$set_up"
node "$here/write.mjs" compose-turn compose choices "$turn"
