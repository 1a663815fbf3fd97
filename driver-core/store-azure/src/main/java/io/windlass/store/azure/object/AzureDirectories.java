package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.secret.Secret;
import io.windlass.store.AtomicRenames;
import io.windlass.store.CopyResult;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.BlobRequest;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Directories of an account with a hierarchical namespace, as empty objects whose keys end with a
 * slash. They are read as blobs, and made, deleted and renamed by the DFS endpoint ("Azure Data
 * Lake Storage Gen2 REST API"), as Azure's own clients do.
 */
public final class AzureDirectories implements AtomicRenames {
  /** Name of the metadata by which the service marks a directory. */
  private static final String MARK = "hdi_isfolder";

  private static final String CONTINUATION = "x-ms-continuation";

  /** Most attempts to rename a directory whose properties others change at the same time. */
  private static final int ROUNDS = 4;

  private final AzureContainer container;

  AzureDirectories(AzureContainer container) {
    this.container = container;
  }

  /** Returns the path of a directory. */
  public static String path(String key) {
    return key.substring(0, key.length() - 1);
  }

  /** Returns whether listed metadata are those of a directory. */
  static boolean isMarked(Map<String, String> metadata) {
    return metadata.containsKey(MARK);
  }

  /** Returns the metadata that clients gave a directory. */
  static Map<String, String> withoutMark(Map<String, String> metadata) {
    Map<String, String> own = new HashMap<>(metadata);
    own.remove(MARK);
    return own;
  }

  ObjectInfo head(String key) {
    HttpHeaders headers = new BlobRequest(container, HttpMethod.HEAD, path(key)).send("head");
    if (!AzureAnswers.isDirectory(headers)) {
      throw missing(key);
    }
    return AzureAnswers.info(
        key, 0, withoutMark(BlobHeaders.metadata(headers)), ObjectProperties.NONE, headers);
  }

  private DriverException missing(String key) {
    return new DriverException.NotFound(
        container.errors().says("find", container.target(key), "there is no such directory"), null);
  }

  /** Returns the directory at a key, if there is one. */
  Optional<ObjectInfo> find(String key) {
    try {
      return Optional.of(head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Makes a directory, or replaces the metadata of one. */
  ObjectInfo put(String key, long length, Map<String, String> metadata, Condition condition) {
    if (length > 0) {
      throw new DriverException.InvalidArgument(
          "%s is a directory, which has no content".formatted(container.target(key)));
    }
    return switch (condition) {
      case Condition.IfAbsent _ -> make(key, metadata);
      case Condition.IfMatch _ -> replaced(key, metadata, condition);
      case Condition.Always _ -> {
        try {
          yield make(key, metadata);
        } catch (DriverException.PreconditionFailed e) {
          yield replaced(key, metadata, condition);
        }
      }
    };
  }

  private ObjectInfo replaced(String key, Map<String, String> metadata, Condition condition) {
    CopyResult now = update(key, metadata, condition);
    return new ObjectInfo(
        key,
        0,
        now.revision(),
        now.version(),
        now.lastModified(),
        now.observedAt(),
        metadata,
        ObjectProperties.NONE);
  }

  private ObjectInfo make(String key, Map<String, String> metadata) {
    BlobRequest request =
        BlobRequest.ofDirectories(container, HttpMethod.PUT, path(key))
            .query("resource", "directory")
            .condition(Condition.ifAbsent());
    if (!metadata.isEmpty()) {
      request.header("x-ms-properties", properties(metadata));
    }
    return container
        .errors()
        .call(
            "put",
            container.target(key),
            () -> AzureAnswers.info(key, 0, metadata, ObjectProperties.NONE, request.send("put")));
  }

  /** "Path - Create": names, and values in Base64. */
  private static String properties(Map<String, String> metadata) {
    return IdentifierMetadata.encode(metadata).entrySet().stream()
        .map(each -> each.getKey() + "=" + base64(each.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String base64(String value) {
    return Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Replaces the metadata of a directory. */
  CopyResult update(String key, Map<String, String> metadata, Condition condition) {
    Optional<ObjectInfo> there = find(key);
    if (there.isEmpty() && condition instanceof Condition.Always) {
      throw missing(key);
    }
    return AzureStore.updated(container, key, path(key), metadata, condition);
  }

  /** Deletes an empty directory. */
  void delete(String key, Condition condition) {
    HttpHeaders _ =
        BlobRequest.ofDirectories(container, HttpMethod.DELETE, path(key))
            .query("recursive", "false")
            .condition(condition)
            .send("delete");
  }

  /**
   * A rename keeps the ETag ("etags.preserved.in.rename" of Hadoop's "abfs"), so the ETag at the
   * new name shows that the rename happened.
   */
  @Override
  public Revision object(String from, String to, Revision source, Condition target) {
    try {
      rename(from, to, source, target);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      if (!isAt(to, source)) {
        throw e;
      }
    }
    return source;
  }

  private boolean isAt(String key, Revision revision) {
    try {
      return new AzureStore(container).head(key).revision().equals(revision);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return false;
    }
  }

  @Override
  public void directory(String from, String to) {
    for (int round = 1; ; round++) {
      Revision seen = head(from).revision();
      try {
        rename(path(from), path(to), seen, Condition.ifAbsent());
        return;
      } catch (DriverException.NoSuchBucket e) {
        throw e;
      } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
        Optional<Revision> there = find(to).map(ObjectInfo::revision);
        if (there.equals(Optional.of(seen))) {
          return; // The answer to an earlier attempt was lost.
        }
        if (there.isPresent() || e instanceof DriverException.NotFound || round == ROUNDS) {
          throw e;
        }
      }
    }
  }

  private void rename(String from, String to, Revision source, Condition target) {
    Optional<String> more = Optional.empty();
    do {
      BlobRequest request =
          BlobRequest.ofDirectories(container, HttpMethod.PUT, to)
              .header("x-ms-rename-source", container.pathUrl(from) + token())
              .header("x-ms-source-if-match", BlobRequest.quoted(source))
              .condition(target);
      more.ifPresent(next -> request.query("continuation", next));
      more = request.send("rename").firstValue(CONTINUATION).filter(next -> !next.isEmpty());
    } while (more.isPresent());
  }

  /** Adds the token for the source to its path. */
  private String token() {
    return switch (container.clients().credential()) {
      case AzureKey.Account _, AzureKey.Identity _ -> "";
      case AzureKey.Token(Secret token) -> "?" + token.reveal();
    };
  }
}
