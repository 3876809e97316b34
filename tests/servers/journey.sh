#!/usr/bin/env bash
# A season by mail against real servers, all on loopback and under one temporary folder:
# Postfix takes mail over SMTP (STARTTLS and a login) and delivers it to a Maildir, an mbox and a
# pipe; Dovecot gives it out over IMAP with TLS; s-nail is the player's mail program. A sheet is
# sent, taken in by each of the four ways, and its receipt and report are read in the player's inbox.
# Then one player plays a whole campaign that goes on at once, while the program is killed again and
# again, and proves it with nothing but their mails.
#
# Usage: tests/servers/journey.sh path/to/umpire
# Needs root, since a mail server does. With CI set, it installs what is missing (Debian's names).
set -euo pipefail

umpire=$(realpath "${1:?name the program: tests/servers/journey.sh target/release/umpire}")
packages=(postfix dovecot-imapd s-nail openssl)
owner=mail # who owns campaigns and mailboxes; a mail server pipes to nobody else's program as root

fail() { printf 'failed: %s\n' "$*" >&2; exit 1; }
note() { printf '   %s\n' "$*"; }

[ "$(id -u)" = 0 ] || fail "a mail server is started by root; run this as root or in a container"
missing() { for program in postfix dovecot s-nail openssl; do command -v "$program" || return 0; done >/dev/null; return 1; }
if missing; then
    [ -n "${CI:-}" ] || fail "one of these is missing: ${packages[*]}; install them, or set CI=1"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

