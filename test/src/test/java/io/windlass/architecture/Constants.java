package io.windlass.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Values that sources spell out. */
final class Constants {
  private Constants() {}

  /** Returns the texts of an element of an annotation in this file. */
  static List<String> texts(SourceFile file, AnnotationTree annotation, String element) {
    return annotation.getArguments().stream()
        .flatMap(argument ->
            switch (argument) {
              case AssignmentTree assignment
                  when SourceFile.simpleName(assignment.getVariable()).equals(element) ->
                  Stream.of(assignment.getExpression());
              case AssignmentTree _ -> Stream.empty();
              default -> element.equals("value") ? Stream.of(argument) : Stream.empty();
            })
        .flatMap(value ->
            value instanceof NewArrayTree array
                ? array.getInitializers().stream()
                : Stream.of(value))
        .map(value -> text(file, value))
        .toList();
  }

  private static String text(SourceFile file, Tree value) {
    return switch (value) {
      case LiteralTree literal -> String.valueOf(literal.getValue());
      case BinaryTree sum -> text(file, sum.getLeftOperand()) + text(file, sum.getRightOperand());
      case ParenthesizedTree parentheses -> text(file, parentheses.getExpression());
      case IdentifierTree name ->
          file.constants(name.getName().toString())
              .findFirst()
              .map(constant -> text(file, constant))
              .orElseThrow(() -> new AssertionError(value + " is no text"));
      default -> throw new AssertionError(value + " is no text");
    };
  }

  /** Returns a time such as {@code Duration.ofSeconds(5)}. */
  static Optional<Duration> duration(ExpressionTree value) {
    return value instanceof MethodInvocationTree call
            && call.getArguments().size() == 1
            && call.getArguments().getFirst() instanceof LiteralTree amount
        ? duration(call.getMethodSelect().toString(), amount)
        : Optional.empty();
  }

  /** Returns a time such as {@code 5, TimeUnit.SECONDS}. */
  static Optional<Duration> duration(ExpressionTree value, ExpressionTree unit) {
    return value instanceof LiteralTree amount
        ? duration(SourceFile.simpleName(unit), amount)
        : Optional.empty();
  }

  private static Optional<Duration> duration(String unit, LiteralTree literal) {
    if (!(literal.getValue() instanceof Number amount)) {
      return Optional.empty();
    }
    return switch (unit) {
      case "Duration.ofNanos", "NANOSECONDS" -> Optional.of(Duration.ofNanos(amount.longValue()));
      case "Duration.ofMillis", "MILLISECONDS" ->
          Optional.of(Duration.ofMillis(amount.longValue()));
      case "Duration.ofSeconds", "SECONDS" -> Optional.of(Duration.ofSeconds(amount.longValue()));
      case "Duration.ofMinutes", "MINUTES" -> Optional.of(Duration.ofMinutes(amount.longValue()));
      case "Duration.ofHours", "HOURS" -> Optional.of(Duration.ofHours(amount.longValue()));
      default -> Optional.empty();
    };
  }
}
