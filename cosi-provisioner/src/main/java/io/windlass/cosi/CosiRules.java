package io.windlass.cosi;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha2.AzureCredentialInfo;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.GcsCredentialInfo;
import io.windlass.proto.cosi.v1alpha2.S3CredentialInfo;
import io.windlass.rpc.FieldLimits;
import io.windlass.rpc.Redactor;
import io.windlass.rpc.RpcRules;
import io.windlass.rpc.Subject;
import java.util.List;
import java.util.Set;

/**
 * Rules for COSI messages: the length limits of their fields, the secret fields (COSI marks none,
 * so they are known by their message types), and the field that names the subject of a call.
 */
final class CosiRules {
  /**
   * Most bytes of an id, in every v1alpha2 message that carries one: "MUST be at most 2048
   * characters".
   */
  private static final int ID_BYTES = 2048;

  /** Most bytes of a suggested name, which is a DNS subdomain. */
  private static final int NAME_BYTES = 253;

  /**
   * Most bytes of a shared access signature with its resource URI, which exceeds the general limit.
   */
  private static final int SAS_BYTES = 4096;

  private static final Set<Descriptor> SECRET_MESSAGES =
      Set.of(
          CredentialDetails.getDescriptor(),
          S3CredentialInfo.getDescriptor(),
          AzureCredentialInfo.getDescriptor(),
          GcsCredentialInfo.getDescriptor());

  private static final Subject SUBJECT =
      new Subject(
          List.of(
              new Subject.Field("name", "name"),
              new Subject.Field("account_name", "name"),
              new Subject.Field("bucket_id", "bucket"),
              new Subject.Field("account_id", "account")));

  private CosiRules() {}

  static RpcRules rules() {
    return new RpcRules(limits(), new Redactor(CosiRules::isSecret), SUBJECT, Set.of());
  }

  private static FieldLimits limits() {
    return FieldLimits.GENERAL
        .with(DriverGenerateBucketIdRequest.getDescriptor(), "name", NAME_BYTES)
        .with(DriverGenerateBucketIdResponse.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverCreateBucketRequest.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverGetBucketRequest.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverGetBucketResponse.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverDeleteBucketRequest.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverGenerateBucketAccessIdRequest.getDescriptor(), "account_name", NAME_BYTES)
        .with(
            DriverGenerateBucketAccessIdRequest.getDescriptor(), "service_account_name", NAME_BYTES)
        .with(DriverGenerateBucketAccessIdResponse.getDescriptor(), "account_id", ID_BYTES)
        .with(DriverGrantBucketAccessRequest.getDescriptor(), "account_id", ID_BYTES)
        .with(DriverGrantBucketAccessRequest.getDescriptor(), "service_account_name", NAME_BYTES)
        .with(AccessedBucket.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverGrantBucketAccessResponse.getDescriptor(), "account_id", ID_BYTES)
        .with(DriverGrantBucketAccessResponse.BucketInfo.getDescriptor(), "bucket_id", ID_BYTES)
        .with(DriverRevokeBucketAccessRequest.getDescriptor(), "account_id", ID_BYTES)
        .with(DriverRevokeBucketAccessRequest.getDescriptor(), "service_account_name", NAME_BYTES)
        .with(AzureCredentialInfo.getDescriptor(), "access_token", SAS_BYTES);
  }

  private static boolean isSecret(FieldDescriptor field) {
    return SECRET_MESSAGES.contains(field.getContainingType())
        || (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            && SECRET_MESSAGES.contains(field.getMessageType()));
  }
}
