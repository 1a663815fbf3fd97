# What test/aws/run, test/azure/run and test/google/run share: they run tests against an account of a cloud, leave
# nothing in it, also when they fail or are interrupted, and say who answered, how many tests ran and how many requests that
# took. Sourced by them.

# need NAME MESSAGE: ends unless the variable is set
need() {
  eval "[ -n \"\${$1:-}\" ]" || {
    echo "Set $1: $2" >&2
    exit 2
  }
}

# maven MODULES TESTS ARGUMENTS...: some of the tests are of the gate, and some of the long form
maven() {
  modules=$1 tests=$2
  shift 2
  ./mvnw -q verify -pl "$modules" -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest="$tests" \
    -Dwindlass.test.tags='any() | none()' "$@"
}

# begin CLOUD ENDPOINT MODULE BEFORE AFTER ARGUMENTS...: has the test BEFORE look at the account, and AFTER remove all in
# the end. A server at ENDPOINT plays the cloud, unless that is empty.
begin() {
  answered="$1 itself answered."
  [ -z "$2" ] || answered="$2 answered, in place of $1."
  module=$3 before=$4 after=$5
  shift 5
  # Nothing is to be missed in silence.
  export CI=true
  WINDLASS_TEST_NAMES=wl$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')-
  WINDLASS_TEST_COUNTS=$(mktemp)
  export WINDLASS_TEST_NAMES WINDLASS_TEST_COUNTS
  started=$(date +%s) since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  # BEFORE makes nothing, so there is nothing to remove.
  trap 'rm -f "$WINDLASS_TEST_COUNTS"; exit 130' INT TERM
  echo "Names of this run begin with $WINDLASS_TEST_NAMES"
  maven "$module" "$before" "$@" || {
    echo "The account cannot be used for tests: see above." >&2
    rm -f "$WINDLASS_TEST_COUNTS"
    exit 1
  }
  status=0
  trap 'status=130; exit' INT TERM
  trap 'finish "$@"' EXIT
}

finish() {
  trap - EXIT
  trap '' INT TERM
  # Now, because AFTER may overwrite the report of BEFORE.
  # shellcheck source=.mvn/find-jdk.sh
  counted=$(. .mvn/find-jdk.sh && "$JAVA_HOME/bin/java" test/Summary.java --since "$since") || counted="The tests were not counted."
  maven "$module" "$after" "$@" || {
    echo "Something is left in the account: remove what begins with $WINDLASS_TEST_NAMES." >&2
    status=1
  }
  echo "Requests, each attempt by itself:"
  sort "$WINDLASS_TEST_COUNTS" | uniq -c | sort -rn
  bill "$WINDLASS_TEST_COUNTS"
  rm -f "$WINDLASS_TEST_COUNTS"
  echo "$counted"
  [ $status = 0 ] || echo "Not all went well: see above."
  echo "$answered It took $(($(date +%s) - started)) s."
  exit $status
}
