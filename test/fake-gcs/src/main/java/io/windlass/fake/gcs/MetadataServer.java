package io.windlass.fake.gcs;

import java.util.Optional;

/**
 * The server that tells a virtual machine about its service account:
 * cloud.google.com/compute/docs/metadata.
 */
final class MetadataServer {
  private static final String ROOT = "/computeMetadata/v1/";

  private final GcsState state;
  private final Tokens tokens;
  private Optional<String> account = Optional.empty();

  MetadataServer(GcsState state, Tokens tokens) {
    this.state = state;
    this.tokens = tokens;
  }

  /** Returns whether a request is for the metadata server. */
  static boolean isMeant(WireRequest request) {
    return request.path().equals("/") || request.path().startsWith(ROOT);
  }

  /** Sets the service account of the machine. */
  void runAs(String email) {
    account = Optional.of(email);
  }

  WireAnswer answer(WireRequest request) {
    return answered(request).with("Metadata-Flavor", "Google");
  }

  /** Requires the header that protects against forged requests. */
  private WireAnswer answered(WireRequest request) {
    if (request.path().equals("/")) {
      return text(200, "computeMetadata/\n");
    }
    if (request.header("metadata-flavor").filter("Google"::equals).isEmpty()) {
      return text(403, "Missing Metadata-Flavor:Google header.");
    }
    if (account.isEmpty()) {
      return text(404, "There is no service account.");
    }
    String what = request.path().substring(ROOT.length());
    String own = "instance/service-accounts/default/";
    return switch (what.replace("service-accounts/" + account.get(), "service-accounts/default")) {
      case "project/project-id" -> text(200, state.project());
      case "project/numeric-project-id" -> text(200, FakeGcs.PROJECT_NUMBER);
      case "universe/universe-domain", "universe/universe_domain" -> text(200, "googleapis.com");
      case "instance/service-accounts/default/email" -> text(200, account.get());
      case "instance/service-accounts/default/token" ->
          WireAnswer.json(
              JsonText.object()
                  .put("access_token", tokens.issue(Principal.serviceAccount(account.get())))
                  .put("expires_in", Tokens.LIFE.toSeconds() - 1)
                  .put("token_type", "Bearer"));
      default -> text(404, FakeGcs.NAME + " knows little more than " + own + "token");
    };
  }

  private static WireAnswer text(int status, String body) {
    return WireAnswer.text(status, "application/text", body);
  }
}
