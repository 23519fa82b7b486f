#!/usr/bin/env bash
# Benchmarks, called by `lychgate bench`:
#   peers [OPTION…]       Lychgate and other gateways under the same load, side by side (peers --help)
#   abuse [OPTION…]       latency of ordinary requests while gateways are attacked in 45 ways (abuse --help; needs Go)
#   chaos [OPTION…]       requests that fail, and why, while the servers behind the gateway fail in nine ways (chaos --help; needs Go)
#   volume [OPTION…]      memory of Lychgate with a small heap while 10 GB pass each way (Linux; volume --help; needs Go)
#   page [OPTION…]        page loads in real browsers over an emulated link, beside H2O (Linux, root; page --help)
#   script [OPTION…]      cost of the script for page timings in Chromium (Linux, root; script --help)
#   protocols [OPTION…]   HTTP/1.1, HTTP/2 and HTTP/3 over an emulated link with loss (Linux, root; protocols --help)
#   urgency [OPTION…]     delay until a response that becomes urgent is sent, beside H2O and nginx (Linux, root; urgency --help)
#   flame [OPTION…]       flame graphs of Lychgate under the loads of peers (flame --help)
#   scale [OPTION…]       cost per request by number of routes, connections, rules, cookies, revisions (scale --help)
#   link run [OPTION…] -- COMMAND…  COMMAND at the client's end of an emulated link (Linux, root; needs Go once)
#   commits BEFORE AFTER NAME  the JMH benchmarks whose names match NAME, alternating between two commits (commits --help)
#   jmh [NAME [OPTION…]]  the JMH benchmarks whose names match NAME, with allocated bytes; without NAME, a list of all
set -euo pipefail

home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
jar=$home/jmh/target/benchmarks.jar
readonly home jar

fail() {
  printf 'lychgate bench: %s\n' "$*" >&2
  exit 1
}

# Sets java_home and java_major to the newest JDK found, or to the one in LYCHGATE_JAVA_HOME.
find_jdk() {
  local dir version
  local -a places=("${JAVA_HOME:-}" /usr/lib/jvm/*)
  [[ -n ${LYCHGATE_JAVA_HOME:-} ]] && places=("$LYCHGATE_JAVA_HOME")
  java_home='' java_major=0
  for dir in "${places[@]}"; do
    [[ -n $dir && -x $dir/bin/javac && -r $dir/release ]] || continue
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$dir/release")
    if ((${version:-0} > java_major)); then java_major=$version java_home=$dir; fi
  done
  ((java_major >= 17)) || fail "JDK: none (expected: 17 or newer in JAVA_HOME or /usr/lib/jvm)"
}

# Sets the array jvm to the options under which the launcher runs the gateway; forks of JMH inherit them.
choose_jvm_options() {
  jvm=(--add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
    -Dio.netty.tryReflectionSetAccessible=true -Dio.netty.allocator.lowMemory=false
    -Dio.netty.leakDetection.level=disabled -XX:CompileThresholdScaling=2 -XX:MaxTenuringThreshold=2
    -XX:SweeperThreshold=50)
  ((java_major >= 22)) && jvm+=(--enable-native-access=ALL-UNNAMED)
  ((java_major >= 23)) && jvm+=(--sun-misc-unsafe-memory-access=allow)
  ((java_major >= 25)) && jvm+=(-XX:+UseCompactObjectHeaders)
  grep -qsE '\[(madvise|always)\]' /sys/kernel/mm/transparent_hugepage/enabled && jvm+=(-XX:+UseTransparentHugePages)
  return 0
}

is_stale() {
  [[ -f $jar ]] || return 0
  [[ -n $(find "$home"/{casper,scheduler,plugin-api,gateway,jmh}/{src,pom.xml} "$home/pom.xml" -newer "$jar" -print -quit) ]]
}

build() {
  printf 'Building the benchmarks\n' >&2
  (cd "$home" && JAVA_HOME=$java_home mvn -B -ntp -q -pl jmh -am -Dmaven.test.skip=true -Dforbiddenapis.skip=true package) >&2 ||
    fail "the build failed"
}

# build_go NAME VERSION: builds the program in jmh/NAME on first use and after its sources or those of jmh/stage change.
build_go() {
  local name=$1 version=$2 binary=$home/jmh/target/$1
  if [[ -x $binary && -z $(find "$home/jmh/$name" "$home/jmh/stage" -newer "$binary" -print -quit) ]]; then return; fi
  command -v go >/dev/null || fail "go: not found (expected: Go $version or newer on PATH; jmh/$name is built with it)"
  mkdir -p "$home/jmh/target"
  (cd "$home/jmh/$name" && go build -trimpath -o "$binary" .) || fail "the build of jmh/$name failed"
}

# Builds the link emulator.
build_link() {
  [[ $(uname -s) == Linux ]] || fail "link: $(uname -s) (expected: Linux, which has network namespaces and TUN devices)"
  build_go link 1.22
}

# Installs the browser driver and the scripts of the test page, at the versions of package-lock.json.
install_page() {
  local folder=$home/jmh/page
  if [[ $folder/node_modules -nt $folder/package-lock.json ]]; then return; fi
  command -v npm >/dev/null || fail "npm: not found (expected: Node.js 20 or newer with npm on PATH)"
  (cd "$folder" && npm ci --silent --no-audit --no-fund && touch node_modules) >&2 || fail "npm ci failed in $folder"
}

# over_link CLASS OPTION…: runs a benchmark over the link. The benchmark itself reports if there can be no link.
over_link() {
  if [[ $(uname -s) == Linux ]]; then build_link; fi
  exec "$java_home/bin/java" -Djava.awt.headless=true "-Dlychgate.home=$home" -cp "$jar" "$@"
}

# halve_json OPTION…: removes the indentation (half of the bytes) and the path of this machine's JDK from the file that JMH
# wrote because of -rf json -rff FILE.
halve_json() {
  local file='' previous='' word
  for word in "$@"; do
    [[ $previous == -rff ]] && file=$word
    previous=$word
  done
  if [[ $file == *.json && -f $file ]]; then sed -i -e 's/^ *//' -e 's|"jvm" : ".*"|"jvm" : "java"|' "$file"; fi
}

# wants_help ARGUMENT…: succeeds if -h or --help comes before a --; later arguments belong to another program.
wants_help() {
  local word
  for word in "$@"; do
    case $word in
      -h | --help) return 0 ;;
      --) return 1 ;;
    esac
  done
  return 1
}

