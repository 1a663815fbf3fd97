#!/usr/bin/env bash
# Error Prone in a JVM that compiles often.
#
# The guess: within one JVM, as that of Maven, which runs javac in its own process, Error Prone is loaded once, and
# compiled to machine code once, for all compilations.
#
# What happens: javac makes a new class loader for the plugins of each compilation, so that Error Prone's classes, some
# two thousand, are loaded anew each time, and run interpreted again. The hidden option `-XDprocloader=CLASS`
# names a class loader to use instead, with the constructor (URL[], ClassLoader) and found by javac's own loader. One
# that keeps what it has loaded makes the later compilations load nothing. But it depends on how javac is called:
# Main.compile and JavaCompiler.run obey the option, and JavaCompiler.getTask ignores it without a word, because a
# standard file manager has options of its own, which are empty (getStandardFileManager in JavacTool, getClassLoader
# in BaseFileManager). Maven's compiler plugin calls getTask, unless maven.compiler.forceJavacCompilerUse is set.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25 and Maven Central.
set -euo pipefail
cd "$(dirname "$0")/.."

error_prone_version=2.50.0
dependency_plugin=org.apache.maven.plugins:maven-dependency-plugin:3.11.0
status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. .mvn/find-jdk.sh

cat >"$work/pom.xml" <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>com.google.errorprone</groupId><artifactId>error_prone_core</artifactId>
    <version>$error_prone_version</version>
  </dependency></dependencies>
</project>
END
./mvnw -q -B -f "$work/pom.xml" "$dependency_plugin:copy-dependencies" -DoutputDirectory="$work/lib" >&2
plugin=$(printf '%s:' "$work"/lib/*.jar)

# Correct Java, of which Error Prone warns: so each compilation shows that it was checked.
echo 'class Greeting { static byte[] bytes() { return "hello".getBytes(); } }' >"$work/Greeting.java"

cat >"$work/Kept.java" <<'END'
import java.net.*;
import java.util.*;
/** A loader for plugins that keeps what it has loaded. */
public class Kept extends ClassLoader {
  private static final Map<String, ClassLoader> LOADERS = new HashMap<>();

  public Kept(URL[] urls, ClassLoader parent) {
    super(LOADERS.computeIfAbsent(Arrays.toString(urls), key -> new URLClassLoader(urls, parent)));
  }
}
END
cat >"$work/Compilations.java" <<'END'
import java.io.*;
import java.lang.management.*;
import java.util.*;
import java.util.stream.*;
import javax.tools.*;
/** Compiles a file three times, in the way named first, and prints how many classes each time has loaded. */
public class Compilations {
  public static void main(String[] args) throws Exception {
    List<String> options = List.of(args).subList(2, args.length);
    for (int i = 0; i < 3; i++) {
      long before = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
      StringWriter out = new StringWriter();
      if (args[0].equals("getTask")) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        try (var files = javac.getStandardFileManager(null, null, null)) {
          javac.getTask(out, files, null, options, null, files.getJavaFileObjects(args[1])).call();
        }
      } else {
        String[] all = Stream.concat(options.stream(), Stream.of(args[1])).toArray(String[]::new);
        com.sun.tools.javac.Main.compile(all, new PrintWriter(out));
      }
      if (!out.toString().contains("[DefaultCharset]")) {
        throw new IllegalStateException("Error Prone has not warned: " + out);
      }
      System.out.println(ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount() - before);
    }
  }
}
END
"$JAVA_HOME/bin/javac" -d "$work" "$work/Kept.java" "$work/Compilations.java"

# What Error Prone's manual asks of the JVM.
flags=(--sun-misc-unsafe-memory-access=allow)
for package in api file main model parser processing tree util; do
  flags+=("--add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED")
done
for package in code comp; do flags+=("--add-opens=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"); done

# Sets `loaded` to the numbers of classes that three compilations in one JVM have loaded.
#   compile WAY [OPTION]
compile() {
  local out
  out=$("$JAVA_HOME/bin/java" "${flags[@]}" -cp "$work" Compilations "$1" "$work/Greeting.java" -d "$work" \
    -processorpath "$plugin" -Xplugin:ErrorProne -XDcompilePolicy=simple --should-stop=ifError=FLOW \
    -XDaddTypeAnnotationsToSymbol=true ${2+"$2"})
  mapfile -t loaded <<<"$out"
  printf '%-13s %-18s %7d %7d %7d\n' "$1" "${2-}" "${loaded[@]}"
}

"$JAVA_HOME/bin/java" -version 2>&1 | sed -n 2p
echo "Error Prone $error_prone_version; classes loaded by three compilations in one JVM:"
holds=yes
compile Main.compile
[ "${loaded[2]}" -gt 1000 ] || holds=''
compile Main.compile -XDprocloader=Kept
[ "${loaded[2]}" -lt 100 ] || holds=''
compile getTask -XDprocloader=Kept
[ "${loaded[2]}" -gt 1000 ] || holds=''

if [ -n "$holds" ]; then
  echo "As described: each compilation loads Error Prone anew; -XDprocloader ends that in Main.compile, not in getTask."
  status=0
else
  echo "This has changed."
  status=1
fi
