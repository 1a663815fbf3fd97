package io.windlass.test.mount;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What the objects of a bucket may be at any moment: those who write files say beforehand what each
 * will be next, and afterwards that it was acknowledged. Whoever looks into the bucket meanwhile
 * must find one of these states, none older than the last that was acknowledged before he looked.
 */
final class Ledger {
  /** The state of a key at which there is nothing. */
  static final String ABSENT = "absent";

  private final Map<String, History> histories = new ConcurrentHashMap<>();

  /** The states of one key, oldest first. */
  private static final class History {
    private final List<String> states = new ArrayList<>(List.of(ABSENT));
    private int acknowledged;

    synchronized void will(String state) {
      states.add(state);
    }

    synchronized void did() {
      acknowledged = states.size() - 1;
    }

    synchronized int acknowledged() {
      return acknowledged;
    }

    synchronized boolean isAllowed(String state, int since) {
      return states.subList(since, states.size()).contains(state);
    }

    synchronized String describe(int since) {
      return "%d states, acknowledged: %d; state %s"
          .formatted(states.size(), acknowledged, states.get(since));
    }

    synchronized int indexOf(String state) {
      return states.lastIndexOf(state);
    }
  }

  /** The state of a key at which there is an object of these bytes. */
  static String state(byte[] bytes) {
    return state(digest(), bytes);
  }

  /** Likewise, of what {@code before} has been fed with and these bytes. */
  static String state(MessageDigest before, byte[] bytes) {
    return HexFormat.of().formatHex(before.digest(bytes));
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From now on, {@code key} may be in this state. */
  void will(String key, String state) {
    histories.computeIfAbsent(key, _ -> new History()).will(state);
  }

  /** From now on, {@code key} is in the last state that was announced. */
  void did(String key) {
    history(key).did();
  }

  private History history(String key) {
    return Optional.ofNullable(histories.get(key)).orElseThrow();
  }

  SortedSet<String> keys() {
    return new TreeSet<>(histories.keySet());
  }

  /** Looks; says what is wrong, if anything is. */
  Optional<String> check(String key, Supplier<String> look) {
    History history = history(key);
    int since = history.acknowledged();
    String seen = look.get();
    if (history.isAllowed(seen, since)) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is in a state that it never had (%s), or had before (%d): %s"
            .formatted(key, seen, history.indexOf(seen), history.describe(since)));
  }
}
