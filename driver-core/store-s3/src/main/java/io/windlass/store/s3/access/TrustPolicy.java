package io.windlass.store.s3.access;

import io.windlass.access.ServiceAccount;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** Writes the policies of roles that say who may assume them. Pure functions. */
public final class TrustPolicy {
  /** For whom clusters make the tokens that pods show to AWS ("IAM roles for service accounts"). */
  public static final String AUDIENCE = "sts.amazonaws.com";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private TrustPolicy() {}

  /**
   * Returns the policy by which one service account of a cluster may assume a role, by its token.
   */
  public static String of(OidcProvider cluster, ServiceAccount who) {
    Map<String, String> token =
        new TreeMap<>(
            Map.of(cluster.issuer() + ":aud", AUDIENCE, cluster.issuer() + ":sub", who.subject()));
    return JSON.writeValueAsString(
        new TreeMap<>(
            Map.of(
                "Version",
                "2012-10-17",
                "Statement",
                List.of(
                    new TreeMap<>(
                        Map.of(
                            "Effect",
                            "Allow",
                            "Principal",
                            Map.of("Federated", cluster.arn()),
                            "Action",
                            "sts:AssumeRoleWithWebIdentity",
                            "Condition",
                            Map.of("StringEquals", token)))))));
  }
}
