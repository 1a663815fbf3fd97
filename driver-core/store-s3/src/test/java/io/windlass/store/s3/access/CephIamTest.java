package io.windlass.store.s3.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.store.s3.client.IamClients;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import io.windlass.testing.proxy.ScriptedServer.Answer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.AccessKeyMetadata;

/** Answers of Ceph's IAM, as they were seen of 20.2.4. */
class CephIamTest {
  private static final String POLICY =
      "{\"Version\":\"2012-10-17\",\"Resource\":\"arn:aws:s3:::photos/100%25 a+b/*\"}";

  /** The SDK would take ResponseMetadata for the result. */
  @Test
  void anAnswerThatBeginsWithMetadataIsRead() throws IOException {
    Answer answer =
        ScriptedServer.text(
            """
            <GetUserPolicyResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/">\
            <ResponseMetadata><RequestId>tx00000-1</RequestId></ResponseMetadata>\
            <GetUserPolicyResult><PolicyName>windlass</PolicyName><UserName>u</UserName>\
            <PolicyDocument>%s</PolicyDocument></GetUserPolicyResult></GetUserPolicyResponse>\
            """
                .formatted(POLICY.replace("\"", "&quot;")));
    Optional<String> policy = asked(answer, users -> users.findPolicy("u"));
    assertThat(policy).contains(POLICY);
  }

  @Test
  void anAnswerOfMetadataAloneIsOne() throws IOException {
    Answer answer =
        ScriptedServer.text(
            """
            <?xml version="1.0" encoding="UTF-8"?><PutUserPolicyResponse>\
            <ResponseMetadata><RequestId>tx00000-2</RequestId></ResponseMetadata>\
            </PutUserPolicyResponse>\
            """);
    boolean put =
        asked(
            answer,
            users -> {
              users.putPolicy("u", POLICY);
              return true;
            });
    assertThat(put).isTrue();
  }

  /** Most of its answers. */
  @Test
  void anAnswerThatEndsWithMetadataIsRead() throws IOException {
    Answer answer =
        ScriptedServer.text(
            """
            <?xml version="1.0" encoding="UTF-8"?><ListAccessKeysResponse>\
            <ListAccessKeysResult><AccessKeyMetadata>%s</AccessKeyMetadata>\
            <IsTruncated>false</IsTruncated></ListAccessKeysResult>\
            <ResponseMetadata><RequestId>tx00000-3</RequestId></ResponseMetadata>\
            </ListAccessKeysResponse>\
            """
                .formatted(
                    "<member><AccessKeyId>K</AccessKeyId><Status>Active</Status></member>"
                        .repeat(100)));
    List<AccessKeyMetadata> keys = asked(answer, users -> users.keys("u"));
    assertThat(keys).hasSize(100).extracting(AccessKeyMetadata::accessKeyId).containsOnly("K");
  }

  /** Its begin is read before the SDK reads it. */
  @Test
  void anAnswerThatBreaksOffIsAskedForAgain() throws IOException {
    Answer cut =
        exchange -> {
          exchange.sendResponseHeaders(200, 5000);
          exchange.getResponseBody().write("<GetUserPolicyResponse>".getBytes(US_ASCII));
          exchange.getResponseBody().flush();
        };
    Answer whole =
        ScriptedServer.text(
            """
            <GetUserPolicyResponse><GetUserPolicyResult><PolicyDocument>{}</PolicyDocument>\
            </GetUserPolicyResult></GetUserPolicyResponse>\
            """);
    Optional<String> policy = askedAgain(users -> users.findPolicy("u"), cut, whole);
    assertThat(policy).contains("{}");
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> askedAgain(users -> users.findPolicy("u"), cut))
        .withMessageContaining("get the policy of u");
  }

  /** As of 16.2. */
  @Test
  void aServerThatMakesNoUsersIsSaidSo() {
    Answer refusal = ScriptedServer.error(405, "MethodNotAllowed");
    assertThatExceptionOfType(DriverException.Unsupported.class)
        .isThrownBy(() -> asked(refusal, users -> users.keys("u")))
        .withMessageContainingAll("does not offer this call of IAM (HTTP 405)", "FLAVOR to none");
  }

  private static <T> T asked(Answer answer, Function<IamUsers, T> ask) throws IOException {
    return askedAgain(ask, answer);
  }

  private static <T> T askedAgain(Function<IamUsers, T> ask, Answer... answers) throws IOException {
    try (ScriptedServer server = new ScriptedServer(answers);
        S3Clients clients =
            S3Clients.open(
                S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
                () -> AwsBasicCredentials.create("scripted", "scripted-secret"));
        IamClient iam = IamClients.open(clients, Optional.of(server.endpoint()))) {
      return ask.apply(new IamUsers(iam, clients, S3Errors.of("ceph"), Optional.empty()));
    }
  }
}
