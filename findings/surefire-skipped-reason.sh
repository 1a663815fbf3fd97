#!/usr/bin/env bash
# Why a test was skipped, in Surefire's reports.
#
# The guess: in the XML reports, <skipped> has the reason in its attribute `message`, as <failure> and <error> have
# theirs.
#
# What happens: only the reason of @Disabled is there. A test that was aborted, by an assumption or otherwise, has no
# `message`, but a `type`. Its reason is in the text of the element, between the name of the exception's class and the
# stack trace, from which only its form tells it apart; and where no reason was given, the trace follows at once. It
# is so for an abort in @BeforeAll, too, whose text and trace each test of the class has. The option trimStackTrace
# leaves out the lines of JUnit, and never the rest.
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
cat >"$work/src/test/java/OneTest.java" <<'END'
import org.junit.jupiter.api.*;

class OneTest {
  @Test @Disabled("why disabled") void disabled() {}
  @Test void assumed() { Assumptions.assumeTrue(false, "why assumed"); }
  @Test void aborted() { Assumptions.abort("why aborted"); }
  @Test void abortedWithoutReason() { Assumptions.abort(); }
}
END
cat >"$work/src/test/java/AllTest.java" <<'END'
import org.junit.jupiter.api.*;

class AllTest {
  @BeforeAll static void before() { Assumptions.abort("why all"); }
  @Test void first() {}
  @Test void second() {}
}
END

# Prints what is skipped, a line each, with the lines of its text separated by " | ".
#   skipped REPORT
skipped() {
  awk '
    /<testcase / { match($0, / name="[^"]*"/); name = substr($0, RSTART + 7, RLENGTH - 8) }
    /<skipped/ { text = name ": "; inside = 1 }
    inside { gsub(/^[ \t]+/, ""); text = text (text ~ /: $/ ? "" : " | ") $0 }
    /<\/skipped>|<skipped[^>]*\/>/ { print text; inside = 0 }' "$1" | sort
}
# Looks for a line.
#   expect LINE-AS-A-PATTERN
expect() {
  grep -qE "^$1\$" <<<"$lines" || holds=''
}

echo "Surefire $surefire_version, JUnit $junit_version"
holds=yes
class='org\.opentest4j\.TestAbortedException'
aborted="<skipped type=\"$class\"><!\\[CDATA\\[$class"
for trim in true false; do
  ./mvnw -q -B -f "$work/pom.xml" test -DtrimStackTrace=$trim >&2
  lines=$(for name in OneTest AllTest; do skipped "$work/target/surefire-reports/TEST-$name.xml"; done)
  printf 'trimStackTrace=%s\n%s\n' "$trim" "$lines"
  junit='( \| at org\.junit\.[^|]*)+'
  [ $trim = false ] || junit=''
  expect 'disabled: <skipped message="why disabled"/>'
  expect "assumed: $aborted: Assumption failed: why assumed$junit \\| at OneTest\\.assumed.*"
  expect "aborted: $aborted: why aborted$junit \\| at OneTest\\.aborted.*"
  expect "abortedWithoutReason: $aborted$junit \\| at OneTest\\.abortedWithoutReason.*"
  for name in first second; do
    expect "$name: $aborted: why all$junit \\| at AllTest\\.before.*"
  done
  [ "$(grep -c '^' <<<"$lines")" = 6 ] || holds=''
done

if [ -n "$holds" ]; then
  echo "As described: a disabled test has its reason in an attribute, an aborted one in the text, before a trace."
  status=0
else
  echo "This has changed."
  status=1
fi
