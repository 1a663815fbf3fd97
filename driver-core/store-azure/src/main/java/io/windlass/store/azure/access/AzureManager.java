package io.windlass.store.azure.access;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.error.StoreErrors;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureIdentity;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests to Azure Resource Manager, made as the driver's identity. */
public final class AzureManager {
  private final AzureClients clients;
  private final Supplier<Optional<AzureIdentity>> identity;
  private final StoreErrors errors;
  private final JsonMapper json = new JsonMapper();

  /**
   * Creates it; nothing is sent.
   *
   * @param identity asked for each request; empty: every request is refused
   */
  public AzureManager(
      AzureClients clients, Supplier<Optional<AzureIdentity>> identity, StoreErrors errors) {
    this.clients = clients;
    this.identity = identity;
    this.errors = errors;
  }

  /**
   * An answer for which {@link #send} throws no exception.
   *
   * @param code of an error; empty in other answers
   */
  record Reply(int status, String code, JsonNode body) {
    boolean isFine() {
      return status < 300;
    }

    boolean isMissing() {
      return status == 404;
    }
  }

  StoreErrors errors() {
    return errors;
  }

  /** Returns the driver's identity; throws FailedPrecondition if it has none. */
  AzureIdentity identity() {
    return identity
        .get()
        .orElseThrow(() ->
            new DriverException.FailedPrecondition(
                "backend %s has no identity for this: put the files tenantId, clientId, and"
                        .formatted(errors.backend())
                    + " clientSecret or federatedToken into its CREDENTIALS"));
  }

  Reply get(String target, String resource, String version) {
    return send(HttpMethod.GET, "look at", target, resource, "?api-version=" + version, Map.of());
  }

  /** Lists the resources that match a filter. */
  Reply list(String target, String resource, String version, String filter) {
    return send(
        HttpMethod.GET,
        "list",
        target,
        resource,
        "?api-version=%s&$filter=%s"
            .formatted(
                version, URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20")),
        Map.of());
  }

  /** Creates or updates a resource with these properties. */
  Reply put(String target, String resource, String version, Map<String, ?> properties) {
    return send(
        HttpMethod.PUT,
        "make",
        target,
        resource,
        "?api-version=" + version,
        Map.of("properties", properties));
  }

  /** Removes a resource; no error if it is gone. */
  void delete(String target, String resource, String version) {
    Reply reply =
        send(HttpMethod.DELETE, "remove", target, resource, "?api-version=" + version, Map.of());
    if (!reply.isFine() && !reply.isMissing()) {
      throw unexpected("remove", target, reply);
    }
  }

  /** Returns the error for an answer that the caller does not handle. */
  DriverException unexpected(String operation, String target, Reply reply) {
    return errors.of(AzureErrors.failure(reply.status, reply.code), operation, target, null);
  }

  private Reply send(
      HttpMethod method,
      String operation,
      String target,
      String resource,
      String query,
      Map<String, ?> body) {
    HttpRequest request =
        new HttpRequest(method, clients.connection().management().manager() + resource + query);
    if (!body.isEmpty()) {
      request
          .setHeader(HttpHeaderName.CONTENT_TYPE, "application/json")
          .setBody(BinaryData.fromBytes(json.writeValueAsBytes(body)));
    }
    return errors.call(
        operation,
        target,
        () -> {
          try (HttpResponse answer = clients.manager(identity()).sendSync(request, Context.NONE)) {
            return checked(operation, target, answer);
          }
        });
  }

  private Reply checked(String operation, String target, HttpResponse answer) {
    JsonNode body = body(answer);
    String code = body.path("error").path("code").asString("");
    Reply reply = new Reply(answer.getStatusCode(), code, body);
    String what = code.isEmpty() ? "HTTP " + reply.status : code;
    if (reply.status == 403) {
      throw errors.of(
          new Failure(
              Meaning.DENIED,
              "the driver's identity has no role that permits it (%s)".formatted(what)),
          operation,
          target,
          null);
    }
    if (reply.status == 401 || reply.status == 429 || reply.status >= 500) {
      throw unexpected(operation, target, reply);
    }
    return reply;
  }

  private JsonNode body(HttpResponse answer) {
    try {
      return json.readTree(answer.getBodyAsBinaryData().toBytes());
    } catch (JacksonException e) {
      return json.createObjectNode();
    }
  }
}
