# Sourced after browser.sh: seasons that ask more than their forces, for pages on which sheets are composed. Each is a
# campaign that is played so far in the current folder; the variables name the files of what a power knows.
# shellcheck shell=bash
season() { # CAMPAIGN SCENARIO POWERS [OPTION]: a campaign that is started
  local name=$1 scenario=$2 powers=$3
  shift 3
  for power in $powers; do echo "- {name: $power, address: $power@post.example, powers: [$power]}"; done >players.yaml
  "$umpire" new "$name" --scenario "$scenario" --address umpire@games.example --players players.yaml "$@" >/dev/null
  (cd "$name" && "$umpire" start --defaults >/dev/null)
}
play() { # CAMPAIGN [SHEET]: its season is over
  (cd "$1"
    if [ -n "${2:-}" ]; then printf 'campaign: %s\npower: france\n%s' "$1" "$2" | "$umpire" intake - >taken || { cat taken >&2; exit 1; }; fi
    "$umpire" resolve >/dev/null && "$umpire" publish --force "nobody else plays" >/dev/null)
}
known() { find "$PWD/$1/reports/$2" -name "$3.known.json"; }

season court first-silesian-war "austria britain france prussia"
court=$(known court opening prussia)

season spain spanish-ulcer "britain france"
for _ in 1 2 3; do play spain; done
cabinet=$(known spain winter-1808 britain)

# The set-up of a battle, and its first turn. Dice say how far a battle goes: a campaign whose battle has no such turn
# is played anew.
stops='ask: [deploy, battle turn, after the battles]
'
waits() { (cd italy && "$umpire" status) >status.txt && grep -q "$1" status.txt; }
battle() {
  rm -rf italy
  season italy napoleon/italy-1796 france --option "stops=battle turns"
  play italy "season: march 1796
moves: [{who: [Augereau, Kilmaine, La Harpe, Maynier], to: Turin}]
$stops"
  waits "march 1796 (2) (.*deployment" || return 1
  set_up=$(known italy march-1796 france)
  for turn in 2 3 4 5; do
    waits "march 1796 ($turn)" || return 1
    play italy "season: march 1796 ($turn)
$stops"
    if waits "battle turn"; then break; fi
  done
  waits "battle turn" || return 1
  turn=$(known italy "march-1796-$turn" france)
}
found=
for _ in $(seq 20); do
  if battle; then found=yes; break; fi
done
[ -n "$found" ] || { echo "no battle had a turn that asks" >&2; exit 1; }
export court cabinet set_up turn