place=$(mktemp -d /tmp/umpire-servers.XXXXXX)
chmod 755 "$place"
stop() {
    code=$?
    [ -f "$place/run/dovecot/master.pid" ] && kill "$(cat "$place/run/dovecot/master.pid")" || true
    postfix -c "$place/postfix" stop >/dev/null 2>&1 || true
    if [ $code != 0 ]; then
        for log in "$place"/*.log; do printf '\n== %s\n' "$log"; tail -n 40 "$log"; done >&2
    fi
    rm -rf "$place"
}
trap stop EXIT

free_port() { # One that nobody listens at just now.
    for _ in $(seq 50); do
        port=$((20000 + RANDOM % 20000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
    done
    fail "no port is free"
}
smtp=$(free_port)
imaps=$(free_port)
while [ "$imaps" = "$smtp" ]; do imaps=$(free_port); done

install -d -o "$owner" -g "$owner" "$place"/{mail,mail/games,mail/post,campaigns,bin,home}
install -m 755 "$umpire" "$place/bin/umpire"

# A certificate of our own; both servers show it, and the client is told to trust it.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -addext basicConstraints=CA:FALSE \
    -keyout "$place/key.pem" -out "$place/cert.pem" 2>/dev/null
chmod 600 "$place/key.pem"

ways=(pipe maildir mbox imap)
solo=solo # the campaign of one player

## Dovecot: IMAP over TLS for the imap campaign's box and the players' inboxes, logins for Postfix.
mkdir -p "$place/run/dovecot"
{
    for way in "${ways[@]}" $solo; do echo "ada.$way@post.example:{PLAIN}secret::::::"; done
    echo "imap@games.example:{PLAIN}secret::::::"
    echo "sender:{PLAIN}secret::::::"
} >"$place/passwd"
cat >"$place/dovecot.conf" <<CONF
protocols = imap
listen = 127.0.0.1
base_dir = $place/run/dovecot
log_path = $place/dovecot.log
ssl = required
ssl_cert = <$place/cert.pem
ssl_key = <$place/key.pem
disable_plaintext_auth = yes
first_valid_uid = 1
mail_location = maildir:$place/mail/%{if;%d;eq;games.example;games;post}/%n
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u $place/passwd
}
userdb {
  driver = static
  args = uid=$owner gid=$owner home=$place/home/%n
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = $imaps
  }
}
service auth {
  unix_listener $place/spool/private/auth {
    mode = 0660
    user = postfix
    group = postfix
  }
}
CONF

## Postfix: SMTP with STARTTLS and a login, to Maildir, mbox and a pipe.
mkdir -p "$place/postfix" "$place/spool" "$place/data"
chown postfix: "$place/data"
cat >"$place/postfix/main.cf" <<CONF
compatibility_level = 3.6
queue_directory = $place/spool
data_directory = $place/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = $place/postfix.log
maillog_file_prefixes = $place
myhostname = localhost
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
recipient_delimiter = +
virtual_mailbox_domains = games.example post.example
virtual_mailbox_base = $place/mail
virtual_mailbox_maps = texthash:$place/postfix/boxes
virtual_uid_maps = static:$(id -u "$owner")
virtual_gid_maps = static:$(id -g "$owner")
virtual_minimum_uid = 1
transport_maps = texthash:$place/postfix/transport
local_recipient_maps =
smtpd_tls_security_level = may
smtpd_tls_cert_file = $place/cert.pem
smtpd_tls_key_file = $place/key.pem
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = private/auth
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
minimal_backoff_time = 5s
queue_run_delay = 5s
umpire_destination_recipient_limit = 1
CONF
cat >"$place/postfix/master.cf" <<CONF
127.0.0.1:$smtp inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
umpire unix - n n - - pipe flags=R user=$owner argv=$place/bin/umpire intake --stdin --campaign $place/campaigns/pipe
CONF
{
    for way in "${ways[@]}" $solo; do echo "ada.$way@post.example post/ada.$way/"; done
    echo "$solo@games.example games/$solo/"
    echo "maildir@games.example games/maildir/"
    echo "imap@games.example games/imap/"
    echo "mbox@games.example games/mbox"
    echo "pipe@games.example games/pipe/"
} >"$place/postfix/boxes"
echo "pipe@games.example umpire:" >"$place/postfix/transport"

postfix -c "$place/postfix" start >"$place/start.log" 2>&1 || { cat "$place/start.log"; fail "Postfix does not start"; }
dovecot -c "$place/dovecot.conf"
for port in "$smtp" "$imaps"; do
    for _ in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done
done

## What people do.

as_owner() { setpriv --reuid="$owner" --regid="$owner" --clear-groups env -u UMPIRE_CAMPAIGN -u XDG_STATE_HOME HOME="$place/home" "$@"; }
game() { # The umpire's command in the campaign of a way.
    local way=$1
    shift
    (cd "$place/campaigns/$way" && UMPIRE_SMTP=secret as_owner "$place/bin/umpire" "$@")
}

nail() { # The player's mail program, without anybody's own settings.
    MAILRC=/dev/null HOME="$place/home" SSL_CERT_FILE="$place/cert.pem" \
        s-nail -n -S v15-compat=yes -S tls-ca-file="$place/cert.pem" -S tls-verify=strict "$@"
}
inbox() { # All that the player of a way finds in the inbox, as the mail program shows it.
    printf 'type *\nexit\n' | nail -S imap-auth=login -R \
        -f "imaps://ada.$1%40post.example:secret@localhost:$imaps/INBOX" 2>>"$place/s-nail.log"
}
reads() { # Waits until the player reads something.
    local way=$1 wanted=$2
    for _ in $(seq 100); do
        inbox "$way" >"$place/$way.inbox.log" || true
        grep -q -- "$wanted" "$place/$way.inbox.log" && return
        sleep 0.2
    done
    fail "$way: \`$wanted\` never came to the player's inbox"
}
player_sends() { # A sheet, in the text or attached, to the address with the token in it.
    local way=$1 sheet=$2 how=$3 token
    token=$(sed -n 's/^ *token: \([a-z2-7]\{13\}\).*/\1/p' "$place/$way.inbox.log" | head -n 1)
    [ -n "$token" ] || fail "$way: there is no token in the welcome"
    local to="$way+$token@games.example" from="ada.$way@post.example"
    local client=(nail -S "from=$from" -S "mta=smtp://127.0.0.1:$smtp" -S smtp-config=-starttls -S smtp-auth=none -s "my orders")
    if [ "$way" = $solo ]; then
        sent=$(printf '%s/sent/%03d' "$place" "$seasons")
        "${client[@]}" -S "record=$sent.mbox" "$to" <"$sheet"
        sed '1{/^From /d}' "$sent.mbox" >"$sent.eml"
    elif [ "$how" = attached ]; then
        echo "My orders are attached." | "${client[@]}" -a "$sheet" "$to"
    else
        "${client[@]}" "$to" <"$sheet"
    fi
}
taken_in() { # Waits until the sheet is in, by the way of this campaign.
    local way=$1
    for _ in $(seq 100); do
        case $way in
            pipe) ;; # Postfix has started it.
            maildir) game "$way" intake --maildir "$place/mail/games/maildir" >>"$place/intake.log" ;;
            mbox) [ ! -f "$place/mail/games/mbox" ] || game "$way" intake --mbox "$place/mail/games/mbox" >>"$place/intake.log" ;;
            imap) game "$way" intake --imap >>"$place/intake.log" ;;
        esac
        game "$way" status --json | grep -q '"verdict": "accepted"' && return
        sleep 0.2
    done
    game "$way" status
    fail "$way: the sheet was never taken in"
}

