#!/usr/bin/env bash
# Which tests Surefire reports of a class that is skipped.
#
# The guess: a class that is skipped reports the tests as skipped that it would have run, by the same names, whether
# it is @Disabled or an assumption fails in its @BeforeAll; at least each test method is in the report.
#
# What happens: it depends on how the class is skipped, and on the kind of test. Parameterized and repeated tests have
# their invocations only when they run. Of a disabled class, such a method is one entry, by another name; and a nested
# class is one entry, whatever it contains, and has no name. Where @BeforeAll aborts, parameterized and repeated methods
# are not in the report at all, while the tests of a nested class are, one by one. A class of such methods only then has
# one entry, which is called initializationError, although nothing failed. So the sums of two runs differ by more than
# was skipped, and a report in which nothing failed cannot tell which tests there are.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25 and Maven Central.
set -euo pipefail
cd "$(dirname "$0")/.."

surefire_version=3.6.1
junit_version=6.1.3

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. .mvn/find-jdk.sh

mkdir -p "$work/src/test/java"
cat >"$work/pom.xml" <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>25</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies><dependency>
    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>$junit_version</version>
  </dependency></dependencies>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.5.0</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.15.0</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>$surefire_version</version></plugin>
  </plugins></build>
</project>
END
# The same tests in three classes, and one class that has only a parameterized test.
for name in Run Disabled Aborted; do
  cat >"$work/src/test/java/${name}Test.java" <<END
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;

$([ $name != Disabled ] || echo '@Disabled("why")')
class ${name}Test {
  @BeforeAll static void before() { Assumptions.assumeFalse($([ $name = Aborted ] && echo true || echo false), "why"); }
  @Test void plain() {}
  @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void parameterized(int number) {}
  @RepeatedTest(2) void repeated() {}
  @Nested class Inner {
    @Test void first() {}
    @Test void second() {}
  }
}
END
done
grep -v '@Test\|@RepeatedTest\|@Nested\|^  }' "$work/src/test/java/AbortedTest.java" |
  sed 's/AbortedTest/OnlyParameterizedTest/' >"$work/src/test/java/OnlyParameterizedTest.java"

# Compares the names of a class's entries, each in brackets after that of its class.
#   expect CLASS NUMBER-OF-SKIPPED NAME...
expect() {
  local report=$work/target/surefire-reports/TEST-$1.xml skipped names
  skipped=$(grep -c '<skipped' "$report" || true)
  names=$(sed -n 's/.*<testcase name="\([^"]*\)" classname="\([^"]*\)".*/\2[\1]/p' "$report" | LC_ALL=C sort)
  printf '%s: %d entries, %d of them skipped\n' "$1" "$(wc -l <<<"$names")" "$skipped"
  sed 's/^/  /' <<<"$names"
  [ "$skipped" = "$2" ] || holds=''
  shift 2
  [ "$names" = "$(printf '%s\n' "$@")" ] || holds=''
}

echo "Surefire $surefire_version, JUnit $junit_version"
./mvnw -q -B -f "$work/pom.xml" test >&2
holds=yes
expect RunTest 0 'RunTest$Inner[first]' 'RunTest$Inner[second]' \
  'RunTest[parameterized(int)[1]]' 'RunTest[parameterized(int)[2]]' 'RunTest[parameterized(int)[3]]' \
  'RunTest[plain]' 'RunTest[repeated()[1]]' 'RunTest[repeated()[2]]'
expect DisabledTest 4 'DisabledTest$Inner[]' 'DisabledTest[parameterized(int)]' 'DisabledTest[plain]' \
  'DisabledTest[repeated]'
expect AbortedTest 3 'AbortedTest$Inner[first]' 'AbortedTest$Inner[second]' 'AbortedTest[plain]'
expect OnlyParameterizedTest 1 'OnlyParameterizedTest[initializationError]'

if [ -n "$holds" ]; then
  echo "As described: what is in the report depends on how the class was skipped."
  status=0
else
  echo "This has changed."
  status=1
fi
