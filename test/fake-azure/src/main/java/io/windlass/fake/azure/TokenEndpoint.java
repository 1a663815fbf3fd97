package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * "entra/identity-platform/v2-oauth2-client-creds-grant-flow": tokens for a secret, or for a
 * federated assertion ("entra/workload-id/workload-identity-federation").
 */
final class TokenEndpoint {
  private static final String PAGE = "entra/identity-platform/v2-oauth2-client-creds-grant-flow";
  private static final String FEDERATION = "entra/workload-id/workload-identity-federation";
  private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  private static final String SCOPE = "/.default";

  /** Required claims of a workload's token that acts as an identity. */
  record Federation(String name, String issuer, String subject, String audience) {}

  private record Client(String principal, Optional<String> secret, List<Federation> federations) {}

  private final Entra entra;
  private final Supplier<String> manager;
  private final Map<String, Client> clients = new HashMap<>();
  private final Map<String, PublicKey> issuers = new HashMap<>();

  /** Creates it with the audience of this fake's ARM, which is its URL, as in each cloud. */
  TokenEndpoint(Entra entra, Supplier<String> manager) {
    this.entra = entra;
    this.manager = manager;
  }

  /** Another client. */
  void add(String clientId, String principal, Optional<String> secret) {
    clients.put(clientId, new Client(principal, secret, new ArrayList<>()));
  }

  void trust(String issuer, PublicKey key) {
    issuers.put(issuer, key);
  }

  int federations() {
    return clients.values().stream().mapToInt(client -> client.federations().size()).sum();
  }

  /** Lets a subject stand for a client. */
  void federate(String clientId, String issuer, String subject) {
    federations(clientId).add(new Federation("given", issuer, subject, FakeIssuer.AUDIENCE));
  }

  /** Returns the federated credentials of a client, in a map that callers may change. */
  List<Federation> federations(String clientId) {
    return Optional.ofNullable(clients.get(clientId))
        .map(Client::federations)
        .orElseThrow(() -> Fault.of(404, "ResourceNotFound", "rest/api/managedidentity"));
  }

  /** Errors have the form of OAuth's, and not of ARM's. */
  Answer answer(Request request, Instant now) {
    try {
      return issue(request, now);
    } catch (Fault fault) {
      return Answer.json(
          fault.status(),
          "{\"error\":\"%s\",\"error_description\":\"%s\"}"
              .formatted(fault.code(), fault.getMessage()));
    }
  }

  private Answer issue(Request request, Instant now) {
    SortedMap<String, String> form =
        Request.of(
                "POST",
                "/?" + new String(request.body(), StandardCharsets.UTF_8).replace("+", "%20"),
                Map.of(),
                new byte[0])
            .query();
    String scope = form.getOrDefault("scope", "").replace(manager.get(), Entra.ARM);
    boolean known = List.of(Entra.STORAGE + SCOPE, Entra.ARM + SCOPE).contains(scope);
    if (!"client_credentials".equals(form.get("grant_type")) || !known) {
      throw refused("invalid_request", "AADSTS70011", PAGE);
    }
    Client client =
        Optional.ofNullable(clients.get(form.getOrDefault("client_id", "")))
            .orElseThrow(() -> refused("unauthorized_client", "AADSTS700016", PAGE));
    if (form.containsKey("client_assertion")) {
      requireAssertion(client, form, now);
    } else if (client.secret().filter(s -> s.equals(form.get("client_secret"))).isEmpty()) {
      throw refused("invalid_client", "AADSTS7000215", PAGE);
    }
    String token =
        entra.issue(client.principal(), scope.substring(0, scope.length() - SCOPE.length()), now);
    return Answer.json(
        200,
        """
        {"token_type":"Bearer","expires_in":3600,"ext_expires_in":3600,"access_token":"%s"}\
        """
            .formatted(token));
  }

  private void requireAssertion(Client client, SortedMap<String, String> form, Instant now) {
    String[] parts = form.getOrDefault("client_assertion", "").split("\\.");
    if (parts.length != 3 || !ASSERTION.equals(form.get("client_assertion_type"))) {
      throw refused("invalid_client", "AADSTS50027", FEDERATION);
    }
    Map<?, ?> claims = Json.object(Base64.getUrlDecoder().decode(parts[1]));
    boolean signed =
        Optional.ofNullable(issuers.get(Json.text(claims, "iss")))
            .filter(key -> isSigned(parts, key))
            .isPresent();
    if (!signed) {
      throw refused("invalid_client", "AADSTS700211", FEDERATION);
    }
    if (Instant.ofEpochSecond((long) Double.parseDouble(Json.text(claims, "exp"))).isBefore(now)) {
      throw refused("invalid_client", "AADSTS700024", FEDERATION);
    }
    boolean federated =
        client.federations().stream()
            .anyMatch(each ->
                each.issuer().equals(Json.text(claims, "iss"))
                    && each.subject().equals(Json.text(claims, "sub"))
                    && Json.texts(claims, "aud").contains(each.audience()));
    if (!federated) {
      throw refused("invalid_client", "AADSTS700213", FEDERATION);
    }
  }

  private static boolean isSigned(String[] parts, PublicKey key) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(key);
      signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** "entra/identity-platform/reference-error-codes". */
  private static Fault refused(String error, String code, String page) {
    return new Fault(
        error.equals("invalid_client") ? 401 : 400,
        error,
        code + ": " + FakeAzure.says(page),
        Map.of());
  }
}