for way in "${ways[@]}"; do
    printf '== %s\n' "$way"
    (cd "$place/campaigns" && as_owner "$place/bin/umpire" new "$way" --scenario nations/italy-1796 >/dev/null)
    cat >"$place/campaigns/$way/umpire.yaml" <<CONF
zone: UTC
mail:
  address: $way@games.example
  umpire: ada.$way@post.example
  send: smtp
  smtp: {server: localhost, port: $smtp, tls: starttls, user: sender, password: {env: UMPIRE_SMTP}, certificate: $place/cert.pem}
intake:
  imap: {server: localhost, port: $imaps, user: imap@games.example, password: {command: echo secret}, certificate: $place/cert.pem}
CONF
    ! game "$way" send 2>"$place/untrusted.log" || fail "$way: a password was read unasked"
    game "$way" trust --yes >/dev/null
    game "$way" player add Ada --address "ada.$way@post.example" --power france >/dev/null
    game "$way" start --defaults >/dev/null
    game "$way" send >/dev/null
    reads "$way" "$way: welcome, Ada"
    note "the welcome is in the inbox"
    cat >"$place/$way.yaml" <<SHEET
campaign: $way
season: spring 1796
power: france
activations:
  - leader: Bonaparte
    steps:
      - march: [Genoa]
SHEET
    how=attached
    [ "$way" = mbox ] || [ "$way" = pipe ] && how="in the text"
    player_sends "$way" "$place/$way.yaml" "$how"
    taken_in "$way"
    note "the sheet, $how, is taken in"
    game "$way" send >/dev/null
    reads "$way" "france, revision 1\|France, revision 1"
    reads "$way" "ACCEPTED"
    note "the receipt is in the inbox"
    game "$way" resolve >/dev/null
    game "$way" publish --force "a test" --send >/dev/null
    reads "$way" "WHAT BECAME OF YOUR ORDERS"
    note "the report is in the inbox"
    game "$way" send --dry-run --json | grep -q '"stuck": \[\]' || fail "$way: something stays in the outbox"
done

# A mail server that cannot hand a mail over keeps it: the campaign cannot be opened for a moment.
printf '== pipe, while the campaign cannot be opened\n'
chmod 000 "$place/campaigns/pipe/campaign.db"
sed -e 's/spring/summer/' -e 's/Genoa/Turin/' "$place/pipe.yaml" >"$place/pipe-2.yaml"
player_sends pipe "$place/pipe-2.yaml" attached
for _ in $(seq 100); do grep -q 'status=deferred' "$place/postfix.log" && break; sleep 0.1; done
grep -q 'status=deferred' "$place/postfix.log" || fail "the mail was not put off"
chmod 600 "$place/campaigns/pipe/campaign.db"
for _ in $(seq 150); do
    postqueue -c "$place/postfix" -f
    game pipe status --json | grep -q '"verdict": "accepted' && break
    sleep 0.2
done
game pipe status --json | grep -q '"verdict": "accepted' || fail "the mail that had to wait was lost"
note "the mail waited at the server and came"
## A whole campaign at once: the player answers each mail, the program is killed at any moment.

printf '== %s, a campaign that goes on at once\n' "$solo"
(cd "$place/campaigns" && as_owner "$place/bin/umpire" new "$solo" --scenario napoleon/italy-1800 >/dev/null)
cat >"$place/campaigns/$solo/umpire.yaml" <<CONF
zone: UTC
pace: at once
report: {png: false}
mail:
  address: $solo@games.example
  umpire: umpire.$solo@games.example
  send: smtp
  smtp: {server: localhost, port: $smtp, tls: starttls, user: sender, password: {env: UMPIRE_SMTP}, certificate: $place/cert.pem}
