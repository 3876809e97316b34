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
    if [ -n "${2:-}" ]; then printf 'campaign: %s\npower: france\n%s' "$1" "$2" | "$umpire" intake - >/dev/null; fi
    "$umpire" resolve >/dev/null && "$umpire" publish --force "nobody else plays" >/dev/null)
}
known() { find "$PWD/$1/reports/$2" -name "$3.known.json"; }

season court first-silesian-war "austria britain france prussia"
court=$(known court opening prussia)

season spain spanish-ulcer "britain france"
for _ in 1 2 3; do play spain; done
cabinet=$(known spain winter-1808 britain)

# The set-up of a battle, and its first turn.
season italy napoleon/italy-1796 france --option "stops=battle turns"
stops='ask: [deploy, battle turn, after the battles]
'
play italy "season: march 1796
moves: [{who: [Augereau, Kilmaine, La Harpe, Maynier], to: Turin}]
$stops"
set_up=$(known italy march-1796 france)
for turn in 2 3 4 5; do
  play italy "season: march 1796 ($turn)
$stops"
  (cd italy && "$umpire" status) >status.txt
  if grep -q "battle turn" status.txt; then break; fi
done
turn=$(known italy "march-1796-$turn" france)
export court cabinet set_up turn
