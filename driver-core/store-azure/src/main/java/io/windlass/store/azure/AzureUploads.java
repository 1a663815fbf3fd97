package io.windlass.store.azure;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.Block;
import com.azure.storage.blob.models.BlockList;
import com.azure.storage.blob.models.BlockListType;
import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Uploads where the service knows of none: blocks that are not committed belong to the name of a
 * blob. Ids of blocks begin with what is random for each upload, and end with what is random for
 * each time that a part is sent, so that what comes late of an earlier time is never taken for it.
 * A commit discards all blocks of the name that it does not list, other uploads' too: those end
 * then, and whoever has the bytes begins anew.
 */
final class AzureUploads implements MultipartUploads, RangeCopies {
  /** "Put Block": blocks are discarded a week after the last one was sent. */
  private static final Duration EXPIRY = Duration.ofDays(7);

  /**
   * Ids of one blob's blocks are all of one length, those of a blob that is there included: this is
   * the one that most of Microsoft's own clients take, 48 bytes.
   */
  private static final int UPLOAD_LENGTH = 24;

  private static final int TIME_LENGTH = 19;

  private final AzureContainer container;

  AzureUploads(AzureContainer container) {
    this.container = container;
  }

  /** What the blob is to carry is sent when the blocks are committed, so it is kept until then. */
  @Override
  public Upload start(String key, PutOptions options) {
    Upload upload = start(key, BlobHeaders.of(options));
    requireContainer(key);
    return upload;
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    requireContainer(key);
    HttpHeaders seen = AzureCopies.look(container, AzureCopies.pinned(source));
    return start(key, BlobHeaders.ofCopy(seen, metadata));
  }

  /** With these headers of what is to be committed. Sends nothing. */
  static Upload start(String key, Map<String, String> headers) {
    String state = new AzureUploadState(random(UPLOAD_LENGTH), headers).text();
    return new Upload(AzureKeys.check(key), state, Optional.empty());
  }

  /** Whoever may read is told here, and not by the first part, that there is no such container. */
  private void requireContainer(String key) {
    try {
      HttpHeaders _ = new BlobRequest(container, HttpMethod.HEAD, key).send("start upload");
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PermissionDenied e) {
      // a new blob, or one that may only be written
    }
  }

  private static String random(int length) {
    return UUID.randomUUID().toString().replace("-", "").substring(0, length);
  }

  @Override
  public Part send(Upload upload, int number, Content content) {
    String block = newBlock(upload, number);
    HttpHeaders _ = block(upload, block).send("send part", new AzureBody(content));
    return new Part(number, block, content.length());
  }

  /** A token for the source travels in the request. */
  @Override
  public Part copy(Upload upload, int number, CopySource wanted, ByteRange range) {
    CopySource source = AzureCopies.pinned(wanted);
    AzureContainer from = container.at(source.bucket());
    String block = newBlock(upload, number);
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
    return new BlobRequest(container, HttpMethod.PUT, upload.key())
        .query("comp", "block")
        .query("blockid", block);
  }

  private static String newBlock(Upload upload, int number) {
    String name =
        "%s%05d%s".formatted(AzureUploadState.of(upload).id(), number, random(TIME_LENGTH));
    return Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.US_ASCII));
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
                      request.send("complete upload", body)));
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
   * What this very upload became, when it was committed and the answer lost: the blob is made of
   * its blocks, whose ids nobody else has, and has its metadata. The list of the blocks states the
   * revision that it is of: somebody else may write between two requests.
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

  /** Nothing can be done, and nothing has to be: the service drops what was sent. */
  @Override
  public void abort(Upload upload) {}

  /** Those that were sent once; which of several is the last, nobody knows. */
  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    String id = AzureUploadState.of(upload).id();
    Map<Integer, Part> parts = new TreeMap<>();
    Set<Integer> several = new HashSet<>();
    for (Block block : uncommitted(upload.key())) {
      String name =
          new String(Base64.getDecoder().decode(block.getName()), StandardCharsets.US_ASCII);
      if (name.startsWith(id)) {
        int number = Integer.parseInt(name.substring(UPLOAD_LENGTH, name.length() - TIME_LENGTH));
        if (parts.put(number, new Part(number, block.getName(), block.getSizeLong())) != null) {
          several.add(number);
        }
      }
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
