package io.windlass.faults.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Secrets that can be recognised, and the search for them: as they are, and in the forms that code
 * writes secrets in by accident.
 */
public final class Canaries {
  /** Of base64, the first and last characters depend on what stands around. */
  private static final int MARGIN = 4;

  private final Map<String, String> forms = new TreeMap<>();

  /** Looks for this secret too. */
  public void add(String name, String secret) {
    byte[] bytes = secret.getBytes(UTF_8);
    forms.put(name, secret);
    forms.put(name + " in hex", HexFormat.of().formatHex(bytes));
    forms.put(name + " in capital hex", HexFormat.of().withUpperCase().formatHex(bytes));
    forms.put(name + " in a URL", URLEncoder.encode(secret, UTF_8));
    forms.put(name + " reversed", new StringBuilder(secret).reverse().toString());
    for (int shift = 0; shift < 3; shift++) {
      byte[] shifted = new byte[bytes.length + shift];
      System.arraycopy(bytes, 0, shifted, shift, bytes.length);
      inner(name + " in base64", shift, Base64.getEncoder().encodeToString(shifted));
      inner(name + " in URL-safe base64", shift, Base64.getUrlEncoder().encodeToString(shifted));
    }
  }

  private void inner(String name, int shift, String text) {
    forms.put(name + " " + shift, text.substring(MARGIN, text.length() - MARGIN));
  }

  /** Looks for these bytes too, as they are and encoded. */
  void addBytes(String name, byte[] bytes) {
    forms.put(name + " in hex", HexFormat.of().formatHex(bytes));
    forms.put(name + " in capital hex", HexFormat.of().withUpperCase().formatHex(bytes));
    forms.put(name + " as numbers", numbers(bytes));
    inner(name + " in base64", 0, Base64.getEncoder().encodeToString(bytes));
    inner(name + " in URL-safe base64", 0, Base64.getUrlEncoder().encodeToString(bytes));
  }

  /** Returns the bytes as Java prints an array. */
  private static String numbers(byte[] bytes) {
    List<String> numbers = new ArrayList<>();
    for (byte b : bytes) {
      numbers.add(Byte.toString(b));
    }
    return String.join(", ", numbers);
  }

  /** Returns the secrets that a text contains, and the form of each. */
  List<String> in(String where, String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return forms.entrySet().stream()
        .filter(form ->
            text.contains(form.getValue())
                || lower.contains(form.getValue().toLowerCase(Locale.ROOT)))
        .map(form -> "%s: %s".formatted(where, form.getKey()))
        .toList();
  }

  /** The same for all files below a directory, and for their names. */
  List<String> in(Path directory) {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        found.addAll(in("the name " + file, file.toString()));
        if (Files.isRegularFile(file)) {
          found.addAll(in(file.toString(), new String(Files.readAllBytes(file), UTF_8)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
