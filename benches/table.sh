#!/usr/bin/env bash
# What the program costs where people wait: `benches/table.sh target/release/umpire [OTHER]`.
#
# Each row has the processor time (user and system) of one command in milliseconds (minimum, median and maximum of
# several runs) and the ratio of its median to that of `umpire --version`. With OTHER both programs take turns, and
# the last column is the ratio of OTHER's median to the first program's. Compare figures within one run only.
set -euo pipefail
cd "$(dirname "$0")/.."
programs=("$(realpath "$1")" ${2:+"$(realpath "$2")"})
runs=${RUNS:-5}
europe=$PWD/tests/scenarios/europe-1805
place=$(mktemp -d)
trap "rm -rf \"\$place\"" EXIT
export XDG_STATE_HOME=$place/state HOME=$place LC_ALL=C
powers='austria britain france prussia russia spain turkey'

# The milliseconds of processor time that a command takes; what it prints goes to a file.
took() {
  local TIMEFORMAT='%U %S'
  { time "$@" >"$place/out" 2>"$place/err"; } 2>"$place/time"
  awk '{ printf "%.0f\n", ($1 + $2) * 1000 }' "$place/time"
}

# Prints the row of NAME from the figures of each program in `$place/figures.N`.
row() {
  local n line other=
  for n in "${!programs[@]}"; do
    sort -n "$place/figures.$n" >"$place/sorted"
    line=$(awk '{ all[NR] = $1 } END { print all[1], all[int((NR + 1) / 2)], all[NR] }' "$place/sorted")
    read -r least median most <<<"$line"
    if [ "$n" = 0 ]; then first="$least, $median, $most" middle=$median; else other=$(ratio "$median" "$middle"); fi
    rm "$place/figures.$n"
  done
  [ -n "${start:-}" ] || start=$middle
  printf '| %s | %s | %s |%s\n' "$1" "$first" "$(ratio "$middle" "$start")" "${other:+ $other |}"
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / (b ? b : 1) }'; }

# Runs a command of this script $runs times for each program, in turns, and prints its row as NAME.
measured() {
  local name=$1 run n
  shift
  for ((run = 0; run <= runs; run++)); do
    for n in "${!programs[@]}"; do
      umpire=${programs[$n]} "$@" >"$place/took"
      # The first run warms up.
      if [ "$run" -gt 0 ]; then cat "$place/took" >>"$place/figures.$n"; fi
    done
  done
  row "$name"
}

version() { took "$umpire" --version; }

# The form of a power as a sheet in which each force marches to the first two places that it can reach.
filled() {
  "$umpire" form --power "$1" | awk '
    /^activations:/ { print; entries = 1; next }
    !entries { print; next }
    /reaches: / { sub(/.*reaches: /, ""); n = split($0, places, ", "); for (i in places) sub(/ [0-9]+.*/, "", places[i]) }
    /^# - (leader|force): / { sub(/^# /, ""); for (i = 1; i <= 2 && i <= n; i++) if (places[i] !~ /more$/) {
      print; print "  steps: [{march: [\"" places[i] "\"]}]" } n = 0 }
    /^[a-z]/ { exit }'
}

# The campaign of seven powers as it is before its first season is resolved, made once by each program.
seven() {
  local folder=$place/seven-$1-$(md5sum <<<"$umpire" | cut -c1-6)
  if [ ! -d "$folder" ]; then
    (
      cd "$place"
      "$umpire" new "$folder" --scenario "$europe" --secret "$(printf '2a%.0s' {1..32})"
      cd "$folder"
      if [ "$1" = plain ]; then printf '\nreport: {png: false}\n' >>umpire.yaml; fi
      for power in $powers; do "$umpire" player add "$power" --address "$power@post.example" --power "$power"; done
      "$umpire" start --defaults
      "$umpire" send
      for power in $powers; do filled "$power" >"$power.yaml"; done
      "$umpire" intake ${powers// /.yaml }.yaml --reason bench || true
    ) >"$place/made" 2>&1
  fi
  rm -rf "$place/season"
  cp -r "$folder" "$place/season"
}

in_season() { (cd "$place/season" && took "$umpire" "$@"); }
resolve() { seven "$1" && in_season resolve; }
publish() { seven "$1" && in_season resolve >/dev/null && in_season publish --force bench; }
send() { seven "$1" && in_season resolve >/dev/null && in_season publish --force bench >/dev/null && in_season send; }

marengo() {
  if [ ! -d "$place/marengo" ]; then
    (
      cd "$place"
      "$umpire" new marengo --scenario nations/marengo-1800
      cd marengo
      "$umpire" player add france --address france@post.example --power france
      "$umpire" start --defaults
    ) >"$place/made" 2>&1
    printf 'campaign: marengo\nseason: spring 1800\npower: france\n' >"$place/empty.yaml"
    (cd "$place/marengo" && filled france >"$place/marches.yaml")
    cp "$place/marengo/reports/opening/france.known.json" "$place"
  fi
}

check() { marengo && took "$umpire" check "$place/$1.yaml" --known "$place/france.known.json"; }
intake() {
  marengo
  { printf 'From: france@post.example\nTo: umpire@games.example\nSubject: orders\nMessage-ID: <%s@post.example>\n\n' "$RANDOM$RANDOM"
    cat "$place/marches.yaml"; } >"$place/mail"
  (cd "$place/marengo" && took "$umpire" intake --stdin <"$place/mail")
}

echo "| task | ms of processor time | times a start |${2:+ other by first |}"
echo "| --- | --- | --- |${2:+ --- |}"
measured 'start (`--version`)' version
measured '`check` of an empty sheet of Marengo' check empty
measured '`check` of a sheet of marches' check marches
measured '`intake` of a mail by pipe' intake
for kind in pictures plain; do
  measured "season of seven powers, $kind: \`resolve\`" resolve $kind
  measured "season of seven powers, $kind: \`publish\`" publish $kind
  measured "season of seven powers, $kind: \`send\`" send $kind
done
