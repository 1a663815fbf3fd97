package io.windlass.fake.azure;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.w3c.dom.Element;

/** Requests to accounts: known ones are authorized, then made. */
final class StorageOperations {
  /** "get-user-delegation-key": both times are within that of now. */
  private static final Duration DELEGATION = Duration.ofDays(7);

  private final Authorizer authorizer;
  private final Entra entra;
  private final PathOperations paths;
  private final Function<String, FakeAccount> accounts;
  private final ContainerOperations containers = new ContainerOperations();
  private final BlobOperations blobs = new BlobOperations();
  private final BlockOperations blocks = new BlockOperations();
  private final CopyOperations copies = new CopyOperations(blocks, this::source);

  StorageOperations(
      Authorizer authorizer,
      Entra entra,
      PathOperations paths,
      Function<String, FakeAccount> accounts) {
    this.authorizer = authorizer;
    this.entra = entra;
    this.paths = paths;
    this.accounts = accounts;
  }

  /** A request to the blob endpoint. */
  Answer blobs(Request request) {
    FakeAccount account = accounts.apply(request.account());
    Operation operation = Operation.of(request);
    operation.requireKnown(request);
    Caller caller = authorizer.authorize(account, request, operation);
    return switch (operation) {
      case LIST_CONTAINERS -> containers.list(account, request);
      case GET_ACCOUNT_INFORMATION -> information(account);
      case GET_USER_DELEGATION_KEY -> delegationKey(account, request, caller);
      case BATCH -> new BatchOperation().submit(request, this::part);
      case CREATE_CONTAINER -> containers.create(account, request);
      case GET_CONTAINER_PROPERTIES -> containers.properties(account, request);
      case DELETE_CONTAINER -> containers.delete(account, request);
      case SET_CONTAINER_METADATA -> containers.setMetadata(account, request);
      case GET_CONTAINER_ACL -> containers.acl(account, request);
      case SET_CONTAINER_ACL -> containers.setAcl(account, request);
      case LEASE_CONTAINER -> containers.lease(account, request);
      case LIST_BLOBS -> new ListOperation(account, request).page();
      case PUT_BLOB -> blobs.put(account, request, caller);
      case GET_BLOB -> blobs.get(account, request);
      case GET_BLOB_PROPERTIES -> blobs.head(account, request);
      case GET_BLOB_METADATA -> blobs.metadata(account, request);
      case SET_BLOB_PROPERTIES -> blobs.setProperties(account, request);
      case SET_BLOB_METADATA -> blobs.setMetadata(account, request);
      case PUT_BLOCK -> blocks.put(account, request);
      case PUT_BLOCK_FROM_URL -> copies.block(account, request, caller);
      case PUT_BLOCK_LIST -> blocks.commit(account, request, caller);
      case GET_BLOCK_LIST -> blocks.list(account, request);
      case COPY_BLOB -> copies.whole(account, request, caller, false);
      case COPY_BLOB_FROM_URL -> copies.whole(account, request, caller, true);
      case SNAPSHOT_BLOB -> blobs.snapshot(account, request);
      case UNDELETE_BLOB -> blobs.undelete(account, request);
      case DELETE_BLOB -> blobs.delete(account, request);
      case DELETE_VERSION -> blobs.deleteVersion(account, request);
      case GET_BLOB_TAGS -> blobs.tags(account, request);
      case SET_BLOB_TAGS -> blobs.setTags(account, request);
      case FILESYSTEM_PROPERTIES, PATH_CREATE, PATH_RENAME, PATH_DELETE, PATH_LIST ->
          throw Fault.unknown(operation.toString());
    };
  }

  /** A request to the DFS endpoint. */
  Answer directories(Request request) {
    FakeAccount account = accounts.apply(request.account());
    Operation operation = Operation.ofDirectories(request);
    if (!account.settings().hierarchical() && operation != Operation.FILESYSTEM_PROPERTIES) {
      throw Fault.unknown("the DFS endpoint of an account without directories");
    }
    operation.requireKnown(request);
    Caller caller = authorizer.authorize(account, request, operation);
    return switch (operation) {
      case FILESYSTEM_PROPERTIES -> filesystem(account, request);
      case PATH_CREATE -> paths.create(account, request, caller);
      case PATH_RENAME -> paths.rename(account, request, renamed(account, request, caller));
      case PATH_DELETE -> paths.delete(account, request);
      case PATH_LIST -> paths.list(account, request);
      default -> throw Fault.unknown(operation.toString());
    };
  }

