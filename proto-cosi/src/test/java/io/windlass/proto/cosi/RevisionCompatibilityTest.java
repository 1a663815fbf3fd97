package io.windlass.proto.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.windlass.proto.cosi.rev.Revision;
import io.windlass.proto.cosi.v1alpha2.AccessMode;
import io.windlass.proto.cosi.v1alpha2.AuthenticationType;
import io.windlass.proto.cosi.v1alpha2.CredentialInfo;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3AddressingStyle;
import io.windlass.proto.cosi.v1alpha2.S3BucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3CredentialInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * What each revision of v1alpha2 reads from the superset's bytes, and the superset from each
 * revision's. Fields are taken by number, because a number is what a revision changes the name of.
 */
class RevisionCompatibilityTest {

  private static final String ID = "fast/logs-7f3a";
  private static final ObjectProtocol S3 =
      ObjectProtocol.newBuilder().setType(ObjectProtocol.Type.S3).build();
  private static final ObjectProtocolAndBucketInfo INFO =
      ObjectProtocolAndBucketInfo.newBuilder()
          .setS3(
              S3BucketInfo.newBuilder()
                  .setBucketId("logs-7f3a")
                  .setEndpoint("https://s3.example")
                  .setRegion("eu-1")
                  .setAddressingStyle(
                      S3AddressingStyle.newBuilder().setStyle(S3AddressingStyle.Style.PATH)))
          .build();

  @ParameterizedTest
  @EnumSource
  void everyRevisionsCreateRequestIsRead(Revision revision) throws Exception {
    DriverCreateBucketRequest sent =
        DriverCreateBucketRequest.newBuilder()
            .setBucketId(ID)
            .addProtocols(S3)
            .putParameters("backend", "fast")
            .build();

    Message theirs = asSeenBy(revision, "DriverCreateBucketRequest", sent);

    assertThat(get(theirs, 1)).isEqualTo(ID);
    assertUnderstood(theirs);
    assertThat(DriverCreateBucketRequest.parseFrom(theirs.toByteString())).isEqualTo(sent);
  }

  @ParameterizedTest
  @EnumSource
  void everyRevisionsGetRequestIsReadWhateverItsName(Revision revision) throws Exception {
    DriverGetBucketRequest sent =
        DriverGetBucketRequest.newBuilder()
            .setBucketId(ID)
            .addProtocols(S3)
            .putParameters("backend", "fast")
            .build();

    Message theirs = asSeenBy(revision, getBucket(revision) + "Request", sent);

    assertThat(get(theirs, 1)).isEqualTo(ID);
    assertUnderstood(theirs);
    assertThat(DriverGetBucketRequest.parseFrom(theirs.toByteString())).isEqualTo(sent);
  }

  @ParameterizedTest
  @EnumSource
  void everyRevisionsDeleteAndRevokeRequestsAreRead(Revision revision) throws Exception {
    DriverDeleteBucketRequest delete =
        DriverDeleteBucketRequest.newBuilder().setBucketId(ID).putParameters("k", "v").build();
    DriverRevokeBucketAccessRequest revoke =
        DriverRevokeBucketAccessRequest.newBuilder()
            .setAccountId("fast/ba-1")
            .setProtocol(S3)
            .setAuthenticationType(key())
            .setServiceAccountName("robot")
            .putParameters("k", "v")
            .addBuckets(DriverRevokeBucketAccessRequest.AccessedBucket.newBuilder().setBucketId(ID))
            .build();

    Message theirDelete = asSeenBy(revision, "DriverDeleteBucketRequest", delete);
    Message theirRevoke = asSeenBy(revision, "DriverRevokeBucketAccessRequest", revoke);

    assertUnderstood(theirDelete);
    assertUnderstood(theirRevoke);
    assertThat(DriverDeleteBucketRequest.parseFrom(theirDelete.toByteString())).isEqualTo(delete);
    assertThat(DriverRevokeBucketAccessRequest.parseFrom(theirRevoke.toByteString()))
        .isEqualTo(revoke);
  }

