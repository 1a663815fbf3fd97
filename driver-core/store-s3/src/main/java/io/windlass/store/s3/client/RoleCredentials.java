package io.windlass.store.s3.client;

import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleWithWebIdentityCredentialsProvider;
import software.amazon.awssdk.services.sts.model.StsException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Credentials of a role. A session begins when they are first used, and another some time before
 * its end.
 */
public final class RoleCredentials implements AwsCredentialsProvider, SdkAutoCloseable {
  private static final String NAME = "windlass";

  /** How long before its end a session is renewed at the earliest. */
  public static final Duration RENEWED = Duration.ofMinutes(5);

  /** Part of that time in which it must be renewed. */
  private static final int LAST = 5;

  /** Time after which a token is tried again that was refused while another's session lasts. */
  private static final Duration REFUSED = Duration.ofSeconds(30);

  private final SdkHttpClient http;
  private final StsClient sts;
  private final Source source;

  /** Where sessions come from. */
  private interface Source {
    AwsCredentials resolve();
  }

  private RoleCredentials(
      S3Connection connection, Optional<URI> endpoint, AwsCredentialsProvider with, Opening open) {
    this.http = S3Clients.http(connection, connection.http().callTimeout());
    this.sts =
        S3Clients.reaching(StsClient.builder(), connection, endpoint)
            .httpClient(http)
            .credentialsProvider(with)
            .overrideConfiguration(S3Clients.limits(connection).build())
            .build();
    this.source = open.over(sts);
  }

  private interface Opening {
    Source over(StsClient sts);
  }

  /**
   * Returns the credentials of a role that other credentials may assume; nothing is sent.
   *
   * @param sts where the server has its security token service; empty: where AWS has it for the
   *     region
   * @param externalId what the role's trust policy may demand; empty: nothing
   */
  public static RoleCredentials assumed(
      S3Connection connection,
      Optional<URI> sts,
      String arn,
      Optional<String> externalId,
      AwsCredentialsProvider with) {
    return new RoleCredentials(
        connection,
        sts,
        with,
        client ->
            StsAssumeRoleCredentialsProvider.builder()
                    .stsClient(client)
                    .prefetchTime(RENEWED)
                    .staleTime(RENEWED.dividedBy(LAST))
                    .refreshRequest(request ->
                        request
                            .roleArn(arn)
                            .roleSessionName(NAME)
                            .externalId(externalId.orElse(null)))
                    .build()
                ::resolveCredentials);
  }

  /**
   * Returns the credentials of a role that the token in a file is exchanged for; nothing is sent.
   * Another session begins when the file has changed.
   *
   * @param session name of the sessions
   * @param renewed how long before its end a session is renewed at the earliest; in the last fifth
   *     of that, it is not used any more
   */
  public static RoleCredentials ofToken(
      S3Connection connection,
      Optional<URI> sts,
      String arn,
      String session,
      Path token,
      Duration renewed) {
    return new RoleCredentials(
        connection,
        sts,
        AnonymousCredentialsProvider.create(),
        client -> new ByToken(client, arn, session, new TokenFile(token), renewed));
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      return source.resolve();
    } catch (StsException e) {
      throw refusal(e);
    }
  }

  /**
   * Returns what it means that there is no session of a role, and the exception itself where it may
   * pass. Of what is wrong with a token, some servers say that a parameter is.
   */
  public static RuntimeException refusal(StsException refused) {
    if (refused.statusCode() / 100 != 4 || refused.isThrottlingException()) {
      return refused;
    }
    AwsErrorDetails details = refused.awsErrorDetails();
    return new DriverException.Unauthenticated(
        "the security token service gives no session (%s)"
            .formatted(
                details == null
                    ? "HTTP " + refused.statusCode()
                    : Failure.cut("%s: %s".formatted(details.errorCode(), details.errorMessage()))),
        refused);
  }

  @Override
  public void close() {
    sts.close();
    http.close();
  }

  /**
   * A file with a token of an identity provider, like that of a projected service account: whoever
   * issued it replaces it before it ends.
   */
  public static final class TokenFile {
    private final Path file;
    private final SecretDirectory directory;

    /** Nothing is read. */
    public TokenFile(Path file) {
      this.file = file.toAbsolutePath();
      this.directory =
          new SecretDirectory(Optional.ofNullable(this.file.getParent()).orElse(this.file));
    }

    /**
     * Returns the token that the file has now.
     *
     * @throws DriverException.Unauthenticated if it has none
     */
    public Secret read() {
      try {
        return directory
            .read(String.valueOf(file.getFileName()))
            .orElseThrow(() -> wrong("is missing or empty", null));
      } catch (IOException e) {
        throw wrong("cannot be read: let the driver's user read it", e);
      }
    }

    private DriverException.Unauthenticated wrong(String what, @Nullable Throwable cause) {
      return new DriverException.Unauthenticated("the token in %s %s".formatted(file, what), cause);
    }
  }

  /** Sessions by the token in a file. */
  private static final class ByToken implements Source {
    private final StsClient sts;
    private final String arn;
    private final String session;
    private final TokenFile file;
    private final Duration renewed;
    private Optional<Known> known = Optional.empty();
    private long refusedUntil = System.nanoTime();

    /** The sessions by one token, of which the first has begun. */
    private record Known(Secret token, StsAssumeRoleWithWebIdentityCredentialsProvider sessions) {}

    ByToken(StsClient sts, String arn, String session, TokenFile file, Duration renewed) {
      this.sts = sts;
      this.arn = arn;
      this.session = session;
      this.renewed = renewed;
      this.file = file;
    }

    @Override
    public AwsCredentials resolve() {
      return sessions(file.read()).resolveCredentials();
    }

    private synchronized StsAssumeRoleWithWebIdentityCredentialsProvider sessions(Secret token) {
      boolean same = known.filter(last -> last.token.equals(token)).isPresent();
      boolean waits = known.isPresent() && System.nanoTime() - refusedUntil < 0;
      if (!same && !waits) {
        known = Optional.of(begin(token));
      }
      return known.orElseThrow().sessions;
    }

    private Known begin(Secret token) {
      Known next =
          new Known(
              token,
              StsAssumeRoleWithWebIdentityCredentialsProvider.builder()
                  .stsClient(sts)
                  .prefetchTime(renewed)
                  .staleTime(renewed.dividedBy(LAST))
                  .refreshRequest(request ->
                      request
                          .roleArn(arn)
                          .roleSessionName(session)
                          .webIdentityToken(token.reveal()))
                  .build());
      try {
        AwsCredentials _ = next.sessions.resolveCredentials();
        return next;
      } catch (RuntimeException e) {
        // The session by the token before may last for a while.
        refusedUntil = System.nanoTime() + REFUSED.toNanos();
        return known.orElseThrow(() -> e);
      }
    }
  }
}
