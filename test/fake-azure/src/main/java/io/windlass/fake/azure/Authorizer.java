package io.windlass.fake.azure;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Identifies the sender of a request, and refuses what the sender may not do. */
final class Authorizer {
  private static final String PAGE = "authorize-with-shared-key";
  private static final String SHARED_KEY = "SharedKey ";
  private static final String BEARER = "Bearer ";

  /** "authorize-with-shared-key", Specifying the Date header. */
  private static final Duration SKEW = Duration.ofMinutes(15);

  /** What headers need beside the right to make the request that has them. */
  private record Further(String page, DataAction action, char letter, Set<String> headers) {

    private static Stream<Further> of(Request request) {
      return Stream.of(TAGS, IMMUTABILITY)
          .filter(right -> right.headers.stream().anyMatch(h -> request.header(h).isPresent()));
    }
  }

  /** "put-blob", Permissions. */
  private static final Further TAGS =
      new Further("put-blob", DataAction.TAGS_WRITE, 't', Set.of(Tags.HEADER));

  /**
   * "create-service-sas": letter i is for both. A role for data is refused: Azure/azure-sdk-for-net
   * 27243. Of holds the tables differ: that of the operations has the right to write containers,
   * that of conditions of roles the one for policies, which is the rarer one.
   */
  private static final Further IMMUTABILITY =
      new Further(
          "azure/storage/blobs/storage-auth-abac-attributes",
          DataAction.IMMUTABILITY,
          'i',
          Properties.IMMUTABILITY);

  private final Entra entra;
  private final InstantSource dates;
  private final Signatures signatures;

  /**
   * Makes it.
   *
   * @param dates clock that the dates of signed requests are compared with
   */
  Authorizer(Entra entra, InstantSource dates) {
    this.entra = entra;
    this.dates = dates;
    this.signatures = new Signatures();
  }

  /** Returns if the request is permitted; otherwise throws the service's error. */
  Caller authorize(FakeAccount account, Request request, Operation operation) {
    if (account.settings().firewall()) {
      throw Fault.of(403, "AuthorizationFailure", "azure/storage/common/storage-network-security");
    }
    String authorization = request.header("authorization").orElse("");
    if (authorization.startsWith(SHARED_KEY)) {
      requireSharedKey(account);
      requireSigned(account, request, authorization.substring(SHARED_KEY.length()));
      return new Caller.Owner();
    }
    boolean signed = request.parameter("sig").isPresent();
    if (authorization.startsWith(BEARER) && !signed) {
      String id = bearer(authorization, account);
      requireActions(id, account, request, operation);
      return new Caller.Identity(id);
    }
    if (signed) {
      Signatures.Terms terms = signatures.verify(account, request);
      requirePrincipal(terms, authorization, account);
      if (terms.identity().isEmpty()) {
        requireSharedKey(account);
      }
      // "create-user-delegation-sas": both the signature and its creator must have the permission.
      terms.identity().ifPresent(id -> requireActions(id, account, request, operation));
      boolean any = operation.letters().equals("*");
      if (!any && operation.letters().chars().noneMatch(l -> terms.letters().indexOf(l) >= 0)) {
        throw Fault.of(403, "AuthorizationPermissionMismatch", "create-service-sas");
      }
      Further.of(request)
          .filter(right -> terms.letters().indexOf(right.letter) < 0)
          .findAny()
          .ifPresent(right -> {
            throw Fault.of(403, "AuthorizationPermissionMismatch", right.page);
          });
      return new Caller.Signature(terms.letters());
    }
    throw Fault.of(401, "NoAuthenticationInformation", "common-rest-api-error-codes");
  }

  private String bearer(String authorization, FakeAccount account) {
    return entra.identity(authorization.substring(BEARER.length()), Entra.STORAGE, account.now());
  }

  /**
   * "create-user-delegation-sas": a token that names a principal (sduoid) is used with a token of
   * Entra's that was issued to that one. Without it the code is AuthenticationFailed
   * (Azure/azure-sdk-for-net, ContainerIdentitySAS_DelegatedObjectId_Fail); that another's is
   * refused, too, is in Azure/azure-sdk-for-java 46282, without its code. What the service does
   * with a token of Entra's beside other signatures is in no page.
   */
  private void requirePrincipal(Signatures.Terms terms, String authorization, FakeAccount account) {
    boolean named = authorization.startsWith(BEARER);
    if (terms.principal().isEmpty()) {
      if (named) {
        throw Fault.unknown("a token of Entra's beside a signature that names nobody");
      }
    } else if (!named || !terms.principal().get().equals(bearer(authorization, account))) {
      throw Fault.of(403, "AuthenticationFailed", "create-user-delegation-sas");
    }
  }

  /** "azure/storage/common/shared-key-authorization-prevent": for service SAS as well. */
  private static void requireSharedKey(FakeAccount account) {
    if (!account.settings().sharedKey()) {
      throw Fault.of(
          403,
          "KeyBasedAuthenticationNotPermitted",
          "azure/storage/common/shared-key-authorization-prevent");
    }
  }

  private void requireActions(
      String id, FakeAccount account, Request request, Operation operation) {
    requireAction(id, operation.action(), account, request, operation.page());
    Further.of(request)
        .forEach(right -> requireAction(id, right.action, account, request, right.page));
  }

  private void requireAction(
      String id, DataAction action, FakeAccount account, Request request, String page) {
    if (!entra.may(id, action, account, request.container())) {
      throw Fault.of(403, "AuthorizationPermissionMismatch", page);
    }
  }

  private void requireSigned(FakeAccount account, Request request, String given) {
    String prefix = account.name() + ":";
    String dated = request.header("x-ms-date").or(() -> request.header("date")).orElse("");
    if (!dated.isEmpty()
        && Duration.between(Times.ofHttp(dated), dates.instant()).compareTo(SKEW) > 0) {
      // The detail is copied from published answers of the service.
      throw Fault.of(
          403, "AuthenticationFailed", PAGE, "Request date header too old: '%s'".formatted(dated));
    }
    boolean right =
        !dated.isEmpty()
            && Duration.between(dates.instant(), Times.ofHttp(dated)).compareTo(SKEW) <= 0
            && given.startsWith(prefix)
            && account.isSigned(toSign(account, request), given.substring(prefix.length()));
    if (!right) {
      throw Fault.of(403, "AuthenticationFailed", PAGE);
    }
  }

  private static String toSign(FakeAccount account, Request request) {
    Stream<String> standard =
        List.of(
                "content-encoding",
                "content-language",
                "content-length",
                "content-md5",
                "content-type",
                "date",
                "if-modified-since",
                "if-match",
                "if-none-match",
                "if-unmodified-since",
                "range")
            .stream()
            .map(name -> standard(request, name));
    Stream<String> own =
        request.headers().entrySet().stream()
            .filter(header -> header.getKey().startsWith("x-ms-"))
            .map(header -> header.getKey() + ":" + header.getValue().strip());
    Stream<String> resource =
        Stream.concat(
            Stream.of("/" + account.name() + request.path()),
            request.query().entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()));
    return Stream.of(Stream.of(request.method()), standard, own, resource)
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n"));
  }

  /**
   * Returns a header for the signature: the date is empty if there is an x-ms-date, and the length
   * if it is 0.
   */
  private static String standard(Request request, String name) {
    String value = request.header(name).orElse("");
    return switch (name) {
      case "content-length" -> value.equals("0") ? "" : value;
      case "date" -> request.header("x-ms-date").isPresent() ? "" : value;
      default -> value;
    };
  }
}
