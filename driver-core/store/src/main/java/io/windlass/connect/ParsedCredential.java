package io.windlass.connect;

import io.windlass.secret.Secret;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the text of a credential contains at each moment. It is asked for with each request, so the
 * text is parsed again only when it has changed. Several threads may use it.
 *
 * @param <K> the key that the text contains
 */
public final class ParsedCredential<K> implements Supplier<K> {
  private record Parsed<K>(Secret text, K key) {}

  private final Supplier<Secret> text;
  private final Function<Secret, K> parse;
  private final AtomicReference<Parsed<K>> last;

  /** Parses the text now; what {@code parse} throws is thrown. */
  public ParsedCredential(Supplier<Secret> text, Function<Secret, K> parse) {
    this.text = text;
    this.parse = parse;
    this.last = new AtomicReference<>(parsed(text.get()));
  }

  private Parsed<K> parsed(Secret now) {
    return new Parsed<>(now, parse.apply(now));
  }

  @Override
  public K get() {
    Secret now = text.get();
    Parsed<K> known = last.get();
    if (!known.text().equals(now)) {
      known = parsed(now);
      last.set(known);
    }
    return known.key();
  }
}
