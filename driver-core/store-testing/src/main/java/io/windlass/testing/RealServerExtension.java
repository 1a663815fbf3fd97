package io.windlass.testing;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.platform.commons.support.AnnotationSupport;

/** Implements {@link RealServer}. JUnit's stores stop each server at the end of its scope. */
final class RealServerExtension
    implements BeforeAllCallback,
        TestInstancePreConstructCallback,
        BeforeEachCallback,
        ParameterResolver,
        AfterTestExecutionCallback {
  private static final Namespace NAMESPACE = Namespace.create(RealServerExtension.class);

  /** Keys of the store of the whole run. */
  private record PlaceOf(ServerKind<?> kind) {}

  private record SharedServerOf(ServerKind<?> kind) {}

  /** Key of the servers that one class or method started for itself. */
  private record PrivateServersOf(String context) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    requireAll(context);
  }

  /** Comes before {@link #beforeAll} where one instance serves all tests of a class. */
  @Override
  public void preConstructTestInstance(
      TestInstanceFactoryContext factory, ExtensionContext context) {
    requireAll(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    requireAll(context);
  }

  private static void requireAll(ExtensionContext context) {
    needed(context).forEach(kind -> require(kind, context));
  }

  private static Stream<ServerKind<?>> needed(ExtensionContext context) {
    Optional<RealServer> ofMethod =
        AnnotationSupport.findAnnotation(context.getTestMethod(), RealServer.class);
    Optional<RealServer> ofClass =
        context
            .getTestClass()
            .flatMap(type ->
                AnnotationSupport.findAnnotation(
                    type, RealServer.class, context.getEnclosingTestClasses()));
    return Stream.concat(ofMethod.stream(), ofClass.stream())
        .flatMap(annotation -> Stream.of(annotation.value()))
        .<ServerKind<?>>map(ServerKind::of)
        .distinct();
  }

  private static void require(ServerKind<?> kind, ExtensionContext context) {
    if (place(kind, context) instanceof Place.Nowhere(var reason)) {
      throw Missing.of(kind.title(), reason);
    }
  }

  /** Finds the place of a kind of server once in a run, and prints it then. */
  private static Place place(ServerKind<?> kind, ExtensionContext context) {
    return runStore(context)
        .computeIfAbsent(
            new PlaceOf(kind),
            key -> {
              Place place = Place.find(kind, System.getenv());
              BuildOutput.say(sentence(kind, place, kind.shared(System.getenv()).isPresent()));
              return place;
            },
            Place.class);
  }

  /**
   * What is printed of a kind.
   *
   * @param isShared whether the run has a server already, for all tests that do not freeze or kill
   *     it
   */
  static String sentence(ServerKind<?> kind, Place place, boolean isShared) {
    String tested =
        isShared
            ? "is tested on the server of this run and, where a test needs its own,"
            : "is tested";
    return switch (place) {
      case Place.Engine(var image) ->
          "%s %s in containers of %s.".formatted(kind.title(), tested, image);
      case Place.Executable(var file) ->
          "%s %s as a process of %s.".formatted(kind.title(), tested, file);
      case Place.Given(var server) ->
          "In place of %s, the tests use %s.".formatted(kind.title(), server);
      case Place.Nowhere(var reason) -> "%s was not tested: %s.".formatted(kind.title(), reason);
    };
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Type type = parameter.getParameter().getParameterizedType();
    return ServerKind.find(type).isPresent() || privateKind(type).isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Type type = parameter.getParameter().getParameterizedType();
    Optional<ServerKind<?>> own = privateKind(type);
    if (own.isPresent()) {
      return privateServers(context).start(own.get(), place(own.get(), context));
    }
    return requireNonNull(shared(ServerKind.of(type), context).server());
  }

  private static Optional<ServerKind<?>> privateKind(Type type) {
    return type instanceof ParameterizedType generic
            && generic.getRawType().equals(PrivateServer.class)
        ? ServerKind.find(generic.getActualTypeArguments()[0])
        : Optional.empty();
  }

  private static PrivateServer<?> shared(ServerKind<?> kind, ExtensionContext context) {
    return runStore(context)
        .computeIfAbsent(
            new SharedServerOf(kind),
            key ->
                PrivateServer.start(
                    kind,
                    kind.shared(System.getenv())
                        .<Place>map(Place.Given::new)
                        .orElseGet(() -> place(kind, context))),
            PrivateServer.class);
  }

  private static StartedServers privateServers(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            new PrivateServersOf(context.getUniqueId()),
            key -> new StartedServers(),
            StartedServers.class);
  }

  private static ExtensionContext.Store runStore(ExtensionContext context) {
    return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE);
  }

  /** Adds the output of a failed test's servers to its failure. */
  @Override
  public void afterTestExecution(ExtensionContext context) {
    context
        .getExecutionException()
        .ifPresent(failure ->
            Stream.concat(
                    needed(context).map(kind -> runStore(context).get(new SharedServerOf(kind))),
                    privateServers(context).servers().stream())
                .filter(PrivateServer.class::isInstance)
                .map(server -> new ServerOutput((PrivateServer<?>) server))
                .forEach(failure::addSuppressed));
  }
}
