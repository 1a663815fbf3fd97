package io.windlass.fake.azure;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All operations: who may call them, and their parameters and headers. Letters of signatures are
 * those of "create-service-sas" and, operation by operation, "create-account-sas"; one of them is
 * enough. What identities need is in the table of "authorize-with-azure-active-directory",
 * Permissions for Blob service operations; for versions and renames, which it lacks, in
 * "azure/storage/blobs/storage-auth-abac-attributes". Where the table has "write or add", this has
 * write, since no role permits one of them alone.
 */
enum Operation {
  LIST_CONTAINERS(
      "list-containers2", "", DataAction.CONTAINER_READ, "comp prefix marker maxresults include"),
  GET_ACCOUNT_INFORMATION("get-account-information", "*", DataAction.GET_INFO, "restype comp"),
  GET_USER_DELEGATION_KEY("get-user-delegation-key", "", DataAction.DELEGATION_KEY, "restype comp"),
  BATCH("blob-batch", "*", DataAction.CONTAINER_WRITE, "restype comp"),
  CREATE_CONTAINER(
      "create-container",
      "",
      DataAction.CONTAINER_WRITE,
      "restype x-ms-blob-public-access x-ms-default-encryption-scope"
          + " x-ms-deny-encryption-scope-override x-ms-meta-*"),
  GET_CONTAINER_PROPERTIES(
      "get-container-properties", "", DataAction.CONTAINER_READ, "restype x-ms-lease-id"),
  DELETE_CONTAINER(
      "delete-container",
      "",
      DataAction.CONTAINER_DELETE,
      "restype x-ms-lease-id if-modified-since if-unmodified-since"),
  SET_CONTAINER_METADATA(
      "set-container-metadata",
      "",
      DataAction.CONTAINER_WRITE,
      "restype comp x-ms-lease-id if-modified-since x-ms-meta-*"),
  GET_CONTAINER_ACL("get-container-acl", "", DataAction.ONLY_BY_KEY, "restype comp x-ms-lease-id"),
  SET_CONTAINER_ACL(
      "set-container-acl",
      "",
      DataAction.ONLY_BY_KEY,
      "restype comp x-ms-lease-id x-ms-blob-public-access if-modified-since if-unmodified-since"),
  LEASE_CONTAINER(
      "lease-container",
      "",
      DataAction.CONTAINER_WRITE,
      "restype comp x-ms-lease-* x-ms-proposed-lease-id"),
  LIST_BLOBS(
      "list-blobs",
      "l",
      DataAction.READ,
      "restype comp prefix delimiter marker maxresults include startfrom"),
  PUT_BLOB("put-blob", "cw", DataAction.WRITE, "x-ms-blob-* " + Parts.WRITE + Parts.BESIDE_CONTENT),
  GET_BLOB(
      "get-blob", "r", DataAction.READ, "versionid snapshot range x-ms-range " + Parts.CONDITIONS),
  GET_BLOB_PROPERTIES(
      "get-blob-properties", "r", DataAction.READ, "versionid snapshot " + Parts.CONDITIONS),
  GET_BLOB_METADATA(
      "get-blob-metadata", "r", DataAction.READ, "comp versionid snapshot " + Parts.CONDITIONS),
  SET_BLOB_PROPERTIES(
      "set-blob-properties", "w", DataAction.WRITE, "comp x-ms-blob-* " + Parts.CONDITIONS),
  SET_BLOB_METADATA("set-blob-metadata", "w", DataAction.WRITE, "comp " + Parts.WRITE),
  PUT_BLOCK("put-block", "w", DataAction.WRITE, "comp blockid content-md5 x-ms-encryption-scope"),
  PUT_BLOCK_FROM_URL(
      "put-block-from-url",
      "w",
      DataAction.WRITE,
      "comp blockid x-ms-copy-source x-ms-copy-source-authorization x-ms-source-range"
          + " x-ms-encryption-scope "
          + Parts.SOURCE),
  PUT_BLOCK_LIST(
      "put-block-list",
      "w",
      DataAction.WRITE,
      "comp x-ms-blob-* content-md5 " + Parts.WRITE + Parts.BESIDE_CONTENT),
  GET_BLOCK_LIST("get-block-list", "r", DataAction.READ, "comp blocklisttype"),
  COPY_BLOB("copy-blob", "cw", DataAction.WRITE, "x-ms-copy-source " + Parts.SOURCE + Parts.WRITE),
  COPY_BLOB_FROM_URL(
      "copy-blob-from-url",
      "cw",
      DataAction.WRITE,
      "x-ms-copy-source x-ms-copy-source-authorization x-ms-requires-sync "
          + Parts.SOURCE
          + Parts.WRITE
          + Parts.BESIDE_CONTENT),
  SNAPSHOT_BLOB("snapshot-blob", "cw", DataAction.WRITE, "comp " + Parts.CONDITIONS),
  UNDELETE_BLOB("undelete-blob", "w", DataAction.CONTAINER_WRITE, "comp"),
  DELETE_BLOB(
      "delete-blob", "d", DataAction.DELETE, "snapshot x-ms-delete-snapshots " + Parts.CONDITIONS),
  DELETE_VERSION("delete-blob", "x", DataAction.DELETE_VERSION, "versionid"),
  GET_BLOB_TAGS("get-blob-tags", "t", DataAction.TAGS_READ, "comp versionid snapshot"),
  SET_BLOB_TAGS("set-blob-tags", "t", DataAction.TAGS_WRITE, "comp content-md5"),
  FILESYSTEM_PROPERTIES(
      "datalakestoragegen2/filesystem/get-properties", "", DataAction.CONTAINER_READ, "resource"),
  PATH_CREATE(
      "datalakestoragegen2/path/create",
      "cw",
      DataAction.WRITE,
      "resource x-ms-properties " + Parts.CONDITIONS),
  PATH_RENAME(
      "datalakestoragegen2/path/create",
      "m",
      DataAction.MOVE,
      "mode x-ms-rename-source " + Parts.SOURCE + Parts.CONDITIONS),
  PATH_DELETE(
      "datalakestoragegen2/path/delete",
      "d",
      DataAction.DELETE,
      "recursive continuation " + Parts.CONDITIONS),
  PATH_LIST(
      "datalakestoragegen2/path/list",
      "l",
      DataAction.READ,
      "resource recursive directory continuation maxresults");

