package io.windlass.fake.gcs;

import java.util.List;
import java.util.Optional;

/**
 * One port for the APIs that have their own hosts in the service: tokens, IAM, the metadata server.
 */
record IdentityApi(Tokens tokens, TokenApi tokenApi, MetadataServer metadata, List<Route> routes) {

  WireAnswer answer(WireRequest request) {
    boolean token = request.path().equals("/token") || request.path().equals("/v1/token");
    try {
      if (token && request.method().equals("POST")) {
        return request.path().equals("/token")
            ? tokenApi.assertion(request)
            : tokenApi.exchange(request);
      }
      if (MetadataServer.isMeant(request)) {
        return metadata.answer(request);
      }
      return iam(request);
    } catch (Refusal refusal) {
      return token ? refusal.oauth() : refusal.rpc();
    }
  }

  /** cloud.google.com/iam/docs/reference/rest. */
  private WireAnswer iam(WireRequest request) {
    for (Route route : routes) {
      Optional<List<String>> names =
          route.method().equals(request.method())
              ? route.match(request.segments())
              : Optional.empty();
      if (names.isPresent()) {
        Principal who = tokens.bearer(request.header("authorization"));
        return route.answer(new ApiCall(request, names.get(), who));
      }
    }
    throw Refusal.unknown(request.method() + " " + request.path());
  }
}
