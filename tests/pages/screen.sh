#!/usr/bin/env bash
# Drives `umpire desk` in a real terminal of 80 columns and 24 lines: looks at each pane, answers a
# question, resolves, compares, quits, and sees that the terminal is left as it was found, also when
# the program is killed politely. Then again in a small one, and without a terminal.
#
# Usage: tests/pages/screen.sh path/to/umpire
# Needs tmux, which it installs from Debian with CI=1 set.
set -euo pipefail

umpire=$(realpath "${1:?name the program: tests/pages/screen.sh target/release/umpire}")
unset UMPIRE_CAMPAIGN
if ! command -v tmux >/dev/null; then
  if [ -z "${CI:-}" ]; then
    echo "tmux is not here; with CI=1 it is installed" >&2
    exit 1
  fi
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y tmux >/dev/null
fi

place=$(mktemp -d)
export XDG_STATE_HOME=$place/state
export TMUX_TMPDIR=$place TERM=xterm-256color LC_ALL=C.UTF-8
unset TMUX
trap 'tmux kill-server 2>/dev/null || true; rm -rf "$place"' EXIT

(cd "$place" && "$umpire" demo && cd marengo-1800-demo && "$umpire" rollback --reason "to look at it" && "$umpire" resolve) >/dev/null
cd "$place/marengo-1800-demo"

screen() { tmux capture-pane -p; }
press() { tmux send-keys "$@"; }
sees() { # Waits until the screen shows a text.
  for _ in $(seq 100); do
    if screen | grep -qF -- "$1"; then return; fi
    sleep 0.1
  done
  printf 'the screen does not show `%s`:\n' "$1" >&2
  screen >&2
  exit 1
}
sits_down() { # A shell in a terminal of WIDTH and HEIGHT, and the desk in it.
  tmux -f /dev/null new-session -d -x "$1" -y "$2" "env -i PATH=\"$PATH\" TERM=screen LC_ALL=C.UTF-8 HOME=\"$place\" PS1='ready> ' bash --norc --noprofile"
  sees 'ready>'
  press 'stty -a > before; clear; '"'$umpire'"' desk; echo "left with $?"; stty -a > after' Enter
}
stands_up() { # The desk is gone, and the terminal as it was.
  sees "left with $1"
  if screen | grep -qF '[5 Events]'; then
    echo "the desk is still to be seen" >&2
    exit 1
  fi
  for _ in $(seq 50); do [ -s after ] && break; sleep 0.1; done
  cmp before after
  tmux kill-server
  rm before after
}

sits_down 80 24
sees '[1 Tonight]'; sees 'Questions that change the season'
press 3; sees '[3 Seasons]'; sees 'withdrawn'
press 4; sees 'What looks odd'
press 5; sees 'events of spring 1800'
press '/'; sees 'Find:'
press -l 'battle at w3533'; press Enter; press Enter
sees 'event 50 of '; sees 'more guns +1'
press Escape; press 8; sees 'as austria sees it, 1 of 3'
press Right; sees 'as britain sees it, 2 of 3'
press 6; sees 'entered (britain), Brock, Hanover: stand'
press a; sees 'The ruling, an option or its number:'; sees 'withdraw inside'
press 2 Enter; sees 'The reason:'
press -l 'his letter said so'; press Enter
sees 'Ruling 1 is saved; r plays it.'; sees 'stale: r resolves'
press r; sees 'Drafted spring 1800'
press d; sees 'from the draft before'
press Right; sees 'from what was withdrawn'
press p; sees 'Publish it? (yes/no)'; sees '1 ruling, 0 forced dice'
press -l no; press Enter; sees 'Nothing was changed.'
press Escape; press 2; sees 'no mail needs you'
press 1; sees '[1 Tonight]'; press End; sees 'y does that after one yes'
press y; sees 'Publish and send? (yes/no)'
press -l yes; press Enter; sees 'Published spring 1800'
press Escape; press '?'; sees 'Shift-Tab goes back'
press q; stands_up 0

sits_down 40 12
sees '[1 Tonight]'
press 5; sees '[5 Events]'; sees 'q quit'
shell=$(tmux display-message -p '#{pane_pid}')
desk=$(tr -d " " <"/proc/$shell/task/$shell/children")
kill -TERM "$desk"
stands_up 0

if "$umpire" desk </dev/null >out 2>&1; then
  echo "the desk was drawn without a terminal" >&2
  exit 1
fi
grep -qF 'needs a terminal' out
echo "The desk was looked at in a terminal, and left it in order."
