package io.windlass.fake.azure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** "create-service-sas" and "create-user-delegation-sas": what a token in a URL permits. */
final class Signatures {
  private static final String SERVICE = "create-service-sas";
  private static final String DELEGATION = "create-user-delegation-sas";
  private static final String POLICY = "define-stored-access-policy";
  private static final String OLDEST = "2018-11-09";
  private static final String WITH_AGENTS = "2020-02-10";
  private static final String WITH_ENCRYPTION_SCOPE = "2020-12-06";
  private static final String WITH_BOUND_TOKENS = "2025-07-05";
  private static final String WITH_HEADERS = "2026-04-06";

  /** The newest version that the SDK of these tests signs with. */
  private static final String NEWEST = "2026-10-06";

  /** Permissions have to be in this order. */
  private static final String ORDER = "racwdxyltmeopi";

  /**
   * Permissions and limits of a valid token.
   *
   * @param identity whose key signed it, of a user delegation SAS
   * @param principal who alone can use it, with a token of Entra's beside it
   */
  record Terms(String letters, Optional<String> identity, Optional<String> principal) {}

  /** The terms of a request's token; throws where it is not valid. */
  Terms verify(FakeAccount account, Request request) {
    String version = request.asked("sv");
    if (version.compareTo(OLDEST) < 0 || version.compareTo(NEWEST) > 0) {
      throw Fault.unknown("signatures of version '" + version + "'");
    }
    if (request.parameter("sip").isPresent()) {
      throw Fault.unknown("sip");
    }
    return request.parameter("skoid").isPresent()
        ? delegated(account, request, version)
        : service(account, request, version);
  }

  private static Terms service(FakeAccount account, Request request, String version) {
    List<String> fields = new ArrayList<>(terms(account, request));
    fields.add(request.asked("si"));
    fields.addAll(restrictions(request, version, 0));
    requireSigned(account::isSigned, fields, request, SERVICE);
    Container.Policy policy = policy(account, request);
    String start = either(policy.start(), request.asked("st"));
    String expiry = either(policy.expiry(), request.asked("se"));
    String letters = either(policy.permissions(), request.asked("sp"));
    requireNow(start, expiry, account.now(), SERVICE);
    requireCompliant(account, start, expiry);
    requireOrder(letters);
    requireProtocol(request);
    return new Terms(letters, Optional.empty(), Optional.empty());
  }

  private static Container.Policy policy(FakeAccount account, Request request) {
    String id = request.asked("si");
    if (id.isEmpty()) {
      return new Container.Policy("", "", "", "");
    }
    return Optional.ofNullable(account.containers().get(request.container())).stream()
        .flatMap(container -> container.policiesInEffect().stream())
        .filter(known -> known.id().equals(id))
        .findFirst()
        .orElseThrow(() -> Fault.of(403, "AuthenticationFailed", POLICY));
  }

  /** A field is in the policy or in the token, and in one of them alone. */
  private static String either(String policys, String tokens) {
    if (!policys.isEmpty() && !tokens.isEmpty()) {
      throw Fault.of(403, "AuthenticationFailed", POLICY);
    }
    return policys + tokens;
  }

  private static Terms delegated(FakeAccount account, Request request, String version) {
    List<String> key =
        List.of("skoid", "sktid", "skt", "ske", "sks", "skv").stream().map(request::asked).toList();
    byte[] value =
        account.issued(key).orElseThrow(() -> Fault.of(403, "AuthenticationFailed", DELEGATION));
    List<String> fields = new ArrayList<>(terms(account, request));
    fields.addAll(key);
    // Agents and a correlation are not known here.
    fields.addAll(Collections.nCopies(version.compareTo(WITH_AGENTS) < 0 ? 0 : 3, ""));
    Optional<String> principal = request.parameter("sduoid");
    if (version.compareTo(WITH_BOUND_TOKENS) >= 0) {
      // The principal's tenant is named only where it is another (Azure/azure-rest-api-specs
      // 38626);
      // this fake has one, and the SDK signs an empty line then (BlobSasImplUtil, stringToSign).
      String tenant = "";
      fields.addAll(List.of(tenant, principal.orElse("")));
    } else if (principal.isPresent()) {
      throw Fault.unknown("sduoid before " + WITH_BOUND_TOKENS);
    }
    fields.addAll(restrictions(request, version, version.compareTo(WITH_HEADERS) < 0 ? 0 : 2));
    requireSigned(
        (text, signature) -> Hmac.matches(value, text, signature), fields, request, DELEGATION);
    requireNow(request.asked("skt"), request.asked("ske"), account.now(), DELEGATION);
    requireNow(request.asked("st"), request.asked("se"), account.now(), DELEGATION);
    requireCompliant(account, request.asked("st"), request.asked("se"));
    requireOrder(request.asked("sp"));
    requireProtocol(request);
    return new Terms(request.asked("sp"), Optional.of(request.asked("skoid")), principal);
  }

