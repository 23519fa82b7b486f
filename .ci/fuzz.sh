# shellcheck shell=bash disable=SC2154 # names like `state` come from the launcher
# Sourced by the launcher for `lychgate fuzz`: runs each @FuzzTest for some seconds with Jazzer's mutations and bug detectors.
# In `lychgate test` the same methods get only the inputs in src/test/resources.

# Prints one line for each fuzz test: module, class, method.
list_fuzz_tests() {
  local file module class
  find "$home"/{casper,scheduler,plugin-api,example-plugin,gateway}/src/test/java -name '*FuzzTest.java' | sort | while read -r file; do
    module=${file#"$home/"}
    module=${module%%/*}
    class=${file#*/src/test/java/}
    class=${class%.java}
    awk -v of="$module ${class//\//.}" '
      awaits && match($0, /[A-Za-z0-9_]+\(/) { print of, substr($0, RSTART, RLENGTH - 1); awaits = 0 }
      /@FuzzTest/ { awaits = 1 }' "$file"
  done
}

compile_fuzz_tests() {
  say "Compiling the tests"
  run_maven "$state/fuzz-build.log" -pl gateway -am -DskipUi -DskipTests test-compile dependency:build-classpath \
    -Dmdep.includeScope=test -Dmdep.outputFile=target/fuzz.classpath || exit 1
}

# fuzz_one SECONDS MODULE CLASS METHOD: runs one fuzz test. Jazzer keeps a crashing input beside the others, so that it fails
# `lychgate test` from then on.
fuzz_one() {
  local seconds=$1 module=$home/$2 class=$3 method=$4 log options=()
  log=$state/fuzz/${class##*.}.$method.log
  ((jdk_major >= 22)) && options+=(--enable-native-access=ALL-UNNAMED)
  ((jdk_major >= 23)) && options+=(--sun-misc-unsafe-memory-access=allow)
  # JUnit's timeout is disabled: it is for tests that end by themselves.
  if (cd "$module" && "$jdk_home/bin/java" "${options[@]}" -XX:+EnableDynamicAgentLoading -Xmx1g \
    -cp "target/test-classes:target/classes:$(<target/fuzz.classpath)" \
    -Djunit.jupiter.execution.timeout.mode=disabled com.code_intelligence.jazzer.Jazzer \
    "--target_class=$class" "--target_method=$method" \
    "-max_total_time=$seconds" -timeout=20 -max_len=20000 -print_final_stats=1) >"$log" 2>&1; then
    REPLY=passed
  else
    REPLY=FOUND
  fi
}

run_fuzz() {
  local seconds=${1:-60} only=${2:-} tests module class method runs findings=0
  local -a lines=()
  [[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "fuzz: $seconds (expected: a number of seconds for each fuzz test)"
  tests=$(list_fuzz_tests | while read -r module class method; do [[ $class.$method != *"$only"* ]] || printf '%s\n' "$module $class $method"; done)
  [[ -n $tests ]] || fail "fuzz: $only (expected: part of the name of a fuzz test, such as Cookie)"
  ensure_writable
  mkdir -p "$state/fuzz"
  find_jdk javac
  compile_fuzz_tests
  while read -r module class method; do
    say "$class.$method"
    fuzz_one "$seconds" "$module" "$class" "$method" </dev/null
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$state/fuzz/${class##*.}.$method.log" | tail -n 1)
    lines+=("$(printf '%-60s %-7s %12s inputs' "${class##*.}.$method" "$REPLY" "${runs:-?}")")
    [[ $REPLY == passed ]] || findings=$((findings + 1))
  done <<<"$tests"
  say "" "Summary ($seconds s each; logs: $state/fuzz)" "${lines[@]}"
  ((findings == 0)) || fail "fuzz: $findings findings; the inputs are new files under src/test/resources"
}
