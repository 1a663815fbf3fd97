package io.windlass.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar without compressing what is in it: classes load faster, and what is packed from many
 * such jars is half as large, because packers find what the jars have in common.
 */
final class StoredJar {
  /** Of all entries, so that the copy is the same in each time zone. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private StoredJar() {}

  /** Copies all entries, in their order. */
  static void copy(Path jar, Path copy) throws IOException {
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
      to.setMethod(ZipOutputStream.STORED);
      List<? extends ZipEntry> entries = Collections.list(from.entries());
      for (ZipEntry entry : entries) {
        ZipEntry stored = new ZipEntry(entry.getName());
        stored.setTimeLocal(TIME);
        stored.setSize(entry.getSize());
        stored.setCrc(entry.getCrc());
        to.putNextEntry(stored);
        try (InputStream content = from.getInputStream(entry)) {
          content.transferTo(to);
        }
        to.closeEntry();
      }
    }
  }
}
