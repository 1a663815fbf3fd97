package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.Block;
import com.azure.storage.blob.models.BlockList;
import com.azure.storage.blob.models.BlockListType;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.store.CopySource;
import io.windlass.store.MultipartUploads;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.store.azure.client.AzureBody;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureKeys;
import io.windlass.store.azure.client.BlobRequest;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Uploads on a service that has none: uncommitted blocks belong to the name of a blob. The id of a
 * block ({@link BlockIds}) identifies the upload and the attempt, so a late block of an earlier
 * attempt is never used. A commit discards all other uncommitted blocks of the name, also those of
 * other uploads: these fail then, and their callers begin again.
 */
final class AzureUploads implements MultipartUploads, RangeCopies {
  /** "Put Block": blocks are discarded a week after the last one was sent. */
  private static final Duration EXPIRY = Duration.ofDays(7);

  private final AzureContainer container;

  AzureUploads(AzureContainer container) {
    this.container = container;
  }

  /** Keeps the headers of the blob in the upload's state, because the commit sends them. */
  @Override
  public Upload start(String key, PutOptions options) {
    return start(key, BlobHeaders.of(options));
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    AzureCopies.Seen seen = AzureCopies.look(container, AzureCopies.pinned(source));
    return start(key, BlobHeaders.of(metadata, seen.forCopy(container)));
  }

  /**
   * Starts an upload with these headers of the commit. Lists the uncommitted blocks of others; so a
   * caller with read permission learns here, and not from the first part, if the container is
   * missing.
   */
  Upload start(String key, Map<String, String> headers) {
    BlockIds ids = BlockIds.fresh(length(AzureKeys.check(key)));
    return new Upload(key, new AzureUploadState(ids, headers).text(), Optional.empty());
  }

  private int length(String key) {
    int length = othersLength(key).orElse(BlockIds.USUAL_LENGTH);
    if (length < BlockIds.LEAST_LENGTH) {
      throw new DriverException.FailedPrecondition(
          container
              .errors()
              .says(
                  "start upload",
                  container.target(key),
                  ("another program has sent blocks with ids of %d bytes and has not committed them:"
                          + " the service takes none with longer ids until it does, or a week is"
                          + " over, or a small file is put there")
                      .formatted(length)));
    }
    return length;
  }

  /** Returns the length of the ids of uncommitted blocks, if there are any. */
  private Optional<Integer> othersLength(String key) {
    try {
      return uncommitted(key).stream().findFirst().map(block -> BlockIds.lengthOf(block.getName()));
    } catch (DriverException.PermissionDenied e) {
      return Optional.empty(); // the credential permits only writing
    }
  }

  @Override
  public Part send(Upload upload, int number, Content content) {
    String block = BlockIds.of(upload).next(number);
    HttpHeaders _ = block(upload, block).send("send part", new AzureBody(content));
    return new Part(number, block, content.length());
  }

  /** The request contains a token for the source. */
  @Override
  public Part copy(Upload upload, int number, CopySource wanted, ByteRange range) {
    CopySource source = AzureCopies.pinned(wanted);
    AzureContainer from = container.at(source.bucket());
    String block = BlockIds.of(upload).next(number);
    BlobRequest request =
        block(upload, block)
            .headers(AzureCopies.reading(from, source))
            .header("x-ms-source-range", "bytes=%d-%d".formatted(range.offset(), range.last()))
            .moreTime(AzureClients.forCopying(range.length()));
    source
        .ifMatch()
        .ifPresent(seen -> request.header("x-ms-source-if-match", BlobRequest.quoted(seen)));
    HttpHeaders _ = AzureCopies.from(from, source.key(), () -> request.send("copy part"));
    return new Part(number, block, range.length());
  }

