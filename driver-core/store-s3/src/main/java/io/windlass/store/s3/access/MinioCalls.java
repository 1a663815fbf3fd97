package io.windlass.store.s3.access;

import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Answer;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Requests.Body;
import io.windlass.store.s3.client.S3Requests.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.http.SdkHttpMethod;

/** Calls to MinIO's admin API. All can be repeated. */
public final class MinioCalls {
  private static final String ADMIN = "minio/admin/v3/";

  private final S3Clients clients;
  private final StoreErrors errors;
  private final MinioCrypto crypto = new MinioCrypto();

  public MinioCalls(S3Clients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  /** Returns the translation of errors for these calls. */
  StoreErrors errors() {
    return errors;
  }

  /**
   * Returns the deadline of this thread's operation, or a new one with the call timeout if it has
   * none.
   */
  Deadline deadline() {
    return clients.deadline();
  }

  /**
   * One call of the admin API.
   *
   * @param body in plain text, and perhaps secret; empty for none
   * @param encrypted whether the server requires the body encrypted
   */
  record Call(
      SdkHttpMethod method,
      String path,
      Map<String, String> query,
      Secret body,
      boolean encrypted) {
    private static final Secret NOTHING = Secret.of("");

    static Call get(String path, Map<String, String> query) {
      return new Call(SdkHttpMethod.GET, path, query, NOTHING, false);
    }

    static Call put(String path, Map<String, String> query, Secret body) {
      return new Call(SdkHttpMethod.PUT, path, query, body, false);
    }

    static Call put(String path, Map<String, String> query) {
      return put(path, query, NOTHING);
    }

    static Call post(String path) {
      return new Call(SdkHttpMethod.POST, path, Map.of(), NOTHING, false);
    }

    static Call delete(String path, Map<String, String> query) {
      return new Call(SdkHttpMethod.DELETE, path, query, NOTHING, false);
    }

    /** Returns this call with its body encrypted. */
    Call sealed() {
      return new Call(method, path, query, body, true);
    }
  }

  /**
   * Makes a call, and repeats it if that may help.
   *
   * @return the body of the answer
   */
  byte[] make(Call call, String operation, String target, Deadline deadline) {
    Request request =
        new Request(
            call.method,
            Optional.empty(),
            ADMIN + call.path,
            call.query,
            Map.of(),
            Optional.of(call.body)
                .filter(body -> !body.equals(Call.NOTHING))
                .<Body>map(_ -> (Body.Made) credentials -> bytes(call, credentials)));
    return errors.call(
        operation,
        target,
        () -> deadline.limit(() -> clients.requests().send(request, S3Answer::whole)));
  }

  private byte[] bytes(Call call, AwsCredentials credentials) {
    byte[] text = call.body.reveal().getBytes(StandardCharsets.UTF_8);
    return call.encrypted ? crypto.encrypt(credentials.secretAccessKey(), text) : text;
  }
}
