package io.windlass.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file of the sources of tests.
 *
 * @param path below the top of the source tree
 * @param imports qualified names of classes by what they are imported for: itself, or a member
 */
record SourceFile(
    String path, CompilationUnitTree tree, SourcePositions positions, Map<String, String> imports) {

  static SourceFile of(String path, CompilationUnitTree tree, SourcePositions positions) {
    Map<String, String> imports = new HashMap<>();
    for (ImportTree each : tree.getImports()) {
      MemberSelectTree imported = (MemberSelectTree) each.getQualifiedIdentifier();
      imports.put(
          simpleName(imported), (each.isStatic() ? imported.getExpression() : imported).toString());
    }
    return new SourceFile(path, tree, positions, Map.copyOf(imports));
  }

  String packageName() {
    return Optional.ofNullable(tree.getPackageName()).map(Tree::toString).orElse("");
  }

  /** The name of the file's class. */
  String name() {
    return Path.of(path).getFileName().toString().replace(".java", "");
  }

  /** Returns the classes of the file, with those that are in others. */
  List<SourceClass> classes() {
    return tree.getTypeDecls().stream()
        .filter(ClassTree.class::isInstance)
        .flatMap(type -> new SourceClass(this, (ClassTree) type, Optional.empty()).withInner())
        .toList();
  }

  /**
   * Returns the qualified name of the class that a name in this file may mean; of a member, its
   * class.
   */
  String meaning(String name) {
    return imports.getOrDefault(name, packageName() + "." + name);
  }

  /** Returns what fields of this name begin as. */
  Stream<ExpressionTree> constants(String name) {
    return classes().stream()
        .flatMap(type -> type.tree().getMembers().stream())
        .filter(VariableTree.class::isInstance)
        .map(VariableTree.class::cast)
        .filter(field -> field.getName().contentEquals(name))
        .flatMap(field -> Optional.ofNullable(field.getInitializer()).stream());
  }

  /** Returns where something is, for people. */
  String place(Tree part) {
    long line = tree.getLineMap().getLineNumber(positions.getStartPosition(tree, part));
    return "%s:%d".formatted(path, line);
  }

  /** The last part of a name of a class, or of an annotation. */
  static String simpleName(Tree named) {
    return switch (named) {
      case IdentifierTree identifier -> identifier.getName().toString();
      case MemberSelectTree member -> member.getIdentifier().toString();
      case ParameterizedTypeTree type -> simpleName(type.getType());
      case AnnotationTree annotation -> simpleName(annotation.getAnnotationType());
      default -> "";
    };
  }
}
