#!/usr/bin/env bash
# Holds the sheets of orders/ against the schemas that the program prints, with
# a validator that others wrote: python3-jsonschema, which it installs from
# Debian with CI=1 set. Sheets that are made wrong must be refused.
#
# schema.sh UMPIRE
set -euo pipefail
umpire=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
export XDG_STATE_HOME=$place/state
trap 'rm -rf "$place"' EXIT

if ! python3 -c 'import jsonschema, yaml' 2>/dev/null; then
  if [ -z "${CI:-}" ]; then
    echo "python3-jsonschema and python3-yaml are not here; with CI=1 they are installed" >&2
    exit 1
  fi
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y python3-jsonschema python3-yaml >/dev/null
fi

for rules in "$root"/orders/*/; do
  rules=$(basename "$rules")
  "$umpire" schema --rules "$rules" >"$place/schema.json"
  python3 - "$place/schema.json" "$root/orders/$rules" <<'PYTHON'
import glob, json, re, sys
import jsonschema, yaml

class Loader(yaml.SafeLoader):
    """YAML 1.2, in which `on` and `yes` are words."""


Loader.yaml_implicit_resolvers = {
    sign: [(tag, found) for tag, found in all if tag != "tag:yaml.org,2002:bool"]
    for sign, all in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))

schema = json.load(open(sys.argv[1]))
checker = jsonschema.Draft202012Validator
checker.check_schema(schema)
checker = checker(schema)
sheets = sorted(glob.glob(sys.argv[2] + "/**/*.yaml", recursive=True))
assert len(sheets) > 6, "the sheets are found"
wrong = 0
for path in sheets:
    sheet = yaml.load(open(path), Loader)
    for fault in checker.iter_errors(sheet):
        sys.exit(f"{path}: {fault.json_path}: {fault.message}")
    for key in list(sheet):
        broken = {("x" + name if name == key else name): value for name, value in sheet.items()}
        assert not checker.is_valid(broken), f"{path}: the key x{key} is taken"
        wrong += 1
print(f"{sys.argv[2]}: {len(sheets)} sheets follow the schema, {wrong} broken ones do not")
PYTHON
done
