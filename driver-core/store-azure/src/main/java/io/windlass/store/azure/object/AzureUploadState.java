package io.windlass.store.azure.object;

import io.windlass.store.Upload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * State with which another process continues an upload, in lines: the parts of the ids of its
 * blocks, then the names and values of the headers of the commit.
 *
 * @param headers of the commit: user metadata, the media type and the like
 */
record AzureUploadState(BlockIds ids, Map<String, String> headers) {

  String text() {
    StringBuilder text = new StringBuilder(ids.text());
    new TreeMap<>(headers)
        .forEach((name, value) -> text.append('\n').append(name).append('=').append(value));
    return text.toString();
  }

  static AzureUploadState of(Upload upload) {
    List<String> lines = List.of(upload.state().split("\n", -1));
    Map<String, String> headers = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int end = line.indexOf('=');
      headers.put(line.substring(0, end), line.substring(end + 1));
    }
    return new AzureUploadState(BlockIds.parse(lines.getFirst()), headers);
  }
}
