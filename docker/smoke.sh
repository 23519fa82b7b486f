#!/usr/bin/env bash
# Checks the sample shop behind the gateway. Prints one line for each check; the exit code is 0 if all pass.
# smoke.sh [URL]   URL of the gateway (default: https://localhost:8443)
# shellcheck disable=SC2317 # the functions are called through check
set -uo pipefail

url=${1:-https://localhost:8443}
url=${url%/}
failed=0

# check NAME COMMAND…: passes if the command succeeds.
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

# responds VERSION STATUS PATH [OPTION…]: succeeds if the final response has this protocol version and status.
responds() {
  local version=$1 status=$2 path=$3 got
  shift 3
  got=$(fetch -o /dev/null -w '%{http_version} %{http_code}' "$@" "$url$path")
  [[ $got == "$version $status" ]] && return
  printf '      %s: %s (expected: %s)\n' "$path" "$got" "$version $status"
  return 1
}

# has_field FIELD PATTERN PATH [OPTION…]: succeeds if the response has the field with a matching value.
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
  # The cookie of the second request contains the assets that the first was sent.
  local cookie
  cookie=$(nghttp -nv "$url/" 2>/dev/null | grep -oE 'set-cookie: lychgate_casper=[^;]*' | head -n 1 | cut -d' ' -f2)
  [[ -n $cookie ]] && ! nghttp -nv -H "cookie: $cookie" "$url/" 2>/dev/null | grep -A12 'recv PUSH_PROMISE' | grep -qF "$style"
}
echoes_form() { fetch -d 'name=Vera&note=at+the+gate' "$url/echo" | grep -q '"note": "at the gate"'; }
uploads() { head -c 3000000 /dev/zero | fetch --http2 -T - "$url/upload" | grep -q '"octets": 3000000'; }
streams() { [[ $(fetch -N "$url/stream?lines=3&ms=10" | wc -l) -eq 3 ]]; }

check 'a page over HTTP/1.1' responds 1.1 200 / --http1.1
check 'a page over HTTP/2' responds 2 200 / --http2
if curl --version | grep -qw HTTP3; then
  check 'a page over HTTP/3' responds 3 200 / --http3-only
else
  skip 'a page over HTTP/3 (not supported by this curl)'
fi
check 'HTTP/3 is advertised' has_field alt-svc 'h3=' /
check 'an asset from disk' responds 2 200 "$style" --http2
check 'its compressed twin' has_field content-encoding br "$style" -H 'accept-encoding: br'
check 'it may be cached for a year' has_field cache-control 'max-age=31536000' "$style"
check 'one 103 ahead of a navigation' sends_hints
if command -v nghttp >/dev/null; then
  check 'pushes to a client that accepts them' pushes
  check 'no push of an asset that the client has' pushes_once
else
  skip 'pushes (nghttp is not installed)'
fi
check 'a form reaches the application' echoes_form
check 'an upload of 3 MB' uploads
check 'a streamed response' streams
check 'a missing page' responds 2 404 /nothing-here --http2
check 'a failing application is passed on' responds 2 500 '/fail?how=status' --http2
check 'a broken upstream connection is a 502' responds 2 502 '/fail?how=reset' --http2
exit "$failed"
