package io.windlass.cosi;

import io.windlass.access.ServiceAccount;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.provision.BucketId;
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Granted;
import io.windlass.provision.grant.Grants;
import io.windlass.rpc.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Access calls of v1alpha2, for all of its revisions. */
final class V1Alpha2Access {
  private final OpenBackends backends;
  private final Grants grants;

  V1Alpha2Access(OpenBackends backends, Grants grants) {
    this.backends = backends;
    this.grants = grants;
  }

  DriverGenerateBucketAccessIdResponse generateId(DriverGenerateBucketAccessIdRequest request) {
    Mistakes mistakes = new Mistakes();
    String name = request.getAccountName();
    mistakes.check(() -> CosiRequestFields.suggestedName("account_name", name));
    Optional<AccessParameters> parameters =
        mistakes.read(() -> parameters(request.getParametersMap()));
    mistakes.check(() ->
        ServiceAccounts.of(
            request.getAuthenticationType(),
            request.getServiceAccountName(),
            parameters.orElse(AccessParameters.DEFAULT)));
    List<BucketAccess> buckets = buckets(request.getBucketsList(), request.getProtocol(), mistakes);
    AccountId id = AccountId.of(buckets.getFirst().bucket().backend(), name);
    return DriverGenerateBucketAccessIdResponse.newBuilder().setAccountId(id.toString()).build();
  }

  /**
   * Grants access. Revisions A to D send a suggested account name, revision E sends the id that the
   * driver generated.
   */
  DriverGrantBucketAccessResponse grant(DriverGrantBucketAccessRequest request) {
    String asked = request.getAccountId();
    backends.requireBackendOf(asked);
    Mistakes mistakes = new Mistakes();
    if (!AccountId.isId(asked)) {
      mistakes.check(() -> CosiRequestFields.suggestedName(CosiRequestFields.NEW_ACCOUNT, asked));
    }
    Optional<AccessParameters> parameters =
        mistakes.read(() -> parameters(request.getParametersMap()));
    mistakes.check(() -> serviceAccount(request, parameters.orElse(AccessParameters.DEFAULT)));
    List<BucketAccess> buckets = buckets(request.getBucketsList(), request.getProtocol(), mistakes);
    AccountId account =
        AccountId.isId(asked)
            ? AccountId.parse(asked, backends)
                .orElseThrow(() ->
                    new DriverException.InvalidArgument(
                        ("account_id is '%s', which this driver did not generate: it is"
                                + " <backend>/<account>, as DriverGenerateBucketAccessId answers")
                            .formatted(Mistakes.printable(asked))))
            : AccountId.of(buckets.getFirst().bucket().backend(), asked);
    Granted granted =
        grants.grant(
            new GrantRequest(
                account,
                buckets,
                parameters.orElseThrow(),
                serviceAccount(request, parameters.orElseThrow())));
    return response(granted, request.getBucketsList());
  }

  private static Optional<ServiceAccount> serviceAccount(
      DriverGrantBucketAccessRequest request, AccessParameters parameters) {
    return ServiceAccounts.of(
        request.getAuthenticationType(), request.getServiceAccountName(), parameters);
  }

  /**
   * Builds the answer. Each bucket has exactly the id that the request has, because the sidecar
   * compares them.
   */
  private static DriverGrantBucketAccessResponse response(
      Granted granted, List<AccessedBucket> asked) {
    DriverGrantBucketAccessResponse.Builder answer =
        DriverGrantBucketAccessResponse.newBuilder()
            .setAccountId(granted.account().toString())
            .setCredentials(V1Alpha2Messages.credentials(granted.credential()));
    for (int i = 0; i < asked.size(); i++) {
      ProvisionedBucket bucket = granted.buckets().get(i);
      answer.addBuckets(
          DriverGrantBucketAccessResponse.BucketInfo.newBuilder()
              .setBucketId(asked.get(i).getBucketId())
              .setBucketInfo(V1Alpha2Messages.bucketInfo(bucket.location())));
    }
    return answer.build();
  }

  DriverRevokeBucketAccessResponse revoke(DriverRevokeBucketAccessRequest request) {
    String id = Fields.required("account_id", request.getAccountId());
    backends.requireBackendOf(id);
    AccountId.parse(id, backends).ifPresent(known -> Removal.run(() -> grants.revoke(known)));
    return DriverRevokeBucketAccessResponse.getDefaultInstance();
  }

  /** Reads the buckets of a request and throws all mistakes found so far, so it must read last. */
  private List<BucketAccess> buckets(
      List<AccessedBucket> asked, ObjectProtocol protocol, Mistakes mistakes) {
    if (protocol.getType() == ObjectProtocol.Type.UNKNOWN) {
      mistakes.add("protocol is required: %s".formatted(spoken()));
    }
    if (asked.isEmpty()) {
      mistakes.add("buckets: at least one is required");
    }
    for (AccessedBucket bucket : asked) {
      mistakes.check(() -> Fields.required("buckets.bucket_id", bucket.getBucketId()));
      mistakes.check(() -> WireModes.check(bucket));
    }
    mistakes.finish();
    return asked.stream().map(bucket -> bucket(bucket, protocol)).toList();
  }

  /** Returns the protocols of the backends, as a text. */
  private String spoken() {
    return backends.all().stream()
        .map(each -> "%s on backend %s".formatted(each.backend().protocol(), each.backend().name()))
        .collect(Collectors.joining(", "));
  }

  private BucketAccess bucket(AccessedBucket asked, ObjectProtocol protocol) {
    String text = Fields.required("buckets.bucket_id", asked.getBucketId());
    BucketId id = BucketId.require("buckets.bucket_id", text, backends);
    Backend backend = backends.require(id).backend();
    V1Alpha2Messages.requireProtocol("protocol", protocol, backend);
    return new BucketAccess(id, WireModes.of(asked, backend.capabilities()));
  }

  private static AccessParameters parameters(Map<String, String> given) {
    AccessParameters parameters = AccessParameters.parse(given);
    if (parameters.accessMode().isPresent()) {
      throw new DriverException.InvalidArgument(
          "parameter accessMode is for v1alpha1; in v1alpha2 the BucketAccess says the mode");
    }
    return parameters;
  }
}
