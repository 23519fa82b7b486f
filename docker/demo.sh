# shellcheck shell=bash disable=SC2154 # names like `state` come from the launcher
# Sourced by the launcher for `lychgate demo`: runs the sample shop and the gateway in front of it, with all state in $state/demo.

origin=$home/docker/origin

# Builds the sample site if it is missing or its sources have changed.
ensure_site() {
  [[ -f $origin/dist/assets.json && -z $(find "$origin" \( -name node_modules -o -name dist \) -prune -o \
    -newer "$origin/dist/assets.json" \( -name '*.mjs' -o -name '*.json' -o -path '*/site/*' \) -print -quit) ]] && return
  has node || fail "node: not found (expected: Node.js 20 or newer on PATH, for the sample application)"
  has npm || fail "npm: not found (expected: on PATH, to build the sample site)"
  say "Building the sample site"
  if ! (cd "$origin" && npm ci --no-audit --no-fund --loglevel=error && node build-site.mjs) >"$state/site.log" 2>&1; then
    tail -n 20 "$state/site.log" >&2
    fail "sample site: not built (log: $state/site.log)"
  fi
}

# ensure_authority DIRECTORY: creates a certificate authority (ca.pem, ca.key) for this machine, once. It can sign only for
# localhost (RFC 5280 4.2.1.10), so the risk of trusting it is small.
ensure_authority() {
  local directory=$1
  mkdir -p "$directory"
  if [[ -f $directory/ca.key ]] && openssl x509 -in "$directory/ca.pem" -noout -checkend 2592000 >/dev/null 2>&1; then return; fi
  has openssl || fail "openssl: not found (expected: on PATH, to create a certificate)"
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -sha256 \
    -subj "/CN=Lychgate demo on $(uname -n | cut -c1-40)" \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign,cRLSign \
    -addext 'nameConstraints=critical,permitted;DNS:localhost,permitted;IP:127.0.0.1/255.255.255.255,permitted;IP:::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' \
    -keyout "$directory/ca.key" -out "$directory/ca.pem") >"$state/openssl.log" 2>&1 ||
    fail "certificate authority: not created (log: $state/openssl.log)"
}

# ensure_signed_certificate DIRECTORY: creates the demo's certificate (site.pem, site.key), signed by the authority there. It is
# replaced in its last week, or if another authority signed it.
ensure_signed_certificate() {
  local directory=$1
  ensure_authority "$directory"
  if [[ -f $directory/site.key ]] && openssl x509 -in "$directory/site.pem" -noout -checkend 604800 >/dev/null 2>&1 &&
    openssl verify -CAfile "$directory/ca.pem" "$directory/site.pem" >/dev/null 2>&1; then return; fi
  (
    umask 077
    printf '%s\n' subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1 basicConstraints=critical,CA:FALSE \
      keyUsage=critical,digitalSignature extendedKeyUsage=serverAuth authorityKeyIdentifier=keyid >"$directory/site.ext" &&
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -subj /CN=localhost \
        -keyout "$directory/site.key" -out "$directory/site.csr" &&
      openssl x509 -req -in "$directory/site.csr" -CA "$directory/ca.pem" -CAkey "$directory/ca.key" -days 397 -sha256 \
        -set_serial "0x$(openssl rand -hex 16)" -extfile "$directory/site.ext" -out "$directory/site.pem" &&
      # With its issuer, the gateway finds the chain complete.
      cat "$directory/ca.pem" >>"$directory/site.pem" &&
      rm -f "$directory/site.csr" "$directory/site.ext"
  ) >"$state/openssl.log" 2>&1 || fail "certificate: not created (log: $state/openssl.log)"
}

# Prints the base64 of the SHA-256 of a certificate's public key, in Chromium's format.
key_hash() {
  openssl x509 -in "$1" -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl enc -base64
}

# Prints how to make each kind of client trust the demo.
trust_lines() {
  local directory=$1 port=$2 authority
  printf -v authority %q "$directory/ca.pem"
  cat <<TEXT
  Trust it      until then browsers warn and cache nothing (certutil is in libnss3-tools or nss-tools):
    Chromium    mkdir -p ~/.pki/nssdb && certutil -d "sql:\$HOME/.pki/nssdb" -A -t C,, -n lychgate-demo -i $authority
    Firefox     for p in ~/.mozilla/firefox/*.*/; do certutil -d "sql:\$p" -A -t C,, -n lychgate-demo -i $authority; done
    curl        curl --cacert $authority https://localhost:$port/
    or not      chromium --user-data-dir=\$(mktemp -d) --ignore-certificate-errors-spki-list=$(key_hash "$directory/site.pem") https://localhost:$port/
TEXT
}

# announce PID PORT ADMIN_PORT LOGIN: waits until the gateway listens, then prints its addresses; stops if the gateway ends.
announce() {
  local gateway=$1 public_port=$2 admin_port=$3 login=$4
  await_listening "$gateway" "$public_port" "$admin_port" || return 0
  cat <<TEXT

  Sample shop   https://localhost:$public_port/
  Admin UI      https://localhost:$admin_port/
  Sign in       $login
  Certificate   signed by $LYCHGATE_DEMO_DIR/certs/ca.pem, which is valid only for localhost
$(trust_lines "$LYCHGATE_DEMO_DIR/certs" "$public_port")
  Ctrl-C ends the gateway and the sample application.

TEXT
}

