#!/usr/bin/env bash
# What Maven's build cache takes for the same build.
#
# The guess: the key of a module's build is made of all that the build depends on, so also of -Dtest, which chooses the
# tests, and of the environment that tests read; a module whose tests never ran has its tests run.
#
# What happens: with its defaults the key is made of the sources, the POM and the dependencies. So `verify -Dtest=A`
# keeps a build, and the next `verify` restores it: it says BUILD SUCCESS, and test B, which fails, has never run. The
# same is true of an environment variable that a test reads, such as the address of a server. What is restored is the
# jar alone: there are no reports, so whoever counts them finds none.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25 and Maven Central.
set -euo pipefail
cd "$(dirname "$0")/.."

extension_version=1.2.3
surefire_version=3.6.1
junit_version=6.1.3

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. .mvn/find-jdk.sh

mkdir -p "$work/src/test/java" "$work/.mvn"
cat >"$work/.mvn/extensions.xml" <<END
<extensions><extension>
  <groupId>org.apache.maven.extensions</groupId>
  <artifactId>maven-build-cache-extension</artifactId>
  <version>$extension_version</version>
</extension></extensions>
END
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
    <plugin><artifactId>maven-jar-plugin</artifactId><version>3.5.0</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>$surefire_version</version></plugin>
  </plugins></build>
</project>
END
cat >"$work/src/test/java/GoodTest.java" <<'END'
class GoodTest {
  @org.junit.jupiter.api.Test void passes() {}
}
END
cat >"$work/src/test/java/BadTest.java" <<'END'
class BadTest {
  @org.junit.jupiter.api.Test void fails() {
    org.junit.jupiter.api.Assertions.assertEquals("up", System.getenv("SERVER"));
  }
}
END

# Builds in the folder of the project, whose .mvn has the extension, with the wrapper of this one.
#   build NAME CACHE [ENVIRONMENT] [ARGUMENT...]
maven=$PWD/mvnw
build() {
  local name=$1 cache=$2 result=0
  shift 2
  rm -rf "$work/target"
  (cd "$work" && MAVEN_PROJECTBASEDIR=$work env "$@" -B verify -Dmaven.build.cache.location="$work/$cache") \
    >"$work/$name.log" 2>&1 || result=$?
  printf '%s: status %d, %s, %d reports\n' "$name" "$result" \
    "$(if grep -q 'Found cached build' "$work/$name.log"; then echo restored; else echo built; fi)" \
    "$(find "$work/target/surefire-reports" -name 'TEST-*.xml' 2>/dev/null | wc -l)"
}

echo "maven-build-cache-extension $extension_version, Surefire $surefire_version"
{
  build 'all tests' none "$maven"
  build 'one test' first "$maven" -Dtest=GoodTest
  build 'all tests after it' first "$maven"
  build 'server up' second SERVER=up "$maven"
  build 'server down' second SERVER=down "$maven"
} | tee "$work/seen"
cat >"$work/expected" <<'END'
all tests: status 1, built, 2 reports
one test: status 0, built, 1 reports
all tests after it: status 0, restored, 0 reports
server up: status 0, built, 2 reports
server down: status 0, restored, 0 reports
END

if diff "$work/expected" "$work/seen" >&2; then
  echo "As described: tests that fail, or never ran, are passed over."
  status=0
elif grep -q 'COMPILATION\|Could not resolve' "$work"/*.log; then
  echo "It could not be tried." >&2
else
  echo "This has changed."
  status=1
fi