  @ParameterizedTest
  @EnumSource
  void everyRevisionsGrantRequestIsReadUpToItsModes(Revision revision) throws Exception {
    DriverGrantBucketAccessRequest sent =
        DriverGrantBucketAccessRequest.newBuilder()
            .setAccountId("ba-1")
            .setProtocol(S3)
            .setAuthenticationType(key())
            .setServiceAccountName("robot")
            .putParameters("k", "v")
            .addBuckets(AccessedBucket.newBuilder().setBucketId(ID))
            .build();

    Message theirs = asSeenBy(revision, "DriverGrantBucketAccessRequest", sent);

    assertThat(get(theirs, 1)).isEqualTo("ba-1");
    assertUnderstood(theirs);
    assertThat(DriverGrantBucketAccessRequest.parseFrom(theirs.toByteString())).isEqualTo(sent);
  }

  @ParameterizedTest
  @EnumSource(names = {"A", "B", "C"})
  void createAnswerWithTheIdServesAtoC(Revision revision) throws Exception {
    Message theirs = asSeenBy(revision, "DriverCreateBucketResponse", createAnswerWithId());

    assertThat(get(theirs, 1)).isEqualTo(ID);
    assertSameInfo(get(theirs, 2));
    assertUnderstood(theirs);
  }

  @ParameterizedTest
  @EnumSource(names = {"D", "E"})
  void createAnswerWithTheProtocolsTwiceServesDandE(Revision revision) throws Exception {
    Message theirs = asSeenBy(revision, "DriverCreateBucketResponse", createAnswerWithProtocols());

    assertSameInfo(get(theirs, revision == Revision.D ? 2 : 1));
    assertThat(theirs.getUnknownFields().asMap().keySet())
        .isEqualTo(Set.of(revision == Revision.D ? 1 : 2));
  }