  /** The source is {@code /container/path}, with a signature of its own if the caller has one. */
  private Request renamed(FakeAccount account, Request request, Caller caller) {
    Request source =
        Request.of(
            "PUT",
            "/" + account.name() + request.header("x-ms-rename-source").orElse("/"),
            caller instanceof Caller.Signature ? Map.of() : request.headers(),
            new byte[0]);
    switch (caller) {
      case Caller.Owner _ -> {}
      case Caller.Identity(String id) -> {
        if (!entra.may(id, DataAction.MOVE, account, source.container())) {
          throw Fault.of(403, "AuthorizationPermissionMismatch", "datalakestoragegen2/path/create");
        }
      }
      case Caller.Signature _ -> {
        Caller _ = authorizer.authorize(account, source, Operation.PATH_RENAME);
      }
    }
    return source;
  }

  private Answer part(Request request) {
    try {
      return blobs(request);
    } catch (Fault fault) {
      return Answer.of(fault.status()).with("x-ms-error-code", fault.code());
    }
  }

  /** "get-account-information". */
  private static Answer information(FakeAccount account) {
    return Answer.of(200)
        .with(
            Map.of(
                "x-ms-sku-name",
                "Standard_LRS",
                "x-ms-account-kind",
                "StorageV2",
                "x-ms-is-hns-enabled",
                Boolean.toString(account.settings().hierarchical())));
  }

  /**
   * "datalakestoragegen2/filesystem/get-properties"; that flat accounts with soft delete or
   * versions are refused is in none of the pages, but in apache/hadoop 8410 (HADOOP-19854).
   */
  private static Answer filesystem(FakeAccount account, Request request) {
    if (account.settings().versioning() || account.settings().retention().isPositive()) {
      throw Fault.of(409, "EndpointUnsupportedAccountFeatures", "apache/hadoop/pull/8410");
    }
    Container _ = account.container(request.container());
    return Answer.of(200)
        .with("x-ms-namespace-enabled", Boolean.toString(account.settings().hierarchical()));
  }

  private static Answer delegationKey(FakeAccount account, Request request, Caller caller) {
    if (!(caller instanceof Caller.Identity(String id))) {
      throw Fault.of(403, "AuthenticationFailed", "get-user-delegation-key");
    }
    Element info = Xml.root(request.body(), "KeyInfo", "get-user-delegation-key");
    String start = Xml.text(info, "Start").orElseGet(() -> Times.ticks(account.now()));
    String expiry = Xml.text(info, "Expiry").orElse("");
    Instant latest = account.now().plus(DELEGATION);
    if (Times.ofIso(start).isAfter(latest)
        || Times.ofIso(expiry).isAfter(latest)
        || !Times.ofIso(expiry).isAfter(account.now())) {
      throw Fault.of(400, "InvalidXmlNodeValue", "get-user-delegation-key");
    }
    String version = request.header("x-ms-version").orElse("");
    List<String> fields = List.of(id, "fake", start, expiry, "b", version);
    String value = Base64.getEncoder().encodeToString(account.issue(fields));
    return Answer.xml(
        "<UserDelegationKey>%s%s%s%s%s%s%s</UserDelegationKey>"
            .formatted(
                Xml.element("SignedOid", id),
                Xml.element("SignedTid", "fake"),
                Xml.element("SignedStart", start),
                Xml.element("SignedExpiry", expiry),
                Xml.element("SignedService", "b"),
                Xml.element("SignedVersion", version),
                Xml.element("Value", value)));
  }

  /**
   * Returns the source that a copy names. "copy-blob": the owner needs no signature within the
   * account; "put-block-from-url" and "copy-blob-from-url" always do.
   */
  private Blob source(FakeAccount account, Request request, Caller caller) {
    URI url = URI.create(request.header("x-ms-copy-source").orElse(""));
    if (!account.endpoint().getAuthority().equals(url.getAuthority())) {
      throw Fault.unknown("sources elsewhere");
    }
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    // "put-block-from-url", "copy-blob-from-url": of sources that an identity may read.
    Map<String, String> headers =
        request
            .header("x-ms-copy-source-authorization")
            .map(given -> Map.of("authorization", given))
            .orElse(Map.of());
    Request source = Request.of("GET", url.getRawPath() + query, headers, new byte[0]);
    FakeAccount from = accounts.apply(source.account());
    boolean own =
        Operation.of(request) == Operation.COPY_BLOB
            && from == account
            && caller instanceof Caller.Owner;
    try {
      if (!own) {
        Caller _ = authorizer.authorize(from, source, Operation.GET_BLOB);
      }
      return from.container(source.container())
          .read(source.blob(), source.parameter("versionid"), source.parameter("snapshot"));
    } catch (Fault fault) {
      throw fault.status() == 501
          ? fault
          : Fault.of(fault.status(), "CannotVerifyCopySource", "blob-service-error-codes");
    }
  }
}
