#!/usr/bin/env bash
# Holds report pages against a phone: in a window of 360 points none may be
# wider than the window, and none may fetch anything. Needs Chromium, which it
# installs from Debian with CI=1 set.
set -euo pipefail

if ! command -v chromium >/dev/null; then
  if [ -z "${CI:-}" ]; then
    echo "chromium is not here; with CI=1 it is installed" >&2
    exit 1
  fi
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium >/dev/null
fi

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
pages=0
for page in "$@"; do
  path=$(realpath "$page")
  cat >"$place/frame.html" <<HTML
<!doctype html><title>nothing came</title>
<iframe id="phone" style="width:360px;height:780px;border:0" src="file://$path"></iframe>
<script>
  phone.onload = () => {
    const page = phone.contentDocument;
    const broken = [...page.images].filter((image) => !image.naturalWidth).length;
    document.title = "wide " + page.documentElement.scrollWidth + ", broken " + broken + ".";
  };
</script>
HTML
  told=$(chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files \
    --virtual-time-budget=5000 --user-data-dir="$place/profile" \
    --dump-dom "file://$place/frame.html" 2>/dev/null | grep -o 'wide [0-9]*, broken [0-9]*' || true)
  wide=$(sed -n 's/^wide \([0-9]*\),.*/\1/p' <<<"$told")
  if [ -z "$wide" ] || [ "$wide" -gt 360 ]; then
    echo "$page is ${wide:-not} points wide on a phone of 360" >&2
    exit 1
  fi
  if [ "${told##* }" != 0 ]; then
    echo "$page shows a picture that is not there" >&2
    exit 1
  fi
  pages=$((pages + 1))
done
test "$pages" -gt 0
echo "$pages pages fit a phone."
