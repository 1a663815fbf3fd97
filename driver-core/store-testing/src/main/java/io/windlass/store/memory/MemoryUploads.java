package io.windlass.store.memory;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectProperties;
import io.windlass.store.Part;
import io.windlass.store.Upload;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Uploads in parts that are under way. */
final class MemoryUploads {
  private final long minPartBytes;
  private final Map<String, Going> going = new TreeMap<>();
  private int last;

  MemoryUploads(long minPartBytes) {
    this.minPartBytes = minPartBytes;
  }

  private record Sent(Part part, ByteBuffer content) {}

  private record Going(
      Upload upload,
      Map<String, String> metadata,
      ObjectProperties properties,
      NavigableMap<Integer, Sent> parts) {}

  synchronized Upload start(String key, Map<String, String> metadata, ObjectProperties properties) {
    Upload upload = new Upload(key, "upload-" + ++last, Optional.of(Instant.now()));
    going.put(upload.state(), new Going(upload, Map.copyOf(metadata), properties, new TreeMap<>()));
    return upload;
  }

  private Going find(Upload upload) {
    Going found = going.get(upload.state());
    if (found == null || !found.upload.key().equals(upload.key())) {
      throw new DriverException.NotFound("no upload " + upload.state(), null);
    }
    return found;
  }

  synchronized Part part(Upload upload, int number, ByteBuffer content) {
    String state = "part-%d-%d".formatted(number, ++last);
    Part part = new Part(number, state, content.capacity());
    find(upload).parts.put(number, new Sent(part, content));
    return part;
  }

  synchronized Map<String, String> metadata(Upload upload) {
    return find(upload).metadata;
  }

  synchronized ObjectProperties properties(Upload upload) {
    return find(upload).properties;
  }

  /** Returns the parts joined, if they are those that were sent, in order, and large enough. */
  synchronized ByteBuffer join(Upload upload, List<Part> parts) {
    Going found = find(upload);
    List<ByteBuffer> contents = new ArrayList<>();
    int before = 0;
    for (Part part : parts) {
      Sent sent = found.parts.get(part.number());
      if (sent == null || !sent.part.state().equals(part.state()) || part.number() <= before) {
        throw new DriverException.InvalidArgument("part %d is not right".formatted(part.number()));
      }
      if (sent.part.size() < minPartBytes && !part.equals(parts.getLast())) {
        throw new DriverException.InvalidArgument("part %d is too small".formatted(part.number()));
      }
      before = part.number();
      contents.add(sent.content);
    }
    return Bodies.join(contents);
  }

  synchronized void end(Upload upload) {
    going.remove(upload.state());
  }

  synchronized List<Part> parts(Upload upload) {
    return find(upload).parts.values().stream().map(Sent::part).toList();
  }

  synchronized List<Upload> list(String prefix) {
    return going.values().stream()
        .map(Going::upload)
        .filter(upload -> upload.key().startsWith(prefix))
        .toList();
  }
}
