package io.windlass.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a compressed archive of small files in the ustar format (POSIX pax, "ustar Interchange
 * Format"). The JDK has none; a library would be a dependency for this alone.
 */
final class TarFile implements AutoCloseable {
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final int CHECKSUM_AT = 148;

  private final OutputStream out;
  private final String directory;
  private final Instant at;

  /**
   * Begins an archive.
   *
   * @param directory of all files: nobody wants them among their own
   * @param at time of all files
   */
  TarFile(OutputStream out, String directory, Instant at) throws IOException {
    this.out = new GZIPOutputStream(out);
    this.directory = directory;
    this.at = at;
  }

  /** Adds a file with this text. The path in the archive has at most 100 bytes. */
  void add(String name, String text) throws IOException {
    byte[] content = text.getBytes(UTF_8);
    out.write(header(directory + "/" + name, content.length));
    out.write(content);
    out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
  }

  private byte[] header(String name, int size) {
    ByteBuffer header = ByteBuffer.allocate(BLOCK);
    header.put(name.getBytes(UTF_8)).position(NAME);
    header.put("0000600\0".getBytes(UTF_8)); // mode
    header.put("0000000\0".getBytes(UTF_8)); // uid
    header.put("0000000\0".getBytes(UTF_8)); // gid
    header.put("%011o\0".formatted(size).getBytes(UTF_8));
    header.put("%011o\0".formatted(at.getEpochSecond()).getBytes(UTF_8));
    header.put("        0".getBytes(UTF_8)); // the checksum counts as spaces; a regular file
    header.position(257).put("ustar\0".getBytes(UTF_8)).put("00".getBytes(UTF_8));
    int sum = 0;
    for (byte each : header.array()) {
      sum += Byte.toUnsignedInt(each);
    }
    return header.position(CHECKSUM_AT).put("%06o\0 ".formatted(sum).getBytes(UTF_8)).array();
  }

  /** Ends the archive. */
  @Override
  public void close() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.close();
  }
}
