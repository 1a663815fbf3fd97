package io.windlass.architecture;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a test of the gate must not use: real time, chance, and the states of threads. */
final class GateOffences extends GateSources.Scanner<List<String>> {
  /** What a test may always wait for. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What waits with a limit: those that say a time and a unit, or a {@link Duration}. */
  private static final Set<String> WAITS =
      Set.of("orTimeout", "waitFor", "withDeadlineAfter", "succeedsWithin", "awaitTermination");

  private static final Set<String> CHANCE = Set.of("Random", "SplittableRandom", "SecureRandom");

  private final TestSources sources;
  private final SourceFile file;

  private GateOffences(TestSources sources, SourceFile file) {
    super(file);
    this.sources = sources;
    this.file = file;
  }

  /** Returns the offences in a file, with their lines. */
  static List<String> in(SourceFile file, TestSources sources) {
    List<String> found = new ArrayList<>();
    file.tree().accept(new GateOffences(sources, file), found);
    return found;
  }

  private void found(List<String> all, Tree part, String what) {
    all.add("%s: %s".formatted(file.place(part), what));
  }

  @Override
  public Boolean visitMethodInvocation(MethodInvocationTree call, List<String> all) {
    String name = SourceFile.simpleName(call.getMethodSelect());
    if (name.equals("sleep") && call.getMethodSelect().toString().matches("(Thread|TimeUnit).*")) {
      found(all, call, "it sleeps");
    } else if (name.startsWith("assertTimeout")) {
      found(all, call, "it measures time");
    } else if (name.equals("atMost") && !isPatient(call.getArguments())) {
      found(all, call, "it waits for less than %s".formatted(PATIENCE));
    } else if (WAITS.contains(name) && isShort(call.getArguments())) {
      found(all, call, "it gives up after less than %s".formatted(PATIENCE));
    }
    return super.visitMethodInvocation(call, all);
  }

  private boolean isPatient(List<? extends ExpressionTree> limit) {
    return written(limit).filter(each -> each.compareTo(PATIENCE) >= 0).isPresent();
  }

  /** Returns whether a limit is written there, and is less than what a busy machine needs. */
  private boolean isShort(List<? extends ExpressionTree> limit) {
    return !limit.isEmpty()
        && written(limit).filter(each -> each.compareTo(PATIENCE) < 0).isPresent();
  }

  private Optional<Duration> written(List<? extends ExpressionTree> limit) {
    return limit.size() == 2
        ? Constants.duration(limit.getFirst(), limit.getLast())
        : limit(limit.getFirst());
  }

  /** A time that is written there, or a constant of this class or of another. */
  private Optional<Duration> limit(ExpressionTree value) {
    return switch (value) {
      case IdentifierTree name ->
          constant(Stream.concat(Stream.of(file), files(name)), SourceFile.simpleName(name));
      case MemberSelectTree member ->
          constant(files(member.getExpression()), SourceFile.simpleName(member));
      default -> Constants.duration(value);
    };
  }

  private Stream<SourceFile> files(Tree name) {
    return sources.file(file.meaning(SourceFile.simpleName(name))).stream();
  }

  private static Optional<Duration> constant(Stream<SourceFile> places, String name) {
    return places
        .flatMap(place -> place.constants(name))
        .flatMap(value -> Constants.duration(value).stream())
        .findFirst();
  }

  @Override
  public Boolean visitNewClass(NewClassTree made, List<String> all) {
    String type = SourceFile.simpleName(made.getIdentifier());
    if (CHANCE.contains(type) && made.getArguments().isEmpty()) {
      found(all, made, "it leaves something to chance");
    }
    return super.visitNewClass(made, all);
  }

  @Override
  public Boolean visitIdentifier(IdentifierTree name, List<String> all) {
    if (name.getName().contentEquals("ThreadLocalRandom")) {
      found(all, name, "it leaves something to chance");
    }
    return true;
  }

  @Override
  public Boolean visitMemberSelect(MemberSelectTree member, List<String> all) {
    if (member.toString().equals("Thread.State")) {
      found(all, member, "it looks at the state of a thread");
    }
    return super.visitMemberSelect(member, all);
  }
}
