package io.windlass.store.azure;

import io.windlass.store.Upload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What another process needs to go on with an upload, in lines: the id that its blocks begin with,
 * the media type or nothing, names and values of metadata.
 *
 * @param metadata as it is sent
 */
record AzureUploadState(String id, Optional<String> contentType, Map<String, String> metadata) {

  String text() {
    StringBuilder text = new StringBuilder(id).append('\n').append(contentType.orElse(""));
    new TreeMap<>(metadata)
        .forEach((name, value) -> text.append('\n').append(name).append('=').append(value));
    return text.toString();
  }

  static AzureUploadState of(Upload upload) {
    List<String> lines = List.of(upload.state().split("\n", -1));
    Map<String, String> metadata = new TreeMap<>();
    for (String line : lines.subList(2, lines.size())) {
      int end = line.indexOf('=');
      metadata.put(line.substring(0, end), line.substring(end + 1));
    }
    return new AzureUploadState(
        lines.getFirst(), Optional.of(lines.get(1)).filter(type -> !type.isEmpty()), metadata);
  }
}
