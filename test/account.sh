# What test/aws/run, test/azure/run and test/google/run share: they run tests against an account of a cloud, leave
# nothing in it, also when they fail or are interrupted, and say how many requests that took. Sourced by them.

# missing NAME MESSAGE: ends unless the variable is set
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

# begin MODULE BEFORE AFTER ARGUMENTS...: has the test BEFORE look at the account, and AFTER remove all in the end
begin() {
  module=$1 before=$2 after=$3
  shift 3
  # Nothing is to be missed in silence.
  export CI=true
  WINDLASS_TEST_NAMES=wl$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')-
  WINDLASS_TEST_COUNTS=$(mktemp)
  export WINDLASS_TEST_NAMES WINDLASS_TEST_COUNTS
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
  maven "$module" "$after" "$@" || {
    echo "Something is left in the account: remove what begins with $WINDLASS_TEST_NAMES." >&2
    status=1
  }
  echo "Requests, each attempt by itself:"
  sort "$WINDLASS_TEST_COUNTS" | uniq -c | sort -rn
  bill "$WINDLASS_TEST_COUNTS"
  rm -f "$WINDLASS_TEST_COUNTS"
  exit $status
}
