package io.windlass.provision.iam;

/**
 * An answer that is an error: "Common Errors" of the IAM API Reference, and S3's "Error responses".
 */
final class IamRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;

  IamRefusal(int status, String code, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
  }

  /** Returns it in the form of IAM or of S3. */
  FakeHttp.Answer answer(boolean ofIam) {
    String error = "<Code>%s</Code><Message>%s</Message>".formatted(code, getMessage());
    return FakeHttp.Answer.xml(
        status,
        ofIam
            ? "<ErrorResponse><Error><Type>Sender</Type>%s</Error></ErrorResponse>".formatted(error)
            : "<Error>%s</Error>".formatted(error));
  }
}