  private BlobRequest block(Upload upload, String block) {
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, upload.key())
            .query("comp", "block")
            .query("blockid", block);
    Optional.ofNullable(AzureUploadState.of(upload).headers().get(BlobHeaders.SCOPE))
        .ifPresent(scope -> request.header(BlobHeaders.SCOPE, scope));
    return request;
  }

  @Override
  public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
    List<Part> inOrder = parts.stream().sorted(Comparator.comparingInt(Part::number)).toList();
    long size = inOrder.stream().mapToLong(Part::size).sum();
    AzureUploadState state = AzureUploadState.of(upload);
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, upload.key())
            .query("comp", "blocklist")
            .header("content-type", "application/xml")
            .headers(state.headers())
            .condition(condition);
    byte[] body = list(inOrder).getBytes(StandardCharsets.UTF_8);
    try {
      return container
          .errors()
          .call(
              "complete upload",
              container.target(upload.key()),
              () ->
                  AzureAnswers.info(
                      upload.key(),
                      size,
                      BlobHeaders.metadata(state.headers()),
                      ObjectProperties.NONE,
                      BlobRetention.written(
                          state.headers(), () -> request.send("complete upload", body))));
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      return completedBefore(upload, inOrder, state).orElseThrow(() -> e);
    }
  }

  private static String list(List<Part> inOrder) {
    return inOrder.stream()
        .map(part -> "<Uncommitted>%s</Uncommitted>".formatted(part.state()))
        .collect(
            Collectors.joining(
                "", "<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>", "</BlockList>"));
  }

  /**
   * Returns the result of a commit whose answer was lost: the blob consists of this upload's
   * blocks, whose ids are unique, and has its metadata. The block list states the revision that it
   * belongs to, because somebody else may write between two requests.
   */
  private Optional<ObjectInfo> completedBefore(
      Upload upload, List<Part> parts, AzureUploadState state) {
    try {
      ObjectInfo there = new AzureStore(container).head(upload.key());
      Response<BlockList> list = blocks(upload.key(), BlockListType.COMMITTED);
      List<String> committed =
          list.getValue().getCommittedBlocks().stream().map(Block::getName).toList();
      boolean same =
          !committed.isEmpty()
              && committed.equals(parts.stream().map(Part::state).toList())
              && AzureAnswers.revision(list.getHeaders()).equals(Optional.of(there.revision()))
              && there.metadata().equals(BlobHeaders.metadata(state.headers()));
      return same ? Optional.of(there) : Optional.empty();
    } catch (DriverException e) {
      return Optional.empty();
    }
  }

  /** Does nothing: the service discards uncommitted blocks after a week. */
  @Override
  public void abort(Upload upload) {}

  /**
   * Returns the parts that were sent exactly once: the service does not say which of several blocks
   * is the last.
   */
  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    BlockIds ids = BlockIds.of(upload);
    Map<Integer, Part> parts = new TreeMap<>();
    Set<Integer> several = new HashSet<>();
    for (Block block : uncommitted(upload.key())) {
      ids.number(block.getName())
          .map(number -> new Part(number, block.getName(), block.getSizeLong()))
          .filter(part -> parts.put(part.number(), part) != null)
          .ifPresent(part -> several.add(part.number()));
    }
    parts.keySet().removeAll(several);
    return new Page<>(List.copyOf(parts.values()), Optional.empty());
  }

  private List<Block> uncommitted(String key) {
    try {
      return blocks(key, BlockListType.UNCOMMITTED).getValue().getUncommittedBlocks();
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return List.of();
    }
  }

  private Response<BlockList> blocks(String key, BlockListType type) {
    return container
        .errors()
        .call(
            "list parts",
            container.target(key),
            () ->
                container
                    .clients()
                    .container(container.name())
                    .getBlobClient(AzureKeys.check(key))
                    .getBlockBlobClient()
                    .listBlocksWithResponse(type, null, null, Context.NONE));
  }

  @Override
  public Page<Upload> list(String prefix, Optional<String> token) {
    return new Page<>(List.of(), Optional.empty());
  }

  @Override
  public List<Upload> of(String key) {
    return List.of();
  }

  @Override
  public Optional<Duration> expiry() {
    return Optional.of(EXPIRY);
  }
}
