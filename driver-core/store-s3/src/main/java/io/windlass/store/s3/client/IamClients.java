package io.windlass.store.s3.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.iam.IamClient;

/** The SDK's client for users, beside the clients of the same server's buckets. */
public final class IamClients {
  private IamClients() {}

  /**
   * Makes a client with the credentials, connections and time limits of {@code clients}; nothing is
   * sent. It needs no closing, as all that it holds is theirs.
   *
   * @param endpoint where the server has its IAM API; empty: where AWS has it for the region
   */
  public static IamClient open(S3Clients clients, Optional<URI> endpoint) {
    return open(clients, endpoint, Region.of(clients.connection().region()));
  }

  /** Makes such a client that signs for another region than that of the buckets. */
  public static IamClient open(S3Clients clients, Optional<URI> endpoint, Region region) {
    S3Connection connection = clients.connection();
    return S3Clients.reaching(IamClient.builder(), connection, endpoint)
        .region(region)
        .httpClient(clients.http())
        .credentialsProvider(clients.credentials())
        .overrideConfiguration(
            S3Clients.limits(connection)
                .scheduledExecutorService(clients.timers())
                .addExecutionInterceptor(new ResultsFirst())
                .build())
        .build();
  }

  /**
   * Lets answers begin with their result. The SDK takes the first element for it, whatever its
   * name, and Ceph puts ResponseMetadata first in some (GetUserPolicy, ListUserPolicies, GetRole,
   * GetRolePolicy; observed with 20.2.4), in which the SDK finds nothing. These metadata are the
   * number of the request, and are left out.
   */
  private static final class ResultsFirst implements ExecutionInterceptor {
    /** Bytes that hold the metadata, which are some 200, if an answer begins with them. */
    private static final int BEGIN = 1024;

    /** Metadata before another element. */
    private static final Pattern METADATA_FIRST =
        Pattern.compile(
            "\\A\\s*(?:<\\?[^>]*>)?\\s*<\\w+Response(?:\\s[^>]*)?>\\s*"
                + "(<ResponseMetadata>.*?</ResponseMetadata>)\\s*<[^/]",
            Pattern.DOTALL);

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
        Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
      return context
          .responseBody()
          .map(body -> context.httpResponse().isSuccessful() ? resultFirst(body) : body);
    }

    private static InputStream resultFirst(InputStream body) {
      try {
        PushbackInputStream answer = new PushbackInputStream(body, BEGIN);
        byte[] begin = answer.readNBytes(BEGIN);
        // One character for each byte.
        Matcher matcher = METADATA_FIRST.matcher(new String(begin, StandardCharsets.ISO_8859_1));
        if (matcher.find()) {
          answer.unread(Arrays.copyOfRange(begin, matcher.end(1), begin.length));
          answer.unread(Arrays.copyOf(begin, matcher.start(1)));
        } else {
          answer.unread(begin);
        }
        return answer;
      } catch (IOException e) {
        throw S3Failures.brokenOff(e);
      }
    }
  }
}
