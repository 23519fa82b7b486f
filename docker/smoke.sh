#!/usr/bin/env bash
# Is the sample shop behind the gateway whole? One line for each check; the exit code is the verdict.
# smoke.sh [URL]   URL of the gateway (default: https://localhost:8443)
# shellcheck disable=SC2317 # the functions are called through check
set -uo pipefail

url=${1:-https://localhost:8443}
url=${url%/}
failed=0

# check NAME COMMAND…: passes when the command does.
check() {
  local name=$1
  shift
  if "$@"; then printf 'ok    %s\n' "$name"; else
    printf 'FAIL  %s\n' "$name"
    failed=1
  fi
}
skip() { printf 'skip  %s\n' "$1"; }
fetch() { curl -sk --max-time 20 "$@"; }

# answers VERSION STATUS PATH [OPTION…]: the final response has this protocol version and status.
answers() {
  local version=$1 status=$2 path=$3 got
  shift 3
  got=$(fetch -o /dev/null -w '%{http_version} %{http_code}' "$@" "$url$path")
  [[ $got == "$version $status" ]] && return
  printf '      %s: %s (expected: %s)\n' "$path" "$got" "$version $status"
  return 1
}

# has_field FIELD PATTERN PATH [OPTION…]: the response carries the field with such a value.
has_field() {
  local field=$1 pattern=$2 path=$3
  shift 3
  fetch -o /dev/null -D - "$@" "$url$path" | tr -d '\r' | grep -iqE "^$field: .*$pattern"
}

page=$(fetch "$url/")
style=$(grep -oE '/assets/site\.[0-9a-f]+\.css' <<<"$page" | head -n 1)

sends_hints() {
  fetch --http2 -o /dev/null -D - -H 'Sec-Fetch-Mode: navigate' -H 'Sec-Fetch-Dest: document' "$url/" | tr -d '\r' |
    awk '/^HTTP\/2 103/ {hints = 1; next} hints && /^link: .*rel=preload/ {found = 1} /^HTTP\/2 200/ {exit} END {exit !found}'
}
pushes() { nghttp -nv "$url/" 2>/dev/null | grep -q 'recv PUSH_PROMISE'; }
pushes_once() {
  # The second request says by its cookie what the first was sent.
  local cookie
  cookie=$(nghttp -nv "$url/" 2>/dev/null | grep -oE 'set-cookie: lychgate_casper=[^;]*' | head -n 1 | cut -d' ' -f2)
  [[ -n $cookie ]] && ! nghttp -nv -H "cookie: $cookie" "$url/" 2>/dev/null | grep -A12 'recv PUSH_PROMISE' | grep -qF "$style"
}
echoes_form() { fetch -d 'name=Vera&note=at+the+gate' "$url/echo" | grep -q '"note": "at the gate"'; }
uploads() { head -c 3000000 /dev/zero | fetch --http2 -T - "$url/upload" | grep -q '"octets": 3000000'; }
streams() { [[ $(fetch -N "$url/stream?lines=3&ms=10" | wc -l) -eq 3 ]]; }

check 'a page over HTTP/1.1' answers 1.1 200 / --http1.1
check 'a page over HTTP/2' answers 2 200 / --http2
if curl --version | grep -qw HTTP3; then
  check 'a page over HTTP/3' answers 3 200 / --http3-only
else
  skip 'a page over HTTP/3 (this curl has none)'
fi
check 'HTTP/3 is advertised' has_field alt-svc 'h3=' /
check 'an asset from disk' answers 2 200 "$style" --http2
check 'its compressed twin' has_field content-encoding br "$style" -H 'accept-encoding: br'
check 'it may be kept for a year' has_field cache-control 'max-age=31536000' "$style"
check 'one 103 ahead of a navigation' sends_hints
if command -v nghttp >/dev/null; then
  check 'promises to a client that takes them' pushes
  check 'no promise of what the client has' pushes_once
else
  skip 'pushes (nghttp is not installed)'
fi
check 'a form reaches the application' echoes_form
check 'an upload of 3 MB' uploads
check 'a streamed answer' streams
check 'a missing page' answers 2 404 /nothing-here --http2
check 'a failing application is passed on' answers 2 500 '/fail?how=status' --http2
check 'a broken upstream connection is a 502' answers 2 502 '/fail?how=reset' --http2
exit "$failed"
