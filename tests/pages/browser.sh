# Sourced by the tests that need a browser. Finds Chromium and Node, and installs what is missing with
# CI=1. Makes the folder `$place`, which is removed at the end together with the process `$server`.
# Packages of npm come from the folder that UMPIRE_MODULES names, else into one of their own.
# shellcheck shell=bash
unset UMPIRE_CAMPAIGN
wanted=()
command -v chromium >/dev/null || wanted+=(chromium)
command -v node >/dev/null || wanted+=(nodejs)
command -v npm >/dev/null || wanted+=(npm)
if [ ${#wanted[@]} -gt 0 ]; then
  if [ -z "${CI:-}" ]; then
    echo "${wanted[*]} is not here; with CI=1 it is installed" >&2
    exit 1
  fi
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "${wanted[@]}" >/dev/null
fi
CHROMIUM=$(command -v chromium)
export CHROMIUM

place=$(mktemp -d)
export XDG_STATE_HOME=$place/state
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$place"' EXIT
if [ -z "${UMPIRE_MODULES:-}" ]; then
  # Versions that run on the Node of Debian 12. No package brings a browser or runs a script.
  export UMPIRE_MODULES=$place/modules
  mkdir "$UMPIRE_MODULES"
  echo '{"private": true}' >"$UMPIRE_MODULES/package.json"
  npm install --prefix "$UMPIRE_MODULES" --silent --ignore-scripts --no-audit --no-fund --save-exact \
    puppeteer-core@24.43.1 axe-core@4.14.1 html-validate@9.7.1 >/dev/null
fi
