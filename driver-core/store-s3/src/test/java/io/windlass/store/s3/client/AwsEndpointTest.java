package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.endpoints.S3EndpointProvider;

/** What the driver says of AWS without the SDK is what the SDK knows. */
class AwsEndpointTest {
  private static final S3EndpointProvider SDK = S3EndpointProvider.defaultProvider();

  @Test
  void endpointsAreThoseOfTheSdkInEveryRegion() {
    List<Region> regions =
        Region.regions().stream().filter(region -> !region.isGlobalRegion()).toList();
    assertThat(regions).hasSizeGreaterThan(30);
    for (Region region : regions) {
      for (boolean dualStack : List.of(false, true)) {
        for (boolean fips : List.of(false, true)) {
          if (fips && !AwsEndpoint.hasFips(region.id())) {
            assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> resolve(region, dualStack, true));
          } else {
            URI endpoint = AwsEndpoint.of(region.id(), dualStack, fips);
            assertThat(endpoint).isEqualTo(resolve(region, dualStack, fips));
            assertThat(AwsEndpoint.is(endpoint)).isTrue();
          }
        }
      }
    }
  }

  private static URI resolve(Region region, boolean dualStack, boolean fips) {
    return SDK.resolveEndpoint(of -> of.region(region).useDualStack(dualStack).useFips(fips))
        .join()
        .endpointUrl()
        .toUri();
  }

  /** The SDK does so, too: what workloads are told is what the driver does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "a-b",
        "a--b",
        "0",
        "abc",
        "ab",
        "-ab",
        "ab-",
        "with.dot",
        "Upper",
        "a_b"
      })
  void aBucketThatNoHostNameCanHaveIsInThePath(String bucket) {
    URI sent = of(bucket);
    if (AwsEndpoint.isInPath(bucket)) {
      assertThat(sent).hasHost("s3.eu-north-1.amazonaws.com").hasPath("/" + bucket);
    } else {
      assertThat(sent).hasHost(bucket + ".s3.eu-north-1.amazonaws.com").hasPath("");
    }
  }

  @Test
  void aBucketIsInTheHostNameUnlessItHasADot() {
    assertThat(AwsEndpoint.isInPath("plain-name-1")).isFalse();
    assertThat(AwsEndpoint.isInPath("with.dot")).isTrue();
  }

  private static URI of(String bucket) {
    return SDK.resolveEndpoint(of ->
            of.region(Region.EU_NORTH_1)
                .endpoint(AwsEndpoint.of("eu-north-1", false, false).toString())
                .bucket(bucket))
        .join()
        .endpointUrl()
        .toUri();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fast--eun1-az1--x-s3",
        "fast-abc123--eun1-az1--xa-s3",
        "point-0123456789abcdef-s3alias",
        "lambda-0123456789--ol-s3",
        "mfzwi23gnjvgw.mrap",
        "arn:aws:s3:eu-north-1:000000000000:accesspoint/point"
      })
  void whatIsNoBucketIsRefusedByItsName(String name) {
    URI aws = AwsEndpoint.of("eu-north-1", false, false);
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> AwsNames.requireBucket(aws, name))
        .withMessageContaining(name)
        .withMessageContaining("name the bucket itself");
  }

  @Test
  void elsewhereABucketMayHaveSuchAName() {
    AwsNames.requireBucket(URI.create("https://minio.example"), "my-s3alias");
    AwsNames.requireBucket(AwsEndpoint.of("eu-north-1", false, false), "my-bucket");
  }
}
