package io.windlass.store.azure.access;

import io.windlass.access.ServiceAccount;
import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Federated credentials of user-assigned managed identities ("Federated Identity Credentials" of
 * Azure's REST API): each lets a service account act as the identity.
 *
 * <p>A service account that acts as an identity has all of its roles. So the driver uses an
 * identity for one service account only, and refuses an identity that others act as. All access of
 * that service account shares one credential. The driver uses credentials that others made, and
 * never deletes them.
 */
final class AzureFederation {
  private static final String VERSION = "2023-01-31";

  /** "Workload identity federation": what service accounts' tokens must be for. */
  private static final String AUDIENCE = "api://AzureADTokenExchange";

  /** Tag of an identity. */
  private static final String NAMESPACE = "windlass-namespace";

  private static final String OURS = "windlass-";
  private static final int DIGITS = 32;

  private final AzureManager manager;
  private final String issuer;
  private final String storage;

  /**
   * Creates it.
   *
   * @param issuer of the service accounts' tokens
   * @param storage resource id of the storage account
   */
  AzureFederation(AzureManager manager, String issuer, String storage) {
    this.manager = manager;
    this.issuer = issuer;
    this.storage = storage;
  }

  /**
   * An identity.
   *
   * @param principal its object id
   * @param namespace whose service accounts may act as it, by its owner's tag; empty: there is none
   */
  record Identity(String principal, String namespace) {}

  private record Federated(String name, String issuer, String subject, List<String> audiences) {}

  /** Returns an identity; empty if there is no such identity. */
  Optional<Identity> find(String identity) {
    AzureManager.Reply reply = manager.get(identity, identity, VERSION);
    String principal = reply.body().path("properties").path("principalId").asString("");
    if (reply.isFine() && !principal.isEmpty()) {
      String namespace = reply.body().path("tags").path(NAMESPACE).asString("");
      return Optional.of(new Identity(principal, namespace));
    }
    if (reply.isMissing()) {
      return Optional.empty();
    }
    throw manager.unexpected("look at", identity, reply);
  }

  /**
   * Lets a service account act as an identity, if its owner permits that to the namespace, or has
   * made the federated credential.
   *
   * @param known the identity
   * @throws DriverException.FailedPrecondition when others act as the identity, or may
   * @throws DriverException.Aborted when others change the identity at this moment
   */
  void federate(String identity, Identity known, ServiceAccount who) {
    String subject = who.subject();
    if (stands(requireAlone(identity, subject), subject)) {
      return;
    }
    if (!known.namespace().equals(who.namespace())) {
      throw new DriverException.FailedPrecondition(
          manager
              .errors()
              .says(
                  "federate",
                  identity,
                  ("its owner has to say that it is for service accounts in namespace %s: by the tag"
                          + " %s=%1$s of the identity (az tag update --resource-id … --operation"
                          + " merge --tags %2$s=%1$s)")
                      .formatted(who.namespace(), NAMESPACE)));
    }
    AzureManager.Reply reply =
        manager.put(
            "a federated credential of " + identity,
            resource(identity, subject),
            VERSION,
            Map.of("issuer", issuer, "subject", subject, "audiences", List.of(AUDIENCE)));
    if (reply.status() == 409) {
      throw new DriverException.Aborted(
          manager
              .errors()
              .says("federate", identity, "somebody else is changing the identity: call again"));
    }
    if (!reply.isFine()) {
      throw manager.unexpected("make a federated credential of", identity, reply);
    }
    try {
      // Another driver may have done the same at the same time.
      List<Federated> _ = requireAlone(identity, subject);
    } catch (DriverException.FailedPrecondition e) {
      remove(identity, subject);
      throw e;
    }
  }

  private List<Federated> requireAlone(String identity, String subject) {
    List<Federated> all = list(identity);
    for (Federated each : all) {
      if (!each.issuer.equals(issuer) || !each.subject.equals(subject)) {
        throw new DriverException.FailedPrecondition(
            manager
                .errors()
                .says(
                    "federate",
                    identity,
                    ("'%s' stands for this identity (federated credential %s), and would get the"
                            + " same access: use an identity for one service account only")
                        .formatted(each.subject, each.name)));
      }
    }
    return all;
  }

  /** Returns whether the service account, and nobody else, acts as the identity. */
  boolean isFederated(String identity, String subject) {
    List<Federated> all = list(identity);
    return stands(all, subject)
        && all.stream()
            .allMatch(each -> each.issuer.equals(issuer) && each.subject.equals(subject));
  }

  private boolean stands(List<Federated> all, String subject) {
    return all.stream()
        .anyMatch(each ->
            each.issuer.equals(issuer)
                && each.subject.equals(subject)
                && each.audiences.contains(AUDIENCE));
  }

  /** Removes the driver's own credential, if it is there. */
  void remove(String identity, String subject) {
    manager.delete("the federated credential of " + identity, resource(identity, subject), VERSION);
  }

  private List<Federated> list(String identity) {
    AzureManager.Reply reply =
        manager.get(
            "federated credentials of " + identity,
            identity + "/federatedIdentityCredentials",
            VERSION);
    if (!reply.isFine()) {
      throw manager.unexpected("list federated credentials of", identity, reply);
    }
    List<Federated> all = new ArrayList<>();
    for (JsonNode each : reply.body().path("value")) {
      JsonNode properties = each.path("properties");
      List<String> audiences = new ArrayList<>();
      properties.path("audiences").forEach(audience -> audiences.add(audience.asString("")));
      all.add(
          new Federated(
              each.path("name").asString(""),
              properties.path("issuer").asString(""),
              properties.path("subject").asString(""),
              audiences));
    }
    return all;
  }

  /**
   * Returns the name of a credential; it contains the backend, because each backend removes only
   * its own credentials.
   */
  private String resource(String identity, String subject) {
    String hash = Sha256.hex("%s %s %s".formatted(storage, issuer, subject), DIGITS);
    return identity + "/federatedIdentityCredentials/" + OURS + hash;
  }
}
