package io.windlass.architecture;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** Where a file starts programs, by whatever name. */
final class StartedPrograms extends TreeScanner<Boolean, List<String>> {
  private final SourceFile file;

  private StartedPrograms(SourceFile file) {
    this.file = file;
  }

  /** Returns the places. */
  static List<String> in(SourceFile file) {
    List<String> found = new ArrayList<>();
    file.tree().accept(new StartedPrograms(file), found);
    return found;
  }

  private void found(List<String> all, Tree part) {
    all.add("%s: it starts a program without Programs".formatted(file.place(part)));
  }

  @Override
  public Boolean visitNewClass(NewClassTree made, List<String> all) {
    if (SourceFile.simpleName(made.getIdentifier()).equals("ProcessBuilder")) {
      found(all, made);
    }
    return super.visitNewClass(made, all);
  }

  @Override
  public Boolean visitMethodInvocation(MethodInvocationTree call, List<String> all) {
    if (call.getMethodSelect().toString().matches("(?i).*runtime(\\(\\))?\\.exec")) {
      found(all, call);
    }
    return super.visitMethodInvocation(call, all);
  }
}
