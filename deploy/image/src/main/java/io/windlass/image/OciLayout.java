package io.windlass.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Directory in the format OCI Image Layout 1.0: blobs by their digests, and an index.
 *
 * @param directory its place
 */
record OciLayout(Path directory) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int BUFFER = 1 << 16;

  /** Creates the directory with an empty set of blobs, unless it is there. */
  static OciLayout at(Path directory) throws IOException {
    OciLayout layout = new OciLayout(directory);
    Files.createDirectories(layout.blobs());
    Files.writeString(directory.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    return layout;
  }

  /** Writes a tree as a layer. The header of gzip has no time here. */
  Layer layer(String name, Tree tree, Instant time) throws IOException {
    Path partial = directory.resolve("layer.partial");
    MessageDigest packed = Digest.start();
    MessageDigest unpacked = Digest.start();
    long[] size = new long[1];
    try (OutputStream file = Files.newOutputStream(partial);
        OutputStream digested = new DigestOutputStream(file, packed);
        OutputStream gzip = new GZIPOutputStream(digested, BUFFER);
        OutputStream tar = new DigestOutputStream(new Counting(gzip, size), unpacked)) {
      TarStream.write(tree, time, tar);
    }
    String digest = Digest.text(packed.digest());
    Files.move(partial, blob(digest), StandardCopyOption.REPLACE_EXISTING);
    return new Layer(
        name, digest, Files.size(blob(digest)), Digest.text(unpacked.digest()), size[0]);
  }

  /** Writes a document as a blob. Returns its descriptor's digest. */
  String document(JsonNode document) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(document);
    String digest = Digest.of(bytes);
    Files.write(blob(digest), bytes);
    return digest;
  }

  /** Reads a document. */
  JsonNode document(String digest) {
    return JSON.readTree(blob(digest).toFile());
  }

  /** Reads the file that a reader of the layout begins with. */
  Optional<JsonNode> index() {
    Path index = directory.resolve("index.json");
    return Files.exists(index) ? Optional.of(JSON.readTree(index.toFile())) : Optional.empty();
  }

  /** Deletes blobs of earlier builds, which the index does not lead to. */
  void clean() throws IOException {
    Set<String> used = new HashSet<>();
    index().ifPresent(index -> mark(index, used));
    try (Stream<Path> blobs = Files.list(blobs())) {
      for (Path blob : blobs.toList()) {
        if (!used.contains("sha256:" + blob.getFileName())) {
          Files.delete(blob);
        }
      }
    }
  }

  /** Collects the digests that a document names, and those that these documents name. */
  private void mark(JsonNode document, Set<String> used) {
    for (JsonNode each : document) {
      JsonNode digest = each.path("digest");
      if (digest.isString() && used.add(digest.asString())) {
        if (each.path("mediaType").asString().endsWith("+json")) {
          mark(document(digest.asString()), used);
        }
      }
      mark(each, used);
    }
  }

  /** Writes the file that a reader of the layout begins with. */
  void index(JsonNode index) throws IOException {
    Path partial = directory.resolve("index.partial");
    Files.write(partial, JSON.writeValueAsBytes(index));
    Files.move(partial, directory.resolve("index.json"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns the path of a blob. */
  Path blob(String digest) {
    return blobs().resolve(digest.substring(digest.indexOf(':') + 1));
  }

  private Path blobs() {
    return directory.resolve("blobs/sha256");
  }
}
