package io.windlass.fake.azure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.Set;
import org.w3c.dom.Element;

/** Operations on containers. */
final class ContainerOperations {
  /** "set-container-acl": "up to five". */
  private static final int MOST_POLICIES = 5;

  private static final int LONGEST_POLICY_ID = 64;
  private static final int MOST_LISTED = 5000;
  private static final String RETENTION_DAYS = "immutabilityPeriodSinceCreationInDays";
  private static final int MOST_RETENTION_DAYS = 146_000;

  Answer create(FakeAccount account, Request request) {
    String name = request.container();
    requireName(account, name);
    if (account.containers().containsKey(name)) {
      throw Fault.of(409, "ContainerAlreadyExists", "create-container");
    }
    Optional<String> scope = request.header("x-ms-default-encryption-scope");
    boolean denied =
        request.header("x-ms-deny-encryption-scope-override").map("true"::equals).orElse(false);
    if (request.header("x-ms-deny-encryption-scope-override").isPresent() && scope.isEmpty()) {
      // "create-container": both headers go together.
      throw Fault.of(400, "MissingRequiredHeader", "create-container");
    }
    Container made = new Container(account, Metadata.of(request), publicAccess(request));
    scope.ifPresent(which -> made.encrypt(which, denied));
    account.containers().put(name, made);
    return Answer.of(201).with(made.headers());
  }

  private static void requireName(FakeAccount account, String name) {
    if (!name.matches("(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*")) {
      throw Fault.of(
          400, "InvalidResourceName", "naming-and-referencing-containers--blobs--and-metadata");
    }
    account.requireNotDeleting(name);
  }

  /**
   * "rest/api/storagerp/blob-containers/create": makes it, or changes one that is there. That the
   * account needs versions and no directories is in
   * "azure/storage/blobs/immutable-version-level-worm-policies", and the error is in no page. Nor
   * is what is answered of a container that is there without locks, which it takes a migration to
   * change: here it is that nothing is wrong, and it stays without.
   */
  static Answer makeLockable(FakeAccount account, String name, Map<?, ?> body) {
    requireName(account, name);
    boolean there = account.containers().containsKey(name);
    if (!account.settings().versioning()
        || !Json.text(body, "properties", "immutableStorageWithVersioning", "enabled")
            .equals("true")) {
      throw Fault.of(409, "Conflict", "azure/storage/blobs/immutable-version-level-worm-policies");
    }
    if (!there) {
      Container made = new Container(account, Json.map(body, "properties", "metadata"), "");
      made.makeLockable();
      String scope = Json.text(body, "properties", "defaultEncryptionScope");
      if (!scope.isEmpty()) {
        made.encrypt(
            scope, Json.text(body, "properties", "denyEncryptionScopeOverride").equals("true"));
      }
      account.containers().put(name, made);
    }
    return Answer.json(there ? 200 : 201, "{\"name\":\"%s\"}".formatted(name));
  }

  /**
   * "rest/api/storagerp/blob-containers/create-or-update-immutability-policy", of a container whose
   * versions can be retained; of another it would be a policy for the container as a whole, which
   * is another thing ("azure/storage/blobs/immutable-policy-configure-version-scope"). The policy
   * is unlocked, and no condition is needed. The least and the most days are in
   * "azure/storage/blobs/immutable-time-based-retention-policy-overview"; what other days are
   * answered with is in no page.
   */
  static Answer retain(FakeAccount account, String name, Request request) {
    Container container = account.container(name);
    Map<?, ?> body = Json.object(request.body());
    if (!container.isLockable()
        || request.header("if-match").isPresent()
        || !body.keySet().equals(Set.of("properties"))
        || !Json.map(body, "properties").keySet().equals(Set.of(RETENTION_DAYS))) {
      throw Fault.unknown("other immutability policies than a default for versions");
    }
    if (!(body.get("properties") instanceof Map<?, ?> properties
        && properties.get(RETENTION_DAYS) instanceof Integer days
        && days >= 1
        && days <= MOST_RETENTION_DAYS)) {
      throw Fault.of(
          400,
          "InvalidRequestContent",
          "azure/storage/blobs/immutable-time-based-retention-policy-overview");
    }
    container.retain(Duration.ofDays(days));
    return Answer.json(
            200,
            """
            {"name":"default","properties":{"%s":%d,"state":"Unlocked"}}\
            """
                .formatted(RETENTION_DAYS, days))
        .with("ETag", "\"" + account.nextEtag() + "\"");
  }

  private static String publicAccess(Request request) {
    return request.header("x-ms-blob-public-access").orElse("");
  }

  Answer properties(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    container.lease().require(request.header("x-ms-lease-id"), false, account.now());
    Map<String, String> headers = new HashMap<>(container.headers());
    headers.putAll(container.lease().headers(account.now()));
    container.metadata().forEach((name, value) -> headers.put("x-ms-meta-" + name, value));
    if (container.isLockable()) {
      headers.put("x-ms-immutable-storage-with-versioning-enabled", "true");
    }
    return Answer.of(200).with(headers).with(access(container)).with(container.encryption());
  }

  private static Map<String, String> access(Container container) {
    return container.publicAccess().isEmpty()
        ? Map.of()
        : Map.of("x-ms-blob-public-access", container.publicAccess());
  }

