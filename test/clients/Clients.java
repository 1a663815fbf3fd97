import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.core.util.BinaryData;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** The clients in Java, as clients.py has those in Python: Clients.java NAME [WORD…] */
final class Clients {
  static final String FORM = env("FORM");
  static final byte[] BODY = "windlass ".repeat(1000).getBytes();

  public static void main(String[] arguments) throws Exception {
    String key = arguments[0] + "/" + FORM + ".bin";
    if (arguments[0].equals("azure-java")) {
      azure(key);
    } else {
      amazon(key, List.of(arguments).subList(1, arguments.length));
    }
  }

  static void amazon(String key, List<String> words) throws Exception {
    S3ClientBuilder builder = S3Client.builder();
    String bucket = env("BUCKET_NAME");
    boolean google = env("CLOUD").equals("gcs");
    if (FORM.equals("file")) {
      bucket = field("bucketName");
      tell(builder, field("endpoint"), field("region"), field("accessKeyID"), field("accessSecretKey"));
    } else if (google && FORM.equals("own")) {
      tell(builder, env("STORE"), "auto", env("HMAC_ACCESS_ID"), env("HMAC_SECRET"));
    } else if (google) {
      bucket = env("COSI_GCS_BUCKET_NAME");
      tell(builder, env("STORE"), "auto", env("COSI_GCS_ACCESS_ID"), env("COSI_GCS_ACCESS_SECRET"));
    } else if (FORM.equals("cosi")) {
      bucket = env("COSI_S3_BUCKET_ID");
      tell(builder, env("COSI_S3_ENDPOINT"), env("COSI_S3_REGION"), env("COSI_S3_ACCESS_KEY_ID"),
          env("COSI_S3_ACCESS_SECRET_KEY"));
      builder.forcePathStyle(env("COSI_S3_ADDRESSING_STYLE").equals("path"));
    }
    if (words.contains("region")) {
      builder.region(Region.of(env("AWS_DEFAULT_REGION")));
    }
    if (words.contains("forcePathStyle")) {
      builder.forcePathStyle(true);
    }
    if (words.contains("chunkedEncodingEnabled")) {
      builder.serviceConfiguration(service -> service.chunkedEncodingEnabled(false));
    }
    String name = bucket;
    try (S3Client s3 = builder.build()) {
      s3.putObject(put -> put.bucket(name).key(key), RequestBody.fromBytes(BODY));
      done("put", true);
      done("get", Arrays.equals(BODY, s3.getObjectAsBytes(get -> get.bucket(name).key(key)).asByteArray()));
      done("list", s3.listObjectsV2(list -> list.bucket(name)).contents().stream()
          .anyMatch(object -> object.key().equals(key)));
    }
  }

  static void tell(S3ClientBuilder builder, String endpoint, String region, String id, String secret) {
    builder.endpointOverride(URI.create(endpoint)).region(Region.of(region))
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret)));
  }

  static void azure(String key) throws Exception {
    String uri = switch (FORM) {
      case "own" -> env("AZURE_STORAGE_SAS_TOKEN");
      case "cosi" -> env("COSI_AZURE_ACCESS_TOKEN");
      default -> field("accessToken");
    };
    BlobContainerClient container = new BlobContainerClientBuilder().endpoint(uri).buildClient();
    container.getBlobClient(key).upload(BinaryData.fromBytes(BODY), true);
    done("put", true);
    done("get", Arrays.equals(BODY, container.getBlobClient(key).downloadContent().toBytes()));
    done("list", container.listBlobs().stream().anyMatch(blob -> blob.getName().equals(key)));
  }

  static String env(String name) {
    return System.getenv().getOrDefault(name, "");
  }

  /** A field of the file, which has each name once. */
  static String field(String name) throws Exception {
    var matcher = Pattern.compile("\"" + name + "\": \"([^\"]*)\"").matcher(Files.readString(Path.of(env("BUCKET_INFO"))));
    if (!matcher.find()) {
      throw new IllegalStateException("no " + name);
    }
    return matcher.group(1);
  }

  static void done(String step, boolean right) {
    if (!right) {
      throw new IllegalStateException(step + ": other than what was put");
    }
    System.out.println(step);
  }
}
