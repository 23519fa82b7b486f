# shellcheck shell=bash disable=SC2154 # names like `state` come from the launcher
# Sourced by the launcher for `lychgate demo`: the sample shop and the gateway in front of it, everything under $state/demo.

origin=$home/docker/origin

# Builds the sample site when there is none, or when what it is made of changed.
ensure_site() {
  [[ -f $origin/dist/assets.json && -z $(find "$origin" \( -name node_modules -o -name dist \) -prune -o \
    -newer "$origin/dist/assets.json" \( -name '*.mjs' -o -name '*.json' -o -path '*/site/*' \) -print -quit) ]] && return
  has node || fail "node: not found (expected: Node.js 20 or newer on PATH; the sample application runs on it)"
  has npm || fail "npm: not found (expected: on PATH; the sample site is made of npm packages)"
  say "Building the sample site"
  if ! (cd "$origin" && npm ci --no-audit --no-fund --loglevel=error && node build-site.mjs) >"$state/site.log" 2>&1; then
    tail -n 20 "$state/site.log" >&2
    fail "sample site: not built (log: $state/site.log)"
  fi
}

# announce PID PORT ADMIN_PORT LOGIN: waits until the gateway listens, then says where; gives up when the gateway does.
announce() {
  local gateway=$1 public_port=$2 admin_port=$3 login=$4
  await_listening "$gateway" "$public_port" "$admin_port" || return 0
  cat <<TEXT

  Sample shop   https://localhost:$public_port/
  Admin UI      https://localhost:$admin_port/
  Login         $login
  Certificate   $LYCHGATE_DEMO_DIR/certs/site.pem (self-signed: the browser asks once; curl takes it with --cacert)
  Ctrl-C ends the gateway and the sample application.

TEXT
}

demo() {
  is_stale && build
  train
  ensure_site
  export LYCHGATE_DEMO_DIR=$state/demo LYCHGATE_DEMO_SITE=$origin/dist
  local public_port=${LYCHGATE_DEMO_PORT:-8443} admin_port=${LYCHGATE_DEMO_ADMIN_PORT:-9443}
  mkdir -p "$LYCHGATE_DEMO_DIR"
  ensure_certificate "$LYCHGATE_DEMO_DIR/certs"
  local port
  for port in "$public_port" "$admin_port"; do
    is_listening "$port" && fail "port $port: in use (expected: free; LYCHGATE_DEMO_PORT and LYCHGATE_DEMO_ADMIN_PORT choose others)"
  done
  local login="admin, with the one-time password that the gateway prints this once"
  [[ -f $LYCHGATE_DEMO_DIR/lychgate.db ]] &&
    login="admin, with the password of an earlier start (a new one: ./lychgate demo --admin-password-file FILE)"
  free_port 3080
  export LYCHGATE_DEMO_ORIGIN=http://127.0.0.1:$REPLY
  export LYCHGATE_DEMO_LISTEN=${LYCHGATE_DEMO_LISTEN:-0.0.0.0:$public_port} LYCHGATE_DEMO_ADMIN=127.0.0.1:$admin_port
  # The gateway inherits the other end of this pipe: when it ends, however it ends, so does the sample application.
  # shellcheck disable=SC2093 # no command: the redirection stays for the rest of the process
  exec 9> >(EXIT_WITH_PARENT=1 PORT=$REPLY exec node "$origin/server.mjs")
  # Twice in the background, so that nobody has to collect it when it is done.
  (announce $$ "$public_port" "$admin_port" "$login" 9>&- &)
  exec_java run -c "$home/docker/demo.yaml" "$@"
}
