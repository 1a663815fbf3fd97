package io.windlass.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hosts that no proxy is used for, as curl reads {@code no_proxy}: names, each with all names below
 * it; addresses, and networks of addresses (CIDR). Names are not resolved.
 *
 * @param entries empty: none; {@code *} alone: all
 */
record NoProxy(List<String> entries) {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
  private static final Pattern PREFIX = Pattern.compile("\\d{1,3}");

  NoProxy {
    entries = List.copyOf(entries);
  }

  /** Parses the value of the variable: entries are separated by commas or white space. */
  static NoProxy parse(String text) {
    return new NoProxy(
        Arrays.stream(text.split("[,\\s]+", -1)).filter(entry -> !entry.isEmpty()).toList());
  }

  /**
   * Returns whether a host is among them.
   *
   * @param host as a URL has it: an IPv6 address in brackets
   */
  boolean has(String host) {
    if (entries.equals(List.of("*"))) {
      return true;
    }
    Optional<InetAddress> address = address(host);
    return entries.stream()
        .anyMatch(entry ->
            address.isPresent() ? isIn(address.get(), entry) : isBelow(name(host), name(entry)));
  }

  private static boolean isBelow(String name, String entry) {
    return !entry.isEmpty() && (name.equals(entry) || name.endsWith("." + entry));
  }

  /** Without the dot that makes a name absolute, and the one that means all names below. */
  private static String name(String text) {
    return text.toLowerCase(Locale.ROOT).replaceFirst("^\\.", "").replaceFirst("\\.$", "");
  }

  private static boolean isIn(InetAddress address, String entry) {
    String[] parts = entry.split("/", 2);
    Optional<InetAddress> network = address(parts[0]);
    if (network.isEmpty()) {
      return false;
    }
    byte[] wanted = network.get().getAddress();
    byte[] given = address.getAddress();
    int all = wanted.length * Byte.SIZE;
    if (given.length != wanted.length
        || (parts.length > 1 && !PREFIX.matcher(parts[1]).matches())) {
      return false;
    }
    int prefix = parts.length > 1 ? Integer.parseInt(parts[1]) : all;
    return prefix <= all && same(given, wanted, prefix);
  }

  private static boolean same(byte[] one, byte[] other, int bits) {
    int whole = bits / Byte.SIZE;
    int rest = Byte.SIZE - bits % Byte.SIZE;
    return Arrays.equals(one, 0, whole, other, 0, whole)
        && (rest == Byte.SIZE || (one[whole] & 0xff) >> rest == (other[whole] & 0xff) >> rest);
  }

  /** The address that a text is; empty for names. */
  static Optional<InetAddress> address(String text) {
    String bare = text.replaceFirst("^\\[(.*)]$", "$1").replaceFirst("%.*$", "");
    if (!IPV4.matcher(bare).matches() && bare.indexOf(':') < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(bare));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