  private static List<String> terms(FakeAccount account, Request request) {
    return List.of(
        request.asked("sp"), request.asked("st"), request.asked("se"), resource(account, request));
  }

  /**
   * Encryption scope and headers are in no token that is known here. A token for a version has its
   * id where one for a snapshot has the snapshot's time.
   */
  private static List<String> restrictions(Request request, String version, int more) {
    String state = request.asked("sr").equals("bv") ? request.asked("versionid") : "";
    List<String> fields =
        new ArrayList<>(List.of("", request.asked("spr"), version, request.asked("sr"), state));
    int scope = version.compareTo(WITH_ENCRYPTION_SCOPE) < 0 ? 0 : 1;
    fields.addAll(Collections.nCopies(scope + 5 + more, ""));
    return fields;
  }

  private static String resource(FakeAccount account, Request request) {
    String container = "/blob/" + account.name() + "/" + request.container();
    return switch (request.asked("sr")) {
      case "c" -> container;
      case "b" -> {
        if (request.parameter("versionid").isPresent()) {
          throw Fault.unknown("a version with a token for its blob");
        }
        yield container + "/" + request.blob();
      }
      case "bv" -> {
        if (request.asked("versionid").isEmpty()) {
          throw Fault.of(403, "AuthenticationFailed", SERVICE); // not for the base blob
        }
        yield container + "/" + request.blob();
      }
      case "d" -> directory(account, request, container);
      default -> throw Fault.unknown("sr=" + request.asked("sr"));
    };
  }

  /**
   * Checks a directory with as many segments as sdd says; only in hierarchical namespaces. A
   * listing without a prefix is refused ("Signed Directory Depth Invalid": EnterpriseDB/barman
   * 1092), and so is a batch. Whether a prefix ends with a slash is in no page: AzCopy lists with
   * one (Azure/azure-storage-azcopy 1692), barman 1093 without.
   */
  private static String directory(FakeAccount account, Request request, String container) {
    if (!account.settings().hierarchical()) {
      throw Fault.of(403, "AuthenticationFailed", SERVICE);
    }
    String path =
        request.blob().isEmpty()
            ? request.asked("directory") + request.asked("prefix")
            : request.blob();
    String[] segments = path.split("/");
    int depth = Request.number(request.asked("sdd"));
    if (segments.length < depth) {
      throw Fault.of(403, "AuthenticationFailed", SERVICE);
    }
    return depth == 0
        ? container
        : container + "/" + String.join("/", List.of(segments).subList(0, depth));
  }

  private static void requireSigned(
      BiPredicate<String, String> isSigned, List<String> fields, Request request, String page) {
    if (!isSigned.test(String.join("\n", fields), request.asked("sig"))) {
      throw Fault.of(403, "AuthenticationFailed", page);
    }
  }

  private static void requireNow(String start, String expiry, Instant now, String page) {
    boolean begun = start.isEmpty() || !Times.ofIso(start).isAfter(now);
    if (!begun || expiry.isEmpty() || !Times.ofIso(expiry).isAfter(now)) {
      throw Fault.of(403, "AuthenticationFailed", page);
    }
  }

  /**
   * "azure/storage/common/sas-expiration-policy": the interval is that from start to expiry, and
   * the start is required. The detail is that of microsoft/AzureStorageExplorer 8845, where Block
   * refused what an identity had signed; that of an interval that is too long is in no public text,
   * but for its first words, which the page has in a query of logs.
   */
  private static void requireCompliant(FakeAccount account, String start, String expiry) {
    account
        .settings()
        .sas()
        .filter(AccountSettings.SasPolicy::blocks)
        .ifPresent(policy -> {
          if (start.isEmpty()) {
            throw violated("by no signed start.");
          }
          Duration interval = Duration.between(Times.ofIso(start), Times.ofIso(expiry));
          if (interval.compareTo(policy.period()) > 0) {
            throw violated("by its interval.");
          }
        });
  }

  private static Fault violated(String how) {
    return Fault.of(
        403,
        "AuthenticationFailed",
        "azure/storage/common/sas-expiration-policy",
        "Policy violated " + how);
  }

  private static void requireOrder(String letters) {
    int at = -1;
    for (int i = 0; i < letters.length(); i++) {
      int next = ORDER.indexOf(letters.charAt(i));
      if (next <= at) {
        throw Fault.of(403, "AuthenticationFailed", SERVICE);
      }
      at = next;
    }
  }

  /** This fake is reached by http alone. */
  private static void requireProtocol(Request request) {
    if (request.asked("spr").equals("https")) {
      throw Fault.of(403, "AuthorizationProtocolMismatch", SERVICE);
    }
  }
}
