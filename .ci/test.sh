# shellcheck shell=bash disable=SC2154 # names like `state` come from the launcher
# Sourced by the launcher for `lychgate test`: installs the tools of the tests, runs all tests, and prints a summary.

# Programs that the tests call, with their Debian packages.
declare -A needed_packages=(
  [curl]=curl [openssl]=openssl [nghttp]=nghttp2-client [h2load]=nghttp2-client [haproxy]=haproxy
  [chromium]=chromium [firefox-esr]=firefox-esr [redis-server]=redis-server [pgbouncer]=pgbouncer [shellcheck]=shellcheck [mvn]=maven
)

as_root() { if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi; }

install_needs() {
  local tool
  local -A missing=()
  for tool in "${!needed_packages[@]}"; do has "$tool" || missing[${needed_packages[$tool]}]=1; done
  ((${#missing[@]} == 0)) && return 0
  has apt-get || {
    say "Not installed, and apt-get is missing: ${!missing[*]} (tests that need them report it)"
    return 0
  }
  say "Installing ${!missing[*]}"
  {
    as_root apt-get update -qq
    DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "${!missing[@]}"
  } >"$state/apt.log" 2>&1 || say "apt-get failed (log: $state/apt.log); tests that need the packages report it"
}

# promtool is part of Debian's package of Prometheus. It is unpacked, not installed: an installed package starts a server.
PATH=$state/promtool/usr/bin:$PATH
fetch_promtool() {
  has promtool && return
  has apt-get || {
    say "Not installed, and apt-get is missing: promtool (tests that need it report it)"
    return 0
  }
  say "Fetching promtool"
  mkdir -p "$state/promtool"
  (cd "$state/promtool" && rm -f prometheus_*.deb && { apt-get download -q prometheus || { as_root apt-get update -qq && apt-get download -q prometheus; }; } &&
    dpkg-deb -x prometheus_*.deb . && rm -f prometheus_*.deb) >>"$state/apt.log" 2>&1 ||
    say "promtool: not fetched (log: $state/apt.log); tests that need it report it"
}

summary=()
failed=0

# step NAME COMMAND…: runs a command and adds a line to the summary.
step() {
  local name=$1 began=$SECONDS verdict=passed
  shift
  say "" "== $name"
  "$@" || verdict=FAILED failed=1
  summary+=("$(printf '%-58s %-7s %4d s' "$name" "$verdict" $((SECONDS - began)))")
}

# verify_all [JAVA]: builds and tests everything, and tests again with the program java of the oldest supported JDK.
verify_all() {
  touch "$state/build-began" "$state/tests-began"
  # In two threads: the tests of the UI run beside the compiler of the gateway, and the benchmarks are built beside the tests on the
  # oldest JDK.
  run_maven "$state/verify.log" -T 2 verify ${1:+"-Dfloor.jvm=$1"} || {
    [[ -z ${1:-} ]] || ! grep -qE 'lychgate-gateway-floor .* SKIPPED' "$state/verify.log" || say "The tests on JDK 17 did not run, because the build failed before them."
    return 1
  }
  mv "$state/build-began" "$built_stamp"
  say "  $(count_tests casper scheduler plugin-api example-plugin gateway) tests of casper, scheduler, plugin-api, example-plugin and gateway"
  [[ -z ${1:-} ]] || say "  $(count_tests gateway/floor) of them again on JDK 17"
}

# count_tests MODULE…: prints the number of tests in the reports of the last run.
count_tests() {
  (cd "$home" && find "${@/%//target}" -path '*-reports/TEST-*.xml' -newer "$state/tests-began" -exec grep -ho '<testcase ' {} + 2>/dev/null) | wc -l
}

# Fails if a buffer was never released: this fails no assertion, as Netty only logs it.
check_leaks() {
  local hits
  hits=$(grep -rlE 'LEAK: ' "$home"/{casper,scheduler,plugin-api,example-plugin,gateway,gateway/floor}/target/*-reports "$state/verify.log" 2>/dev/null || true)
  [[ -z $hits ]] && return
  say "Netty reported leaked buffers in:" "$hits"
  return 1
}

check_shop() {
  ensure_site
  (cd "$home/docker/origin" && node --test && cd ../crowd && node --test) >"$state/shop.log" 2>&1 || {
    tail -n 40 "$state/shop.log" >&2
    return 1
  }
}

# Checks the dashboard against Grafana's own types, in the version of package-lock.json.
check_dashboard() {
  local work=$state/dashboard
  mkdir -p "$work"
  {
    cp "$home"/docker/grafana/check/package*.json "$work" &&
      { cmp -s "$work/package-lock.json" "$work/installed.json" ||
        { (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) && cp "$work/package-lock.json" "$work/installed.json"; }; } &&
      {
        printf "import type { Dashboard } from '@grafana/schema';\nexport default (\n"
        cat "$home/docker/grafana/dashboards/lychgate.json"
        printf ') satisfies Dashboard;\n'
      } >"$work/dashboard.ts" &&
      (cd "$work" && node_modules/.bin/tsc --noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext dashboard.ts)
  } >"$state/dashboard.log" 2>&1 || {
    tail -n 40 "$state/dashboard.log" >&2
    return 1
  }
}

# Checks the link emulator of the benchmarks. Its tests of namespaces are skipped if there can be none.
check_link() {
  (cd "$home/jmh/link" && go vet . && go test .) >"$state/link.log" 2>&1 || {
    tail -n 40 "$state/link.log" >&2
    return 1
  }
}

check_scripts() {
  has shellcheck || fail "shellcheck: not found (expected: on PATH)"
  (cd "$home" && git ls-files -z -- lychgate .ci docker jmh | xargs -0 grep -lZE '^(#!.*bash|# shellcheck shell=bash)' | xargs -0 shellcheck)
}

# Checks the clients of the benchmarks. Go downloads the modules of go.sum.
check_clients() {
  local client
  for client in stage abuse chaos protocols visits volume; do
    (cd "$home/jmh/$client" && go vet . && go test .) >"$state/$client.log" 2>&1 || {
      tail -n 40 "$state/$client.log" >&2
      return 1
    }
  done
}

# Sets REPLY to a JDK 17, the oldest supported one; fails if the machine has none.
find_floor() {
  local dir
  for dir in /usr/lib/jvm/* "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/*; do
    # Some tests compile: a runtime without javac would fail them.
    if [[ -x $dir/bin/javac ]] && read_jdk "$dir" && ((REPLY / 1000000 == 17)); then
      REPLY=$dir
      return
    fi
  done
  return 1
}

# require_test_class NAME: fails unless a class of a module with tests has this name. Maven would pass without running any test.
require_test_class() {
  local class=${1%%#*}
  [[ -n $(find "$home"/{casper,scheduler,plugin-api,example-plugin,gateway}/src/test/java -name "${class##*.}.java" -print -quit) ]] ||
    fail "test: $1 (expected: a test class of casper, scheduler, plugin-api, example-plugin or gateway, such as RouterRegexTest)"
}

# Runs test classes by name. Only changed files are compiled, so a class that uses a changed signature may be stale: then everything
# is compiled again. Arguments that begin with -D are properties of the tests.
run_named_tests() {
  local names name began=$SECONDS log=$state/test-named.log
  local -a properties=()
  while [[ ${1-} == -D* ]]; do
    properties+=("$1")
    shift
  done
  (($# > 0)) || fail "test: ${properties[*]} (expected: names of test classes behind it)"
  for name in "$@"; do require_test_class "$name"; done
  names=$(IFS=,; printf '%s' "$*")
  ensure_writable
  find_jdk javac
  forget_removed_classes
  if ! run_named "$log" "$names" "${properties[@]}"; then
    grep -qE 'NoSuch(Method|Field)Error|AbstractMethodError|IncompatibleClassChangeError|NoClassDefFoundError' "$log" || exit 1
    say "Compiling everything, because a signature has changed"
    rm -rf "$home"/{casper,scheduler,plugin-api,example-plugin,gateway}/target/quick
    run_named "$log" "$names" "${properties[@]}" || exit 1
  fi
  sed -nE "s/^\\[(INFO|WARNING)\\] (Tests run:.*Time elapsed.*)/\\2/p" "$log" | grep . || fail "test: $* (expected: methods of these classes, as in Http1IT#keepsAlive)"
  say "Passed in $((SECONDS - began)) s"
}

# Removes the compiled classes of source files that were removed, moved or renamed: Maven keeps them, and would run their tests.
forget_removed_classes() {
  local classes class sources
  for classes in "$home"/{casper,scheduler,plugin-api,example-plugin,gateway}/target/quick/target/{classes,test-classes}; do
    [[ -d $classes ]] || continue
    sources=${classes%/target/quick/target/*}/src/main/java
    [[ $classes == */test-classes ]] && sources=${sources%/main/java}/test/java
    while IFS= read -r class; do
      [[ -f $sources/$class.java ]] || rm -f "$classes/$class.class" "$classes/$class"\$*.class
    done < <(cd "$classes" && find . -name '*.class' ! -name '*$*' | sed 's/^\.\///; s/\.class$//')
  done
}

# run_named LOG NAMES [-DPROPERTY=VALUE…]
run_named() {
  local log=$1 names=$2
  shift 2
  run_maven "$log" -o -Pquick -pl gateway -am -DskipUi -Denforcer.skip -Dtest="$names" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dforbiddenapis.skip=true "$@" test-compile surefire:test ||
    { grep -q 'offline mode' "$log" && run_maven "$log" -Pquick -pl gateway -am -DskipUi -Dtest="$names" \
      -Dsurefire.failIfNoSpecifiedTests=false "$@" test-compile surefire:test; }
}

# Unit tests and all checks of the Java build, without stories and the admin UI.
run_fast_tests() {
  local began=$SECONDS
  ensure_writable
  find_jdk javac
  run_maven "$state/test-fast.log" -pl casper,scheduler,plugin-api,example-plugin,gateway,admin-ui -DskipUi -DskipITs verify || exit 1
  say "Passed in $((SECONDS - began)) s"
}

# The checks of everything but the Java build and the admin UI. They share nothing with the build, so they run beside its first
# minutes, in the processor time that it leaves; tests that measure time come much later.
check_others() {
  renice -n 10 -p "$BASHPID" >/dev/null || true
  summary=()
  trap 'printf "%s\n" "${summary[@]}" >"$state/others.summary"' EXIT
  step "sample shop and its crowd" check_shop
  step "dashboard (Grafana's types)" check_dashboard
  if has go; then
    step "link emulator" check_link
    step "clients of the benchmarks" check_clients
  else
    summary+=("link emulator                         not run: no Go on this machine"
      "clients of the benchmarks             not run: no Go on this machine")
  fi
  step "shell scripts (shellcheck)" check_scripts
  exit "$failed"
}

# await_others PROCESS: adds the results of check_others to the summary.
await_others() {
  local verdict=passed lines=()
  wait "$1" || verdict=FAILED failed=1
  [[ $verdict == passed ]] || cat "$state/others.log" >&2
  mapfile -t lines <"$state/others.summary"
  summary+=("${lines[@]}")
}

run_tests() {
  # shellcheck source=docker/demo.sh
  . "$home/docker/demo.sh"
  local began=$SECONDS others
  ensure_writable
  install_needs
  fetch_promtool
  find_jdk javac
  check_others >"$state/others.log" 2>&1 &
  others=$!
  if ((jdk_major == 17)); then
    step "build, gates and tests on JDK 17" verify_all
  elif find_floor; then
    step "build, gates and tests on JDK $jdk_major and 17" verify_all "$REPLY/bin/java"
  else
    step "build, gates and tests on JDK $jdk_major" verify_all
    summary+=("tests again on JDK 17                  not run: no JDK 17 on this machine")
  fi
  step "no leaked buffers" check_leaks
  await_others "$others"
  say "" "Summary ($((SECONDS - began)) s)" "${summary[@]}"
  ((failed == 0)) || fail "tests: failed (logs: $state)"
}
