#!/usr/bin/env bash
# An AOT cache of the JDK, and a class path that has changed.
#
# The guess: a JVM that is given an AOT cache compares the jars of its class path with those that the cache was made
# of, and does without the cache, or with -XX:AOTMode=on refuses to start, if one is another.
#
# What happens: JDK 25.0.3 compares none of them. It runs the classes of the cache, without a word, after a jar was
# built anew with another size and time, and also when the class path names a library of another version by another
# file name. Even -XX:AOTMode=on starts. OpenJDK knows this as JDK-8377932: the cache is written as if no class in it
# came from the class path. Its fix is said to come with 25.0.4, so there this script should say that it has changed.
#
# An older kind of cache, the dynamic archive (-XX:ArchiveClassesAtExit), sees both of these changes, warns and runs
# the new classes. It compares names, sizes and times, the times in whole seconds, and not contents. So it, too, runs
# the old class where a jar has kept its size and time. Builders of images and packages often set all times to the
# same one (SOURCE_DATE_EPOCH); then a number in a class that changes from 1 to 2 may be enough.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. .mvn/find-jdk.sh
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
cd "$work"

# Makes a jar of a class; its method says a text. It is not compressed, so that texts as long make jars as large.
#   jar_of FOLDER JAR CLASS TEXT [STATEMENT]
jar_of() {
  mkdir -p "$1/$3"
  cat >"$1/$3/$3.java" <<END
public class $3 {
  static String says() { return "$4"; }
  public static void main(String[] args) { ${5-} }
}
END
  "$JAVA_HOME/bin/javac" -cp "$1/*" -d "$1/$3" "$1/$3/$3.java"
  "$JAVA_HOME/bin/jar" --create --no-compress --date 2026-01-01T00:00:00Z --file "$1/$2" -C "$1/$3" "$3.class"
}
print='System.out.println(says() + ", " + Library.says());'
jar_of old library-1.jar Library 'library 1'
jar_of old app.jar App 'app 1' "$print"
# The app built anew, with the same library: once its jar is as large as before, and once larger.
for folder in same larger; do
  mkdir "$folder"
  cp old/library-1.jar "$folder"
done
jar_of same app.jar App 'app 2' "$print"
jar_of larger app.jar App 'app 2 with more in it' "$print"
# The app as before, with a later version of the library.
mkdir upgraded
cp old/app.jar upgraded
jar_of upgraded library-2.jar Library 'library 2'

# Puts the jars of a folder in place, with a time in seconds since 1970.
#   install FOLDER SECONDS
install() {
  rm -rf lib
  mkdir lib
  cp "$1"/*.jar lib
  touch -d "@$2" lib/*.jar
  class_path=$(echo lib/app.jar lib/library-*.jar | tr ' ' :)
}

install old 1750000000
"$JAVA_HOME/bin/java" -XX:AOTCacheOutput=app.aot -cp "$class_path" App >aot.log 2>&1
"$JAVA_HOME/bin/java" -XX:ArchiveClassesAtExit=app.jsa -cp "$class_path" App >archive.log 2>&1
if [ ! -s app.aot ] || [ ! -s app.jsa ]; then
  cat aot.log archive.log >&2
  exit
fi

# Runs the app in four ways, prints what it says in each, and compares.
#   expect CHANGE WITHOUT AOT AOT-ON ARCHIVE
expect() {
  echo "$1:"
  run 'no cache' "$2"
  run 'AOT cache' "$3" -XX:AOTCache=app.aot
  run 'AOTMode=on' "$4" -XX:AOTCache=app.aot -XX:AOTMode=on
  run 'archive' "$5" -XX:SharedArchiveFile=app.jsa
}
run() {
  local way=$1 expected=$2 said
  shift 2
  said=$("$JAVA_HOME/bin/java" "$@" -cp "$class_path" App 2>&1) || said="$said (exit status $?)"
  # Warnings come first, and the first of them has the reason.
  printf '  %-11s %s\n' "$way" "$(tail -n 1 <<<"$said")"
  sed -n '1s/^\[.*\] */              /p' <<<"$said"
  [ "$(tail -n 1 <<<"$said")" = "$expected" ] || holds=''
  case $way in 'AOT'*) [ "$said" = "$expected" ] || holds='' ;; esac
}

"$JAVA_HOME/bin/java" -version 2>&1 | sed -n 2p
holds=yes
install larger 1750000100
new='app 2 with more in it, library 1' old='app 1, library 1'
expect 'app.jar has another size and time' "$new" "$old" "$old" "$new"
install upgraded 1750000000
new='app 1, library 2'
expect 'library-2.jar instead of library-1.jar' "$new" "$old" "$old" "$new"
install same 1750000000.9
new='app 2, library 1'
expect 'app.jar has the same size, and a time within the same second' "$new" "$old" "$old" "$old"

if [ -n "$holds" ]; then
  echo "As described: an AOT cache runs old classes in silence; an archive compares names, sizes and times."
  status=0
else
  echo "This has changed."
  status=1
fi
