package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Over which connections requests go when some have died in silence. */
class RenewedHttpClientTest {
  private static final HttpExecuteRequest REQUEST =
      HttpExecuteRequest.builder()
          .request(
              SdkHttpRequest.builder()
                  .uri(URI.create("http://127.0.0.1:9"))
                  .method(SdkHttpMethod.GET)
                  .build())
          .build();

  private final List<Connections> made = new ArrayList<>();
  private final RenewedHttpClient client = new RenewedHttpClient(this::make, Duration.ofHours(1));

  private Connections make() {
    made.add(new Connections());
    return made.getLast();
  }

  /** Connections that are kept, to a server that falls silent. */
  private static final class Connections implements SdkHttpClient {
    private boolean dead;
    private boolean closed;
    private int requests;

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() throws IOException {
          requests++;
          if (dead) {
            throw new IOException("silent");
          }
          return HttpExecuteResponse.builder()
              .response(SdkHttpResponse.builder().statusCode(200).build())
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private void givesUp() {
    ExecutableHttpRequest request = client.prepareRequest(REQUEST);
    request.abort();
    assertThatExceptionOfType(IOException.class).isThrownBy(request::call);
  }

  @Test
  void afterARequestThatWasGivenUpOthersGoOverNewConnections() throws IOException {
    assertThat(client.prepareRequest(REQUEST).call().httpResponse().isSuccessful()).isTrue();
    made.getFirst().dead = true;
    givesUp();
    assertThat(client.prepareRequest(REQUEST).call().httpResponse().isSuccessful()).isTrue();
    assertThat(made).hasSize(2);
    assertThat(made.getFirst().closed).as("others may use it").isFalse();
    client.close();
    assertThat(made).allMatch(each -> each.closed);
  }

  @Test
  void anErrorThatIsNoSilenceChangesNothing() throws IOException {
    HttpExecuteResponse _ = client.prepareRequest(REQUEST).call();
    made.getFirst().dead = true;
    ExecutableHttpRequest request = client.prepareRequest(REQUEST);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(request::call)
        .isNotInstanceOf(SocketTimeoutException.class);
    assertThat(made).hasSize(1);
  }

  @Test
  void aServerThatIsSilentAllTheTimeTakesNoNewClients() throws IOException {
    HttpExecuteResponse _ = client.prepareRequest(REQUEST).call();
    made.getFirst().dead = true;
    givesUp();
    made.getLast().dead = true;
    for (int i = 0; i < 10; i++) {
      givesUp();
    }
    assertThat(made).hasSize(2);
    assertThat(made.getLast().requests).isEqualTo(10);
  }
}
