#!/usr/bin/env bash
# What a JVM can still do when it may open no further file.
#
# The guess: "Too many open files" is an IOException of the call that wanted a file. Whoever catches it goes on, gives
# files back, and all is well again.
#
# What happens: code that was not needed before is loaded when it is, as that which handles the failure, and to load it
# takes a descriptor if the class path has folders: NoClassDefFoundError. That does not pass: the JVM keeps the result of
# a failed resolution with the class that asked (JVMS 5.4.3), so the same call fails for ever, also with all files given
# back, while the same class can be used by another one that asks now for the first time. From jars, which stay open, all
# of it works. So a service that is tested from folders of classes breaks where the packaged one goes on; and who handles
# a lack of files has to have the handling loaded before.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25.
set -euo pipefail
cd "$(dirname "$0")/.."

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. .mvn/find-jdk.sh

cat >"$work/Main.java" <<'END'
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

class Main {
  public static void main(String[] arguments) throws IOException {
    Deque<InputStream> open = new ArrayDeque<>();
    try {
      while (true) open.push(Files.newInputStream(Path.of("/dev/null")));
    } catch (IOException e) {
      System.out.println("caught: " + e.getMessage());
    }
    System.out.println("no file left: " + handle());
    for (InputStream each : open) each.close();
    System.out.println("all given back, the same call: " + handle());
    System.out.println("all given back, another caller: " + new Another().handle());
  }

  static String handle() {
    try {
      return Handling.handled();
    } catch (NoClassDefFoundError e) {
      return "NoClassDefFoundError";
    }
  }
}

class Another {
  String handle() {
    return Handling.handled();
  }
}

class Handling {
  static String handled() {
    return "handled";
  }
}
END
"$JAVA_HOME/bin/javac" -d "$work/classes" "$work/Main.java"
"$JAVA_HOME/bin/jar" --create --file "$work/all.jar" -C "$work/classes" .

run() {
  (
    ulimit -n 64
    "$JAVA_HOME/bin/java" -cp "$1" Main
  )
}

grep '^JAVA_RUNTIME_VERSION' "$JAVA_HOME/release"
folder=$(run "$work/classes")
jar=$(run "$work/all.jar")
printf 'from a folder of classes:\n%s\nfrom a jar:\n%s\n' "$folder" "$jar"

caught='caught: /dev/null: Too many open files'
expected_folder="$caught
no file left: NoClassDefFoundError
all given back, the same call: NoClassDefFoundError
all given back, another caller: handled"
expected_jar="$caught
no file left: handled
all given back, the same call: handled
all given back, another caller: handled"
if [ "$folder" = "$expected_folder" ] && [ "$jar" = "$expected_jar" ]; then
  status=0
else
  status=1
fi
