package io.windlass.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** The sources of the tests of the gate: their own, and all that these use. */
final class GateSources {
  private GateSources() {}

  /** Returns their files. */
  static Set<SourceFile> of(TestSources sources) {
    Deque<SourceFile> left = new ArrayDeque<>();
    sources.testsOfTheGate().map(SourceClass::file).forEach(left::add);
    Set<SourceFile> found = new LinkedHashSet<>();
    while (!left.isEmpty()) {
      SourceFile file = left.pop();
      if (found.add(file)) {
        Set<String> names = new TreeSet<>();
        file.tree().accept(new Names(file), names);
        names.stream()
            .flatMap(name -> sources.file(file.meaning(name)).stream())
            .forEach(left::add);
      }
    }
    return found;
  }

  /** Looks at what belongs to the gate in a file that may have other tests, too. */
  abstract static class Scanner<P> extends TreeScanner<Boolean, P> {
    private final SourceFile file;

    Scanner(SourceFile file) {
      this.file = file;
    }

    @Override
    public Boolean visitImport(ImportTree tree, P parameter) {
      return true;
    }

    @Override
    public Boolean visitClass(ClassTree tree, P parameter) {
      if (!SourceClass.isLeftOut(file, tree.getModifiers())) {
        super.visitClass(tree, parameter);
      }
      return true;
    }

    @Override
    public Boolean visitMethod(MethodTree tree, P parameter) {
      if (!SourceClass.isLeftOut(file, tree.getModifiers())) {
        super.visitMethod(tree, parameter);
      }
      return true;
    }
  }

  private static final class Names extends Scanner<Set<String>> {
    Names(SourceFile file) {
      super(file);
    }

    @Override
    public Boolean visitIdentifier(IdentifierTree tree, Set<String> names) {
      names.add(tree.getName().toString());
      return true;
    }
  }
}