  /** Parameters and headers that many operations have. */
  private static final class Parts {
    private static final String CONDITIONS =
        "if-match if-none-match if-modified-since if-unmodified-since ";
    private static final String WRITE = CONDITIONS + "content-md5 x-ms-meta-* ";
    private static final String BESIDE_CONTENT =
        "x-ms-tags x-ms-access-tier x-ms-encryption-scope x-ms-immutability-policy-until-date"
            + " x-ms-immutability-policy-mode x-ms-legal-hold ";
    private static final String SOURCE =
        "x-ms-source-if-match x-ms-source-if-none-match x-ms-source-if-modified-since"
            + " x-ms-source-if-unmodified-since ";
  }

  /** Headers that any request may have, and parameters of signatures. */
  private static final Set<String> ALWAYS =
      words(
          "timeout sv sr sig si sp st se spr sdd sduoid skoid sktid skt ske sks skv accept accept-encoding"
              + " authorization connection content-length content-type date expect host"
              + " http2-settings traceparent upgrade user-agent x-ms-client-request-id x-ms-date"
              + " x-ms-return-client-request-id x-ms-version");

  private final String page;
  private final String letters;
  private final DataAction action;
  private final String words;

  Operation(String page, String letters, DataAction action, String words) {
    this.page = page;
    this.letters = letters;
    this.action = action;
    this.words = words;
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.trim().split(" +")).collect(Collectors.toCollection(HashSet::new));
  }

  /** Returns the page that describes it. */
  String page() {
    return page;
  }

  /**
   * Returns permissions of a signature, of which one is enough; if empty, no service SAS permits
   * the operation.
   */
  String letters() {
    return letters;
  }

  /** Returns the action that an identity needs. */
  DataAction action() {
    return action;
  }

  /** Refuses a request with parameters or headers that this fake does not know. */
  void requireKnown(Request request) {
    Set<String> known = words(words);
    Stream.concat(request.query().keySet().stream(), request.headers().keySet().stream())
        .filter(word -> !ALWAYS.contains(word) && known.stream().noneMatch(w -> matches(w, word)))
        .findFirst()
        .ifPresent(word -> {
          throw Fault.unknown("'%s' of %s".formatted(word, this));
        });
  }

  private static boolean matches(String pattern, String word) {
    return pattern.endsWith("*")
        ? word.startsWith(pattern.substring(0, pattern.length() - 1))
        : pattern.equals(word);
  }

  /** The operation that a request to the blob endpoint is. */
  static Operation of(Request request) {
    String what = request.method().replace("HEAD", "GET") + " " + request.asked("comp");
    if (request.asked("restype").equals("account")) {
      return known(what.equals("GET properties"), GET_ACCOUNT_INFORMATION, request);
    }
    if (request.container().isEmpty()) {
      return switch (what + " " + request.asked("restype")) {
        case "GET list " -> LIST_CONTAINERS;
        case "POST userdelegationkey service" -> GET_USER_DELEGATION_KEY;
        case "POST batch " -> BATCH;
        default -> throw unknown(request);
      };
    }
    if (request.blob().isEmpty()) {
      if (what.equals("GET ") && request.asked("restype").isEmpty()) {
        // It is a blob in the root container, which there is not.
        throw Fault.of(404, "ResourceNotFound", "working-with-the-root-container");
      }
      known(request.asked("restype").equals("container"), LIST_BLOBS, request);
      return switch (what) {
        case "PUT " -> CREATE_CONTAINER;
        case "GET " -> GET_CONTAINER_PROPERTIES;
        case "DELETE " -> DELETE_CONTAINER;
        case "PUT metadata" -> SET_CONTAINER_METADATA;
        case "GET acl" -> GET_CONTAINER_ACL;
        case "PUT acl" -> SET_CONTAINER_ACL;
        case "PUT lease" -> LEASE_CONTAINER;
        case "GET list" -> LIST_BLOBS;
        case "POST batch" -> BATCH;
        default -> throw unknown(request);
      };
    }
    boolean copies = request.header("x-ms-copy-source").isPresent();
    return switch (what) {
      case "PUT " -> copies ? copy(request) : PUT_BLOB;
      case "GET " -> request.method().equals("GET") ? GET_BLOB : GET_BLOB_PROPERTIES;
      case "DELETE " -> request.parameter("versionid").isPresent() ? DELETE_VERSION : DELETE_BLOB;
      case "GET metadata" -> GET_BLOB_METADATA;
      case "PUT metadata" -> SET_BLOB_METADATA;
      case "PUT properties" -> SET_BLOB_PROPERTIES;
      case "PUT block" -> copies ? PUT_BLOCK_FROM_URL : PUT_BLOCK;
      case "PUT blocklist" -> PUT_BLOCK_LIST;
      case "GET blocklist" -> GET_BLOCK_LIST;
      case "PUT snapshot" -> SNAPSHOT_BLOB;
      case "PUT undelete" -> UNDELETE_BLOB;
      case "GET tags" -> GET_BLOB_TAGS;
      case "PUT tags" -> SET_BLOB_TAGS;
      default -> throw unknown(request);
    };
  }

  private static Operation copy(Request request) {
    known(request.header("x-ms-blob-type").isEmpty(), COPY_BLOB, request);
    return request.header("x-ms-requires-sync").isPresent() ? COPY_BLOB_FROM_URL : COPY_BLOB;
  }

  /** The operation that a request to the DFS endpoint is. */
  static Operation ofDirectories(Request request) {
    return switch (request.method() + " " + request.asked("resource")) {
      case "PUT directory", "PUT file" -> PATH_CREATE;
      case "PUT " -> known(request.header("x-ms-rename-source").isPresent(), PATH_RENAME, request);
      case "DELETE " -> PATH_DELETE;
      case "HEAD filesystem" -> known(request.blob().isEmpty(), FILESYSTEM_PROPERTIES, request);
      case "GET filesystem" -> known(request.blob().isEmpty(), PATH_LIST, request);
      default -> throw unknown(request);
    };
  }

  private static Operation known(boolean isKnown, Operation operation, Request request) {
    if (!isKnown) {
      throw unknown(request);
    }
    return operation;
  }

  private static Fault unknown(Request request) {
    return Fault.unknown(
        "%s of '%s' with %s".formatted(request.method(), request.path(), request.query().keySet()));
  }
}
