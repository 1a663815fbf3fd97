package io.windlass.image;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;

/**
 * Writes a tree as a tar archive in the format ustar (POSIX.1-1988). All entries are root's and
 * have one time, so the bytes depend on names, modes and contents only. Paths are up to 100 bytes
 * long, or up to 256 if a slash divides them into at most 155 and 100; files are up to 8 GiB.
 */
final class TarStream {
  private static final int BLOCK = 512;

  private final OutputStream out;
  private final Instant time;

  private TarStream(OutputStream out, Instant time) {
    this.out = out;
    this.time = time;
  }

  /** Writes the archive. Does not close the stream. */
  static void write(Tree tree, Instant time, OutputStream out) throws IOException {
    TarStream tar = new TarStream(out, time);
    for (Map.Entry<String, Content> entry : tree.files().entrySet()) {
      tar.write(entry.getKey(), entry.getValue());
    }
    out.write(new byte[2 * BLOCK]);
  }

  private void write(String path, Content content) throws IOException {
    switch (content) {
      case Content.Folder folder -> header(path + "/", '5', folder.mode(), 0, "");
      case Content.Link link -> header(path, '2', 0777, 0, link.target());
      case Content.Text text -> {
        header(path, '0', text.mode(), text.size(), "");
        out.write(text.bytes());
      }
      case Content.Copy copy -> {
        header(path, '0', copy.mode(), copy.size(), "");
        Files.copy(copy.source(), out);
      }
    }
    out.write(new byte[(int) ((BLOCK - content.size() % BLOCK) % BLOCK)]);
  }

  private void header(String path, char type, int mode, long size, String link) throws IOException {
    byte[] header = new byte[BLOCK];
    int slash = path.length() <= 100 ? -1 : path.indexOf('/', path.length() - 101);
    if (slash > 155 || (path.length() > 100 && slash < 0) || link.length() > 100) {
      throw new IOException("the path is too long for tar: " + path);
    }
    put(header, 0, path.substring(slash + 1));
    put(header, 100, octal(mode, 7));
    put(header, 108, octal(0, 7)); // user
    put(header, 116, octal(0, 7)); // group
    put(header, 124, octal(size, 11));
    put(header, 136, octal(time.getEpochSecond(), 11));
    put(header, 148, " ".repeat(8)); // the checksum counts as spaces
    header[156] = (byte) type;
    put(header, 157, link);
    put(header, 257, "ustar\0" + "00");
    put(header, 345, path.substring(0, Math.max(slash, 0)));
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put(header, 148, octal(sum, 6) + "\0");
    out.write(header);
  }

  private static String octal(long value, int digits) throws IOException {
    String octal = Long.toOctalString(value);
    if (octal.length() > digits) {
      throw new IOException(value + " does not fit into a field of tar");
    }
    return "0".repeat(digits - octal.length()) + octal;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