# Sets story, story_after, story_visitors and rest (the options of the gateway) from the arguments of the demo.
read_demo_arguments() {
  story='' story_after=120 story_visitors=12 rest=()
  local given=''
  while (($# > 0)); do
    case $1 in
      --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
      --story | --after | --visitors | --admin-password-file)
        (($# > 1)) || fail "demo: $1: no value (expected: one, see ./lychgate demo --help)"
        case $1 in
          --story) story=$2 ;;
          --after) story_after=$2 given=$1 ;;
          --visitors) story_visitors=$2 given=$1 ;;
          --admin-password-file)
            [[ -r $2 ]] || fail "demo: --admin-password-file: $2: cannot be read (expected: a file with the password in its first line)"
            rest=("$1" "$2")
            ;;
        esac
        shift 2
        ;;
      *) fail "demo: $1 (expected: --story, --after, --visitors or --admin-password-file, see ./lychgate demo --help)" ;;
    esac
  done
  [[ -z $story || $story == h2 ]] || fail "demo: --story: $story (expected: h2)"
  [[ -n $story || -z $given ]] || fail "demo: $given without --story (expected: --story h2 $given …)"
  is_within "$story_after" 86400 || fail "demo: --after: $story_after (expected: seconds, 1 to 86400)"
  is_within "$story_visitors" 200 || fail "demo: --visitors: $story_visitors (expected: 1 to 200)"
}

# is_within TEXT MAX: succeeds for a whole number of 1 to MAX.
is_within() { [[ $1 =~ ^[1-9][0-9]{0,8}$ ]] && (($1 <= $2)); }

# write_story_config FILE: writes the demo's configuration with HTTP/1.1 only.
write_story_config() {
  sed 's|protocols: \[h3, h2, http/1.1\]|protocols: [http/1.1]|' "$home/docker/demo.yaml" >"$1"
  grep -q 'protocols: \[http/1.1\]' "$1" || fail "$home/docker/demo.yaml: other protocols (expected: [h3, h2, http/1.1])"
}

demo() {
  local story story_after story_visitors rest config=$home/docker/demo.yaml
  read_demo_arguments "$@"
  local public_port=${LYCHGATE_DEMO_PORT:-8443} admin_port=${LYCHGATE_DEMO_ADMIN_PORT:-9443} port
  # First, because a build takes some minutes.
  for port in "$public_port" "$admin_port"; do
    is_within "$port" 65535 || fail "port: $port (expected: 1 to 65535 in LYCHGATE_DEMO_PORT and LYCHGATE_DEMO_ADMIN_PORT)"
    is_listening "$port" && fail "port $port: in use (expected: free; set LYCHGATE_DEMO_PORT and LYCHGATE_DEMO_ADMIN_PORT to other ports)"
  done
  ensure_state
  is_stale && build
  train
  ensure_site
  export LYCHGATE_DEMO_DIR=$state/demo LYCHGATE_DEMO_SITE=$origin/dist
  mkdir -p "$LYCHGATE_DEMO_DIR"
  ensure_signed_certificate "$LYCHGATE_DEMO_DIR/certs"
  local login="admin, with the one-time password that the gateway prints at this start"
  [[ -f $LYCHGATE_DEMO_DIR/lychgate.db ]] &&
    login="admin, with the password of an earlier start (a new one: ./lychgate demo --admin-password-file FILE)"
  [[ " ${rest[*]} " != *" --admin-password-file "* ]] || login="admin, with the password of --admin-password-file"
  free_port 3080
  export LYCHGATE_DEMO_ORIGIN=http://127.0.0.1:$REPLY
  export LYCHGATE_DEMO_LISTEN=${LYCHGATE_DEMO_LISTEN:-0.0.0.0:$public_port} LYCHGATE_DEMO_ADMIN=127.0.0.1:$admin_port
  # The gateway inherits the other end of this pipe: when the gateway ends in any way, the sample application ends, too.
  # shellcheck disable=SC2093 # no command: the redirection applies to the rest of the process
  exec 9> >(EXIT_WITH_PARENT=1 PORT=$REPLY exec node "$origin/server.mjs")
  if [[ $story == h2 ]]; then
    config=$LYCHGATE_DEMO_DIR/story.yaml
    write_story_config "$config"
    # shellcheck disable=SC2093 # as above
    exec 8> >(exec 9>&- node "$home/docker/crowd/story.mjs" --url "https://localhost:$public_port" --config "$config" \
      --savings "https://localhost:$admin_port/savings" --after "$story_after" --visitors "$story_visitors")
  fi
  # Twice in the background, so that no process must wait for its end.
  (announce $$ "$public_port" "$admin_port" "$login" 8>&- 9>&- &)
  exec_java run -c "$config" "${rest[@]}"
}