  /** "delete-container": deletes all blobs, too. */
  Answer delete(FakeAccount account, Request request) {
    checked(account, request, true);
    account.remove(request.container());
    return Answer.of(202);
  }

  /** Returns the container, if its lease and the request's conditions permit the change. */
  private static Container checked(FakeAccount account, Request request, boolean needsLease) {
    Container container = account.container(request.container());
    container.lease().require(request.header("x-ms-lease-id"), needsLease, account.now());
    new Conditions(request, "").require(container.etag(), container.modified());
    return container;
  }

  Answer setMetadata(FakeAccount account, Request request) {
    Container container = checked(account, request, false);
    container.setMetadata(Metadata.of(request));
    return Answer.of(200).with(container.headers());
  }

  /** "lease-container": changes neither ETag nor time of the container. */
  Answer lease(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    Lease before = container.lease();
    Lease after = before.after(request, account.now());
    container.setLease(after);
    Answer answer =
        switch (request.header("x-ms-lease-action").orElse("")) {
          case "acquire" -> Answer.of(201).with("x-ms-lease-id", after.id());
          case "break" ->
              Answer.of(202)
                  .with(
                      "x-ms-lease-time",
                      Long.toString(
                          Math.max(
                              0, after.until().getEpochSecond() - account.now().getEpochSecond())));
          case "release" -> Answer.of(200);
          default -> Answer.of(200).with("x-ms-lease-id", after.id());
        };
    return answer.with(container.headers());
  }

  Answer acl(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    container.lease().require(request.header("x-ms-lease-id"), false, account.now());
    StringBuilder list = new StringBuilder();
    for (Container.Policy policy : container.policies()) {
      String terms =
          optional("Start", policy.start())
              + optional("Expiry", policy.expiry())
              + optional("Permission", policy.permissions());
      list.append("<SignedIdentifier>")
          .append(Xml.element("Id", policy.id()))
          .append("<AccessPolicy>")
          .append(terms)
          .append("</AccessPolicy></SignedIdentifier>");
    }
    return Answer.xml("<SignedIdentifiers>" + list + "</SignedIdentifiers>")
        .with(container.headers())
        .with(access(container));
  }

  private static String optional(String name, String text) {
    return text.isEmpty() ? "" : Xml.element(name, text);
  }

  /** "set-container-acl": replaces the whole list. */
  Answer setAcl(FakeAccount account, Request request) {
    Container container = checked(account, request, false);
    container.setPolicies(policies(request), publicAccess(request));
    return Answer.of(200).with(container.headers());
  }

  private static List<Container.Policy> policies(Request request) {
    if (request.body().length == 0) {
      return List.of();
    }
    List<Container.Policy> all = new ArrayList<>();
    for (Element each :
        Xml.children(Xml.root(request.body(), "SignedIdentifiers", "set-container-acl"))) {
      String id = Xml.text(each, "Id").orElse("");
      Optional<Element> terms =
          Xml.children(each).stream().filter(e -> e.getTagName().equals("AccessPolicy")).findAny();
      all.add(
          new Container.Policy(
              id, term(terms, "Start"), term(terms, "Expiry"), term(terms, "Permission")));
    }
    boolean right =
        all.size() <= MOST_POLICIES
            && all.stream().map(Container.Policy::id).distinct().count() == all.size()
            && all.stream()
                .allMatch(
                    policy -> !policy.id().isEmpty() && policy.id().length() <= LONGEST_POLICY_ID);
    if (!right) {
      // The page says 400 and states no code.
      throw Fault.of(400, "InvalidXmlDocument", "set-container-acl");
    }
    return all;
  }

  private static String term(Optional<Element> terms, String name) {
    return terms.flatMap(element -> Xml.text(element, name)).orElse("");
  }

  Answer list(FakeAccount account, Request request) {
    if (request.parameter("include").filter(what -> !what.equals("metadata")).isPresent()) {
      throw Fault.unknown("include=" + request.asked("include"));
    }
    String prefix = request.asked("prefix");
    int most = request.parameter("maxresults").map(Request::number).orElse(MOST_LISTED);
    SequencedCollection<String> names =
        account.containers().tailMap(request.asked("marker")).keySet().stream()
            .filter(name -> name.startsWith(prefix))
            .limit(Math.min(most, MOST_LISTED) + 1L)
            .toList();
    StringBuilder list = new StringBuilder();
    names.stream()
        .limit(Math.min(most, MOST_LISTED))
        .forEach(name -> list.append(described(name, account.container(name), account, request)));
    String next = names.size() > Math.min(most, MOST_LISTED) ? names.getLast() : "";
    return Answer.xml(
        "<EnumerationResults><Containers>%s</Containers>%s</EnumerationResults>"
            .formatted(list, Xml.element("NextMarker", next)));
  }

  private static String described(
      String name, Container container, FakeAccount account, Request request) {
    StringBuilder metadata = new StringBuilder();
    if (request.asked("include").equals("metadata")) {
      container.metadata().forEach((key, value) -> metadata.append(Xml.element(key, value)));
    }
    return "<Container>%s<Properties>%s%s%s</Properties><Metadata>%s</Metadata></Container>"
        .formatted(
            Xml.element("Name", name),
            Xml.element("Last-Modified", Times.http(container.modified())),
            Xml.element("Etag", container.etag()),
            Xml.element("LeaseState", container.lease().state(account.now())),
            metadata);
  }
}
