# Sourced by the tests that need a browser: finds Chromium and Node, installs what is missing with CI=1,
# and makes a folder `$place` that is removed at the end, with the process `$server`, if there is one.
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
  export UMPIRE_MODULES=$place/modules
  mkdir "$UMPIRE_MODULES"
  echo '{"private": true}' >"$UMPIRE_MODULES/package.json"
  npm install --prefix "$UMPIRE_MODULES" --silent --ignore-scripts --no-audit --no-fund --save-exact \
    puppeteer-core@24.43.1 axe-core@4.14.1 >/dev/null
fi
