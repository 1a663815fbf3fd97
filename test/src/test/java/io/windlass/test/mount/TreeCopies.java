package io.windlass.test.mount;

import io.windlass.test.launcher.Launch;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Programs that bring trees of files to a mount, compare them, and remove them again. */
final class TreeCopies implements AutoCloseable {
  private final Path top;
  private final Ledger ledger;
  private final Path source;
  private final Map<String, String> states = new TreeMap<>();
  private final List<Shell> shells = new ArrayList<>();

  private TreeCopies(Path top, Ledger ledger, Path source) throws IOException {
    this.top = top;
    this.ledger = ledger;
    this.source = source;
    try (Stream<Path> all = Files.walk(source)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        states.put(source.relativize(file).toString(), Ledger.state(Files.readAllBytes(file)));
      }
    }
  }

  /** Adds them all; {@code scratch} is a directory on local disk. */
  static TreeCopies add(Path top, Ledger ledger, BusyPrograms programs, Path scratch)
      throws IOException {
    Programs.requireAll("git", "tar", "diff");
    Path source = Launch.root().resolve("deploy/src/main/java/io/windlass/cli/mount");
    TreeCopies trees = new TreeCopies(top, ledger, source);
    Shell copy = trees.shell();
    Shell unpack = trees.shell();
    Shell git = trees.shell();
    String wrong =
        git.failure(
            """
            set -e; cd '%s'; tar -C '%s' -cf tree.tar .
            git init -q repository; cd repository; tar -xf ../tree.tar; git add -A
            git -c user.name=nobody -c user.email=nobody@example.com commit -q -m one\
            """
                .formatted(scratch, source));
    if (!wrong.isEmpty()) {
      throw new IOException(wrong);
    }
    programs.add("cp -a", 0, _ -> trees.bring(copy, "copied", "cp -a '%s/.' .".formatted(source)));
    programs.add(
        "tar x",
        0,
        _ -> trees.bring(unpack, "unpacked", "tar -xf '%s/tree.tar'".formatted(scratch)));
    programs.add("git clone", 0, _ -> trees.cloned(git, scratch.resolve("repository")));
    return trees;
  }

  private Shell shell() {
    Shell shell = new Shell();
    shells.add(shell);
    return shell;
  }

  private String bring(Shell shell, String directory, String command) throws IOException {
    Path target = top.resolve(directory);
    states.forEach((name, state) -> ledger.will(directory + "/" + name, state));
    String wrong = shell.failure("mkdir '%s' && cd '%s' && %s".formatted(target, target, command));
    if (!wrong.isEmpty()) {
      return wrong;
    }
    states.keySet().forEach(name -> ledger.did(directory + "/" + name));
    wrong = shell.failure("diff -r '%s' '%s'".formatted(source, target));
    states.keySet().forEach(name -> ledger.will(directory + "/" + name, Ledger.ABSENT));
    wrong += shell.failure("rm -r '%s'".formatted(target));
    states.keySet().forEach(name -> ledger.did(directory + "/" + name));
    return wrong;
  }

  /** Clones a repository and has git check it; its contents are not compared. */
  private String cloned(Shell shell, Path repository) throws IOException {
    return shell.failure(
        """
        set -e; cd '%s'; git clone -q --no-local '%s' clone; cd clone
        git fsck --strict; git diff --exit-code; cd ..; rm -r clone\
        """
            .formatted(top, repository));
  }

  @Override
  public void close() {
    shells.forEach(Shell::close);
  }
}