  @ParameterizedTest
  @EnumSource(names = "E")
  void createAnswerWithTheIdBreaksE(Revision revision) {
    assertThatThrownBy(() -> asSeenBy(revision, "DriverCreateBucketResponse", createAnswerWithId()))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"A", "B", "C"})
  void createAnswerWithTheProtocolsTwiceGivesAtoCaWrongId(Revision revision) throws Exception {
    Message theirs = asSeenBy(revision, "DriverCreateBucketResponse", createAnswerWithProtocols());

    assertThat(get(theirs, 1)).isEqualTo(INFO.toByteString().toStringUtf8()).isNotEqualTo(ID);
  }

  @ParameterizedTest
  @EnumSource
  void oneGetAnswerServesAll(Revision revision) throws Exception {
    DriverGetBucketResponse answer =
        DriverGetBucketResponse.newBuilder().setBucketId(ID).setProtocols(INFO).build();

    Message theirs = asSeenBy(revision, getBucket(revision) + "Response", answer);

    assertSameInfo(get(theirs, 2));
    if (revision.compareTo(Revision.C) <= 0) {
      assertThat(get(theirs, 1)).isEqualTo(ID);
      assertUnderstood(theirs);
    } else {
      assertThat(theirs.getUnknownFields().asMap().keySet()).isEqualTo(Set.of(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneGrantAnswerServesAll(Revision revision) throws Exception {
    DriverGrantBucketAccessResponse answer =
        DriverGrantBucketAccessResponse.newBuilder()
            .setAccountId("fast/ba-1")
            .addBuckets(
                DriverGrantBucketAccessResponse.BucketInfo.newBuilder()
                    .setBucketId(ID)
                    .setBucketInfo(INFO))
            .setCredentials(
                CredentialInfo.newBuilder()
                    .setS3(
                        S3CredentialInfo.newBuilder()
                            .setAccessKeyId("AK")
                            .setAccessSecretKey("SK")))
            .build();

    Message theirs = asSeenBy(revision, "DriverGrantBucketAccessResponse", answer);

    assertThat(((Message) get(theirs, 3)).toByteString())
        .isEqualTo(answer.getCredentials().toByteString());
    Message bucket = (Message) ((List<?>) get(theirs, 2)).getFirst();
    assertThat(get(bucket, 1)).isEqualTo(ID);
    assertSameInfo(get(bucket, 2));
    if (revision == Revision.E) {
      assertThat(theirs.getUnknownFields().asMap().keySet()).isEqualTo(Set.of(1));
    } else {
      assertThat(get(theirs, 1)).isEqualTo("fast/ba-1");
      assertUnderstood(theirs);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "A, READ_WRITE, ANY",
    "A, READ_ONLY, READ_WRITE", // what a reader that does not look at 3 and 4 would grant
    "A, WRITE_ONLY, READ_ONLY",
    "B, READ_WRITE, ANY",
    "B, READ_ONLY, READ_WRITE",
    "B, WRITE_ONLY, READ_ONLY",
  })
  void anOldModeReadsAsAnotherAndIsKnownByThreeAndFourBeingAbsent(
      Revision revision, String meant, AccessMode.Mode read) throws Exception {
    AccessedBucket ours = accessedBucket(revision, Map.of(2, meant));

    assertThat(ours.getObjectDataAccessMode().getMode()).isEqualTo(read);
    assertThat(ours.hasObjectMetadataAccessMode()).isFalse();
    assertThat(ours.hasBucketMetadataAccessMode()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      names = {"A", "B"},
      mode = Mode.EXCLUDE)
  void newModesReadAsThemselvesAndAreKnownByThreeAndFour(Revision revision) throws Exception {
    for (String mode : List.of("ANY", "READ_WRITE", "READ_ONLY", "WRITE_ONLY")) {
      AccessedBucket ours = accessedBucket(revision, Map.of(2, mode, 3, "READ_ONLY", 4, "ANY"));

      assertThat(ours.getObjectDataAccessMode().getMode().name()).isEqualTo(mode);
      assertThat(ours.getObjectMetadataAccessMode().getMode()).isEqualTo(AccessMode.Mode.READ_ONLY);
      assertThat(ours.getBucketMetadataAccessMode().getMode()).isEqualTo(AccessMode.Mode.ANY);
    }
  }

  private static AccessedBucket accessedBucket(Revision revision, Map<Integer, String> modes)
      throws InvalidProtocolBufferException {
    var type = revision.message("DriverGrantBucketAccessRequest.AccessedBucket");
    var mode = revision.message("AccessMode").findFieldByNumber(1);
    DynamicMessage.Builder bucket =
        DynamicMessage.newBuilder(type).setField(type.findFieldByNumber(1), ID);
    modes.forEach((number, name) ->
        bucket.setField(
            type.findFieldByNumber(number),
            DynamicMessage.newBuilder(mode.getContainingType())
                .setField(mode, mode.getEnumType().findValueByName(name))
                .build()));
    return AccessedBucket.parseFrom(bucket.build().toByteString());
  }

  private static DriverCreateBucketResponse createAnswerWithId() {
    return DriverCreateBucketResponse.newBuilder()
        .setBucketIdOrProtocols(ByteString.copyFromUtf8(ID))
        .setProtocols(INFO)
        .build();
  }

  private static DriverCreateBucketResponse createAnswerWithProtocols() {
    return DriverCreateBucketResponse.newBuilder()
        .setBucketIdOrProtocols(INFO.toByteString())
        .setProtocols(INFO)
        .build();
  }

  private static AuthenticationType key() {
    return AuthenticationType.newBuilder().setType(AuthenticationType.Type.KEY).build();
  }

  private static String getBucket(Revision revision) {
    return revision == Revision.A ? "DriverGetExistingBucket" : "DriverGetBucket";
  }

  private static Message asSeenBy(Revision revision, String message, Message ours)
      throws InvalidProtocolBufferException {
    return DynamicMessage.parseFrom(revision.message(message), ours.toByteString());
  }

  private static Object get(Message message, int number) {
    return message.getField(message.getDescriptorForType().findFieldByNumber(number));
  }

  private static void assertSameInfo(Object theirs) {
    assertUnderstood((Message) theirs);
    assertThat(((Message) theirs).toByteString()).isEqualTo(INFO.toByteString());
  }

  /** Nothing was skipped, here or in the messages within. */
  private static void assertUnderstood(Message message) {
    assertThat(message.getUnknownFields().asMap()).isEmpty();
    message.getAllFields().values().stream()
        .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.of(value))
        .filter(Message.class::isInstance)
        .forEach(inner -> assertUnderstood((Message) inner));
  }
}
