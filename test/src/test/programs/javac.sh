# needs tar
mkdir -p src/app
cat >src/app/Main.java <<'JAVA'
package app;

public class Main {
  public static void main(String[] arguments) {
    System.out.println(new Other().text());
  }
}
JAVA
cat >src/app/Other.java <<'JAVA'
package app;

record Other() {
  String text() {
    return "built";
  }
}
JAVA
"$JAVA_HOME/bin/javac" -d classes src/app/*.java
"$JAVA_HOME/bin/jar" --create --file app.jar --main-class app.Main -C classes .
test "$("$JAVA_HOME/bin/java" -jar app.jar)" = built
