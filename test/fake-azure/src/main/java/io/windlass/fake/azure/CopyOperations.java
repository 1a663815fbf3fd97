package io.windlass.fake.azure;

import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Copies from a URL of this fake. */
final class CopyOperations {
  /** "copy-blob-from-url". */
  private static final int MOST_AT_ONCE = 256 << 20;

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{1,18})");

  private final BlockOperations blocks;

  /** Returns the source that a request names, if the request may read it. */
  interface Sources {
    Blob find(FakeAccount account, Request request, Caller caller);
  }

  private final Sources sources;

  CopyOperations(BlockOperations blocks, Sources sources) {
    this.blocks = blocks;
    this.sources = sources;
  }

  /** "put-block-from-url". */
  Answer block(FakeAccount account, Request request, Caller caller) {
    Blob source = source(account, request, caller);
    byte[] content = source.content();
    String range = request.header("x-ms-source-range").orElse("");
    if (range.isEmpty()) {
      return blocks.put(account, request, content);
    }
    Matcher bounds = RANGE.matcher(range);
    if (!bounds.matches() || Long.parseLong(bounds.group(1)) >= content.length) {
      throw Fault.of(416, "InvalidRange", "put-block-from-url");
    }
    int from = Integer.parseInt(bounds.group(1));
    int end = (int) Math.min(Long.parseLong(bounds.group(2)), content.length - 1L) + 1;
    return blocks.put(account, request, Arrays.copyOfRange(content, from, end));
  }

  /** "copy-blob", which is synchronous here, and "copy-blob-from-url". */
  Answer whole(FakeAccount account, Request request, Caller caller, boolean atOnce) {
    Blob source = source(account, request, caller);
    if (atOnce && source.content().length > MOST_AT_ONCE) {
      throw Fault.of(400, "InvalidInput", "copy-blob-from-url");
    }
    Container container = BlobOperations.writable(account, request, caller);
    Map<String, String> metadata = Metadata.of(request);
    Map<String, String> properties = Properties.ofContent(source);
    properties.putAll(Properties.besideContent(account, container, request));
    Blob copy =
        Blob.of(source.content(), properties, metadata.isEmpty() ? source.metadata() : metadata)
            .withTags(Tags.of(account, request))
            .withBlocks(source.blocks());
    Map<String, String> headers =
        BlobOperations.written(account, request, container, copy).headers();
    return Answer.of(202)
        .with(headers)
        .with(Map.of("x-ms-copy-id", UUID.randomUUID().toString(), "x-ms-copy-status", "success"));
  }

  private Blob source(FakeAccount account, Request request, Caller caller) {
    Blob source = sources.find(account, request, caller);
    new Conditions(request, "x-ms-source-").requireForSource(source);
    return source;
  }
}
