#!/usr/bin/env bash
# Builds the checkers for browsers: one module of WebAssembly a game, packed with gzip, into FOLDER. A
# program built with UMPIRE_WEB=FOLDER carries them (`umpire compose --export`).
#
# Usage: src/web/build.sh [--quick] FOLDER [GAME...]
#
# --quick is for tests: larger and slower modules in a tenth of the time.
#
# Where rustup is and can fetch it, the target is its `wasm32-unknown-unknown`. Else the standard library
# is built from Debian's sources: packages rustc-web, rust-web-src and lld-22, which CI=1 installs. A
# module that is newer than the sources of the core is kept.
set -euo pipefail

quick=
if [ "${1:-}" = --quick ]; then quick=quick- && shift; fi
folder=$(mkdir -p "${1:?name a folder: src/web/build.sh target/web-modules}" && realpath "$1")
shift
cd "$(dirname "$(realpath "$0")")/../.."
games=("$@")
if [ ${#games[@]} -eq 0 ]; then games=(nations kriegsspiel napoleon frederick); fi

target=wasm32-unknown-unknown
build=(cargo build --locked --profile web -p web --no-default-features --target "$target" --target-dir target/web)
if [ -n "$quick" ]; then
  build+=(--config profile.web.lto=\"off\" --config profile.web.codegen-units=16 --config profile.web.opt-level=0)
fi
if command -v rustup >/dev/null && rustup target add "$target" 2>/dev/null; then
  :
else
  wanted=()
  [ -x /usr/bin/rustc ] && [ -d /usr/lib/rustlib/src/rust/library ] || wanted+=(rustc-web rust-web-src)
  command -v wasm-ld-22 >/dev/null || wanted+=(lld-22)
  if [ ${#wanted[@]} -gt 0 ]; then
    if [ -z "${CI:-}" ]; then
      echo "the target $target is not here, nor are Debian's ${wanted[*]}; with CI=1 they are installed" >&2
      exit 1
    fi
    apt-get -qq update
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${wanted[@]}" >/dev/null
  fi
  # The compiler of Debian is a stable one; its standard library is built along.
  export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
  build+=(-Z build-std=std,panic_abort --config "target.$target.linker=\"wasm-ld-22\"")
fi

# What the modules are made of: the same sources, the same module.
made_of=$quick$(find Cargo.lock Cargo.toml src/kit src/sheet src/play src/rules src/report src/checker src/web \
  campaigns templates -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
for game in "${games[@]}"; do
  packed=$folder/$game.wasm.gz
  if [ -f "$packed" ] && [ "$(cat "$packed.from" 2>/dev/null)" = "$made_of" ]; then continue; fi
  "${build[@]}" --features "$game"
  gzip -9nc "target/web/$target/web/web.wasm" >"$packed.new"
  mv "$packed.new" "$packed"
  echo "$made_of" >"$packed.from"
  echo "$game: $(stat -c %s "$packed") bytes packed"
done
