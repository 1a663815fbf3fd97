package io.windlass.testing;

import io.windlass.backend.Backend;
import io.windlass.object.Condition;
import io.windlass.store.CopySource;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Fake of a server that ignores conditions, or from where to list, without a word, as there are
 * some: a store whose calls lose it on the way.
 *
 * @param lost the methods that lose something, with what they lose
 */
public record FakeForgetful(Set<Loss> lost) {
  /** A condition, or the like, that gets lost. */
  public enum Loss {
    PUT_IF_ABSENT("put", Condition.IfAbsent.class),
    PUT_IF_MATCH("put", Condition.IfMatch.class),
    COMPLETE_IF_ABSENT("complete", Condition.IfAbsent.class),
    COMPLETE_IF_MATCH("complete", Condition.IfMatch.class),
    COPY_SOURCE_IF_MATCH("copy", CopySource.class),
    RANGE_SOURCE_IF_MATCH("copyRange", CopySource.class),
    DELETE_IF_MATCH("delete", Condition.IfMatch.class),
    LIST_START_AFTER("list", ListOptions.class);

    private final String method;
    private final Class<?> condition;

    Loss(String method, Class<?> condition) {
      this.method = method;
      this.condition = condition;
    }

    boolean concerns(String called, Object sent) {
      return called.equals(method) && condition.isInstance(sent);
    }
  }

  /** Returns a backend whose calls lose conditions. */
  public static Backend over(Backend real, Loss... lost) {
    return new FakeForgetful(Set.of(lost)).wrap(Backend.class, real);
  }

  private <T> T wrap(Class<T> type, Object real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call(real, method, arguments)));
  }

  private Object call(Object real, Method method, Object[] arguments) throws Throwable {
    Object[] sent =
        Stream.of(arguments == null ? new Object[0] : arguments)
            .map(argument -> sent(name(method), argument))
            .toArray();
    try {
      Object answer = method.invoke(real, sent);
      return switch (answer) {
        case ObjectStore store -> wrap(ObjectStore.class, store);
        case MultipartUploads uploads -> wrap(MultipartUploads.class, uploads);
        case Optional<?> some when some.orElse(null) instanceof RangeCopies ranges ->
            Optional.of(wrap(RangeCopies.class, ranges));
        case null, default -> answer;
      };
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static String name(Method method) {
    return method.getDeclaringClass() == RangeCopies.class ? "copyRange" : method.getName();
  }

  private Object sent(String method, Object argument) {
    return switch (argument) {
      case PutOptions options -> options.withCondition(sent(method, options.condition()));
      case Condition condition -> sent(method, condition);
      case CopySource source when isLost(method, source) ->
          new CopySource(
              source.bucket(), source.key(), source.version(), Optional.empty(), source.size());
      case ListOptions options when isLost(method, options) ->
          new ListOptions(
              options.prefix(),
              options.delimiter(),
              Optional.empty(),
              options.limit(),
              options.metadata());
      default -> argument;
    };
  }

  private Condition sent(String method, Condition condition) {
    return isLost(method, condition) ? Condition.always() : condition;
  }

  private boolean isLost(String method, Object condition) {
    return lost.stream().anyMatch(each -> each.concerns(method, condition));
  }
}
