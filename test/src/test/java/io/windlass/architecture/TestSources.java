package io.windlass.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The sources of the tests of all modules, and of the modules for tests, as the compiler reads
 * them.
 *
 * @param files by the qualified names of their classes
 * @param classes all of them, with those in others
 */
record TestSources(Map<String, SourceFile> files, List<SourceClass> classes) {
  private static final int DEEPEST_MODULE = 3;

  /** Modules whose main code is for tests. */
  private static final Pattern FOR_TESTS = Pattern.compile(".*-testing|fake-.*");

  private static final Set<String> OTHERS = Set.of("target", ".git", "docs", "node_modules");

  /** Reads those below a directory. */
  static TestSources below(Path root) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (Path folder : folders(root, DEEPEST_MODULE)) {
      try (Stream<Path> tree = Files.walk(folder)) {
        tree.filter(file -> file.toString().endsWith(".java")).forEach(paths::add);
      }
    }
    JavaCompiler compiler = requireNonNull(ToolProvider.getSystemJavaCompiler());
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(_ -> {}, Locale.ROOT, UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, _ -> {}, null, null, manager.getJavaFileObjectsFromPaths(paths));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      Map<String, SourceFile> files = new TreeMap<>();
      for (CompilationUnitTree unit : task.parse()) {
        Path path = root.relativize(Path.of(unit.getSourceFile().toUri()));
        SourceFile file = SourceFile.of(path.toString(), unit, positions);
        files.put(file.packageName() + "." + file.name(), file);
      }
      return new TestSources(
          files, files.values().stream().flatMap(file -> file.classes().stream()).toList());
    }
  }

  /** The folders of the sources for tests of a module and those in it. */
  private static List<Path> folders(Path module, int deepest) throws IOException {
    List<Path> folders = new ArrayList<>();
    List<String> own =
        FOR_TESTS.matcher(module.getFileName().toString()).matches()
            ? List.of("src/main/java", "src/test/java")
            : List.of("src/test/java");
    own.stream().map(module::resolve).filter(Files::isDirectory).forEach(folders::add);
    if (deepest > 0) {
      try (Stream<Path> inner = Files.list(module)) {
        for (Path each : inner.filter(Files::isDirectory).toList()) {
          if (!OTHERS.contains(each.getFileName().toString())) {
            folders.addAll(folders(each, deepest - 1));
          }
        }
      }
    }
    return folders;
  }

  /** Returns the file of the class with this qualified name, which may be in another. */
  Optional<SourceFile> file(String qualified) {
    int outer = qualified.lastIndexOf('.');
    return Optional.ofNullable(files.get(qualified))
        .or(() -> outer < 0 ? Optional.empty() : file(qualified.substring(0, outer)));
  }

  /** Whether the gate runs a test that is named like {@code Class} or {@code Class.method}. */
  boolean isInGate(String named) {
    String[] parts = named.split("\\.", 2);
    return classes.stream()
        .filter(type -> type.name().equals(parts[0]))
        .anyMatch(type -> isInGate(type, parts.length == 1 ? "" : parts[1]));
  }

  private boolean isInGate(SourceClass type, String method) {
    return inherited(type)
            .anyMatch(test -> method.isEmpty() || test.getName().contentEquals(method))
        && runs(type);
  }

  /** Whether a class, or for an abstract one a class that extends it, is run in the gate. */
  private boolean runs(SourceClass type) {
    return !isLeftOut(type)
        && (!type.isAbstract()
            || classes.stream()
                .filter(each -> parents(each).anyMatch(type::equals))
                .anyMatch(this::runs));
  }

  /** Whether the gate leaves out a class, as JUnit sees it: tags are inherited. */
  boolean isLeftOut(SourceClass type) {
    return SourceClass.isLeftOut(type.file(), type.tree().getModifiers())
        || type.outer().filter(this::isLeftOut).isPresent()
        || parents(type).anyMatch(this::isLeftOut);
  }

  /** Whether the long form runs a test of the class with this name. */
  boolean isInLongForm(String named) {
    return classes.stream().filter(type -> type.name().equals(named)).anyMatch(this::isInLongForm);
  }

  private boolean isInLongForm(SourceClass type) {
    return isLeftOut(type) || type.hasLongForm() || parents(type).anyMatch(this::isInLongForm);
  }

  /** Returns the classes whose tests the gate runs. */
  Stream<SourceClass> testsOfTheGate() {
    return classes.stream().filter(type -> !type.isAbstract() && isInGate(type, ""));
  }

  /**
   * The tests of a class, and of those that it extends, that are not left out themselves. One that
   * is overridden counts as it is there.
   */
  private Stream<MethodTree> inherited(SourceClass type) {
    return Stream.concat(
        type.tests().stream()
            .filter(test -> !SourceClass.isLeftOut(type.file(), test.getModifiers())),
        parents(type)
            .flatMap(this::inherited)
            .filter(test -> !type.declares(test.getName().toString())));
  }

  private Stream<SourceClass> parents(SourceClass type) {
    return type.parents().stream().flatMap(name -> parent(type, name).stream());
  }

  /** Of this file, if it has another of this name, or what the file's imports and package mean. */
  private Optional<SourceClass> parent(SourceClass type, String name) {
    String outermost = name.split("\\.", 2)[0];
    String last = name.substring(name.lastIndexOf('.') + 1);
    return Stream.concat(
            Stream.of(type.file()).filter(_ -> outermost.equals(last)),
            file(type.file().meaning(outermost)).stream())
        .flatMap(file -> file.classes().stream())
        .filter(each -> each.name().equals(last) && !each.equals(type))
        .findFirst();
  }
}