# class_of NAME: sets REPLY to the class of a benchmark; fails for a name without a class, such as jmh.
class_of() {
  case $1 in
    peers) REPLY=peers.PeerBench ;;
    abuse) REPLY=abuse.AbuseBench ;;
    page) REPLY=page.PageBench ;;
    script) REPLY=page.ScriptBench ;;
    protocols) REPLY=protocols.ProtocolsBench ;;
    flame) REPLY=peers.FlameBench ;;
    scale) REPLY=scale.ScaleBench ;;
    urgency) REPLY=urgency.UrgencyBench ;;
    commits) REPLY=commits.CommitsBench ;;
    *) return 1 ;;
  esac
  REPLY=io.lychgate.jmh.$REPLY
}

# help_for NAME: prints the options of NAME if the benchmarks are built, else its line above. Builds nothing.
help_for() {
  if [[ -f $jar ]] && class_of "$1"; then
    find_jdk
    exec "$java_home/bin/java" -Djava.awt.headless=true "-Dlychgate.home=$home" -cp "$jar" "$REPLY" --help
  fi
  sed -n "2,/^set /s/^# *\($1 .*\)/lychgate bench \1/p" "$0"
  printf 'This help lists all options once the benchmarks are built. Any run without --help builds them.\n'
}

if (($# > 1)) && wants_help "${@:2}"; then
  help_for "$1"
  exit
fi
case ${1:-help} in
  help | -h | --help)
    sed -n '2,/^set /s/^# *//p' "$0"
    exit
    ;;
  link)
    shift
    build_link
    ((EUID == 0)) || fail "link: not root (expected: root, to create network namespaces)"
    exec "$home/jmh/target/link" "$@"
    ;;
  chaos)
    shift
    build_go chaos 1.26
    exec "$home/jmh/target/chaos" -lychgate "$home/lychgate" "$@"
    ;;
  volume)
    shift
    build_go volume 1.26
    exec "$home/jmh/target/volume" -lychgate "$home/lychgate" "$@"
    ;;
esac
names=$(sed -n '2,/^set /s/^#   *\([a-z]*\) .*/\1/p' "$0" | paste -sd ' ')
[[ " $names " == *" $1 "* ]] || fail "$1: unknown (expected: ${names// /, })"
find_jdk
is_stale && build
case $1 in
  peers)
    shift
    # Clients of some scenarios. Without Go, these scenarios report it themselves.
    if command -v go >/dev/null; then
      build_go visits 1.26
      build_go protocols 1.26
    fi
    # The image and a second demo have the start-up cache, too: without it, `start` would measure something else.
    "$home/lychgate" train
    exec "$java_home/bin/java" -Djava.awt.headless=true "-Dlychgate.home=$home" -cp "$jar" io.lychgate.jmh.peers.PeerBench "$@"
    ;;
  abuse)
    shift
    build_go abuse 1.26
    "$home/lychgate" train
    exec "$java_home/bin/java" -Djava.awt.headless=true "-Dlychgate.home=$home" -cp "$jar" io.lychgate.jmh.abuse.AbuseBench "$@"
    ;;
  page)
    shift
    install_page
    over_link io.lychgate.jmh.page.PageBench "$@"
    ;;
  script)
    shift
    install_page
    over_link io.lychgate.jmh.page.ScriptBench "$@"
    ;;
  protocols)
    shift
    build_go protocols 1.26
    over_link io.lychgate.jmh.protocols.ProtocolsBench "$@"
    ;;
  flame)
    shift
    # Clients of some scenarios. Without Go, these scenarios report it themselves.
    if command -v go >/dev/null; then
      build_go visits 1.26
      build_go protocols 1.26
    fi
    exec "$java_home/bin/java" -Djava.awt.headless=true "-Dlychgate.home=$home" -cp "$jar" io.lychgate.jmh.peers.FlameBench "$@"
    ;;
  scale)
    shift
    build_go protocols 1.26
    # Adds the gateway's own libraries: the benchmarks' jar has no database libraries.
    choose_jvm_options
    exec "$java_home/bin/java" "${jvm[@]}" -Djava.awt.headless=true "-Dlychgate.home=$home" \
      -Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener -cp "$jar:$home/gateway/target/lychgate.jar" \
      io.lychgate.jmh.scale.ScaleBench "$@"
    ;;
  urgency)
    shift
    over_link io.lychgate.jmh.urgency.UrgencyBench "$@"
    ;;
  commits)
    shift
    choose_jvm_options
    export JAVA_HOME=$java_home # for the builds of the commits
    exec "$java_home/bin/java" "${jvm[@]}" "-Dlychgate.home=$home" -cp "$jar" io.lychgate.jmh.commits.CommitsBench "$@"
    ;;
  jmh)
    shift
    (($# > 0)) || exec "$java_home/bin/java" -jar "$jar" -l
    choose_jvm_options
    "$java_home/bin/java" "${jvm[@]}" -jar "$jar" "$@" -prof gc
    halve_json "$@"
    ;;
esac
