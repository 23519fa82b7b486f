#!/usr/bin/env bash
# Entry point of the image. If no certificate or no static files are mounted or named, `lychgate init` creates them once in the
# volume, so that the image starts without preparation. Then it executes the launcher.
set -euo pipefail

launcher=${LYCHGATE_LAUNCHER:-/opt/lychgate/bin/lychgate}
conf=${LYCHGATE_CONF:-/etc/lychgate}
starter=${LYCHGATE_VAR:-/var/lib/lychgate}/starter

needs_certificate() { [[ -z ${LYCHGATE_CERTIFICATE:-} && ! -e $conf/certs/site.pem ]]; }
needs_public() { [[ -z ${LYCHGATE_PUBLIC:-} && ! -d $conf/public ]]; }

if [[ ${1:-} == run || ${1:-} == check ]] && { needs_certificate || needs_public; }; then
  [[ -e $starter/gateway.yaml ]] || "$launcher" init "$starter" >/dev/null
  if needs_certificate; then
    printf 'lychgate: no certificate mounted or named by LYCHGATE_CERTIFICATE; using the self-signed %s\n' \
      "$starter/certs/site.pem" >&2
    export LYCHGATE_CERTIFICATE=$starter/certs/site.pem LYCHGATE_KEY=$starter/certs/site.key
  fi
  if needs_public; then export LYCHGATE_PUBLIC=$starter/public; fi
fi
exec "$launcher" "$@"
