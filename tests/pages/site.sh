#!/usr/bin/env bash
# Visits the archive of a played campaign as its readers do: what `umpire archive export` writes, opened
# from its folder, for a power, for the umpire and for everybody; and what `umpire archive serve` answers.
# Clicks, keyboard, phone, dark, paper, without scripts; every link, the HTML, and who cannot see well.
#
# Usage: tests/pages/site.sh path/to/umpire
# Needs Chromium and Node with npm, which it installs from Debian with CI=1 set, and three packages of
# npm, which it always gets into a folder of its own. UMPIRE_PICTURES names a folder for pictures of
# the pages, UMPIRE_MODULES one that has the packages already.
set -euo pipefail

umpire=$(realpath "${1:?name the program: tests/pages/site.sh target/release/umpire}")
here=$(dirname "$(realpath "$0")")
book=$here/../../campaigns/nations/marengo-1800/scenario.yaml
# shellcheck source=tests/pages/browser.sh
. "$here/browser.sh"

amiss=0
visit() { node "$here/site.mjs" "$@" || amiss=1; }

visit --self-check

# The sample season with its battles, withdrawn and played again; then the year to its end, with a
# season in it that is withdrawn as well.
cd "$place"
{
  "$umpire" demo
  cd marengo-1800-demo
  printf '\nreport: {png: false}\n' >>umpire.yaml
  mkdir book
  sed 's/^last season: spring 1800$/last season: winter 1800/' "$book" >book/scenario.yaml
  "$umpire" rollback --reason "the year is to be played to its end"
  "$umpire" narrate "The passes were open early this year."
  for _ in 1 2 3; do "$umpire" resolve && "$umpire" publish --force "a test"; done
  "$umpire" send # What went out is known to have been taken back.
  "$umpire" rollback --reason "a courier came late"
  "$umpire" ruling add --fact "tell: {text: A courier came late.}" --at start --reason "he was ill"
  for _ in 3 4; do "$umpire" resolve && "$umpire" publish --force "a test"; done
} >log 2>&1 || { cat "$place"/log >&2; exit 1; }
cd "$place/marengo-1800-demo"
"$umpire" archive list

"$umpire" archive export "$place/france" --as france
"$umpire" archive export "$place/umpire" --umpire
"$umpire" archive export "$place/revealed" --revealed
for site in france umpire revealed; do visit "$site" "$place/$site" massena; done

"$umpire" archive serve --as france --port 0 >"$place/served" 2>&1 &
server=$!
for _ in $(seq 100); do
  address=$(grep -o 'http://127\.0\.0\.1:[0-9]*/' "$place/served" | head -1 || true)
  [ -z "$address" ] || break
  sleep 0.1
done
visit served "${address:?the server did not say where it listens}" massena
kill "$server"
wait "$server" 2>/dev/null || true
server=
[ "$amiss" = 0 ] || exit 1
echo "The archive was visited in a browser, and nothing was amiss."
