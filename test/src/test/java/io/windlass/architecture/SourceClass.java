package io.windlass.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * A class of the sources of tests.
 *
 * @param outer the class that it is in
 */
record SourceClass(SourceFile file, ClassTree tree, Optional<SourceClass> outer) {
  private static final Set<String> TESTS =
      Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate");

  /** Tags of tests that the gate leaves out. */
  private static final Set<String> LEFT_OUT = Set.of("long", "kubernetes");

  String name() {
    return tree.getSimpleName().toString();
  }

  /** The class that it extends, and its interfaces: like {@code Name} or {@code Outer.Name}. */
  List<String> parents() {
    return Stream.concat(
            Optional.ofNullable(tree.getExtendsClause()).stream(),
            tree.getImplementsClause().stream())
        .map(type -> type instanceof ParameterizedTypeTree of ? of.getType() : type)
        .map(Tree::toString)
        .toList();
  }

  boolean isAbstract() {
    return tree.getKind() == Tree.Kind.INTERFACE
        || tree.getModifiers().getFlags().contains(Modifier.ABSTRACT);
  }

  /** It and the classes in it. */
  Stream<SourceClass> withInner() {
    return Stream.concat(
        Stream.of(this),
        tree.getMembers().stream()
            .filter(ClassTree.class::isInstance)
            .flatMap(member ->
                new SourceClass(file, (ClassTree) member, Optional.of(this)).withInner()));
  }

  List<MethodTree> tests() {
    return tree.getMembers().stream()
        .filter(MethodTree.class::isInstance)
        .map(MethodTree.class::cast)
        .filter(method ->
            method.getModifiers().getAnnotations().stream()
                .anyMatch(annotation -> TESTS.contains(SourceFile.simpleName(annotation))))
        .toList();
  }

  boolean declares(String method) {
    return tree.getMembers().stream()
        .anyMatch(each -> each instanceof MethodTree own && own.getName().contentEquals(method));
  }

  /** The annotations {@code LongForm} of it and its methods. */
  Stream<AnnotationTree> longForms() {
    return Stream.concat(
            Stream.of(tree.getModifiers()), tests().stream().map(MethodTree::getModifiers))
        .<AnnotationTree>flatMap(modifiers -> modifiers.getAnnotations().stream())
        .filter(annotation -> SourceFile.simpleName(annotation).equals("LongForm"));
  }

  /** Whether the long form runs it or one of its tests. */
  boolean hasLongForm() {
    return Stream.concat(
            Stream.of(tree.getModifiers()), tests().stream().map(MethodTree::getModifiers))
        .anyMatch(modifiers ->
            isLeftOut(file, modifiers)
                || modifiers.getAnnotations().stream()
                    .anyMatch(each -> SourceFile.simpleName(each).equals("BothForms")));
  }

  /** Whether the gate leaves out what has these annotations. */
  static boolean isLeftOut(SourceFile file, ModifiersTree modifiers) {
    return modifiers.getAnnotations().stream()
        .anyMatch(annotation ->
            switch (SourceFile.simpleName(annotation)) {
              case "LongForm" -> true;
              case "Tag" ->
                  Constants.texts(file, annotation, "value").stream().anyMatch(LEFT_OUT::contains);
              default -> false;
            });
  }
}