CONF
game "$solo" trust --yes >/dev/null
game "$solo" player add Ada --address "ada.$solo@post.example" --power france >/dev/null
game "$solo" start --defaults >/dev/null
game "$solo" send >/dev/null
reads "$solo" "$solo: welcome, Ada"
post="$place/mail/post/ada.$solo"
mkdir -p "$place/sent"
asked() { # The season that a mail asks for, by the form with it; nothing when the campaign is over.
    sed -n 's/^season: \([a-z0-9 ()]*\).*/\1/p' "$1" | sed -n 1p
}
newest() { # The newest mail to the player with a form, or the last one.
    find "$post/new" "$post/cur" -type f -exec grep -l '^season: \|With this report the campaign ends' {} + |
        xargs -r ls -t | sed -n 1p
}
seasons=0 kills=0 slowest=0 all=0 last=''
while true; do
    mail=$(newest)
    season=$(asked "$mail")
    grep -q 'With this report the campaign ends' "$mail" && break
    [ -n "$season" ] && [ "$season" != "$last" ] || fail "$solo: the newest mail asks for \`$season\` after \`$last\`"
    last=$season seasons=$((seasons + 1))
    [ "$seasons" -lt 120 ] || fail "$solo: the campaign does not end"
    printf 'season: %s\npower: france\nnote to umpire: on we go\n' "$season" >"$place/$solo.yaml"
    began=$(date +%s%N)
    player_sends "$solo" "$place/$solo.yaml" "in the text"
    for try in $(seq 200); do
        # Every other run is killed: in the middle of reading, of playing or of sending.
        if [ $((try % 2)) = 1 ] && [ "$try" -lt 6 ]; then
            (cd "$place/campaigns/$solo" && UMPIRE_SMTP=secret timeout -s KILL "0.0$((RANDOM % 90 + 10))" \
                setpriv --reuid="$owner" --regid="$owner" --clear-groups env -u UMPIRE_CAMPAIGN -u XDG_STATE_HOME \
                HOME="$place/home" "$place/bin/umpire" intake --maildir "$place/mail/games/$solo") >>"$place/intake.log" 2>&1 || kills=$((kills + 1))
        else
            # Killed after the last season, what waits is sent, and nothing more is taken in.
            game "$solo" intake --maildir "$place/mail/games/$solo" >>"$place/intake.log" 2>"$place/intake.err" ||
                grep -q 'the campaign has ended' "$place/intake.err" || fail "$solo: $(cat "$place/intake.err")"
            game "$solo" send >>"$place/intake.log"
        fi
        # Who is killed while a server says yes sends that mail once more: the same season again.
        now=$(newest)
        [ "$(asked "$now")" = "$season" ] || break
        sleep 0.05
    done
    [ "$(asked "$now")" != "$season" ] || fail "$solo: no report came for $season"
    took=$((($(date +%s%N) - began) / 1000000))
    all=$((all + took))
    [ "$took" -le "$slowest" ] || slowest=$took
done
note "$seasons seasons, killed $kills times; from sheet to report $((all / seasons)) ms, $slowest at most"
game "$solo" verify >"$place/verify.log" || { tail -n 5 "$place/verify.log"; fail "$solo: verification failed"; }
game "$solo" reveal >/dev/null
game "$solo" send >/dev/null
reads "$solo" "reveal.json"
mkdir -p "$place/all"
find "$post/new" "$post/cur" -type f -exec cp {} "$place/all/" \;
cp "$place"/sent/*.eml "$place/all/"
chmod -R a+rX "$place/all"
"$place/bin/umpire" verify --public "$place/all" >"$place/public.log" || { tail -n 20 "$place/public.log"; fail "$solo: the mails prove nothing"; }
[ "$(grep -c ': verified;' "$place/public.log")" = "$seasons" ] || fail "$solo: not every season is proved"
note "proved with the player's mails alone"
printf '\nFour ways in, one way out: all was read.\n'
