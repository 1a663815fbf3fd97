package io.windlass.store.azure.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to "List Blobs", written as its page has them. */
class BlobPageTest {
  private static BlobPage read(String xml) {
    return BlobPage.read(xml.getBytes(UTF_8));
  }

  private static String page(String blobs, String marker) {
    return "\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults ContainerName=\"c\">"
        + "<Prefix>p</Prefix><Blobs>"
        + blobs
        + "</Blobs>"
        + marker
        + "</EnumerationResults>";
  }

  @Test
  void blobsAndPrefixesAreReadInTheirOrder() {
    BlobPage page =
        read(
            page(
                """
                <BlobPrefix><Name>a/</Name><Properties><ResourceType>directory</ResourceType>\
                </Properties></BlobPrefix>
                <Blob><Name>b &amp; &#x1F600;</Name><VersionId>v</VersionId>\
                <IsCurrentVersion>true</IsCurrentVersion><Properties>\
                <Last-Modified>Wed, 25 Nov 2026 03:00:00 GMT</Last-Modified><Etag>0x1</Etag>\
                <Content-Length>7</Content-Length><Content-Type /></Properties>\
                <Metadata><a_2db>c</a_2db><d /></Metadata><OrMetadata /></Blob>
                """,
                "<NextMarker>next</NextMarker>"));

    assertThat(page.next()).contains("next");
    assertThat(page.items()).hasSize(2);
    assertThat(page.items().getFirst()).isEqualTo(new BlobPage.Item.Prefix("a/"));
    BlobPage.Item.Blob blob = (BlobPage.Item.Blob) page.items().getLast();
    assertThat(blob.name()).isEqualTo("b & \ud83d\ude00");
    assertThat(blob.size()).isEqualTo(7);
    assertThat(blob.revision().token()).isEqualTo("0x1");
    assertThat(blob.modified()).isEqualTo(Instant.parse("2026-11-25T03:00:00Z"));
    assertThat(blob.version()).contains("v");
    assertThat(blob.isCurrent()).isTrue();
    assertThat(blob.decodedMetadata()).isEqualTo(Map.of("a-b", "c", "d", ""));
  }

  /** "List Blobs": names with characters that XML does not have, since 2021-02-12. */
  @Test
  void encodedNamesAreDecoded() {
    BlobPage page =
        read(
            page(
                "<BlobPrefix><Name Encoded=\"true\">a%EF%BF%BF+b/</Name></BlobPrefix>"
                    + "<BlobPrefix><Name>a%20</Name></BlobPrefix>",
                "<NextMarker />"));

    assertThat(page.items()).extracting(BlobPage.Item::name).containsExactly("a\uffff+b/", "a%20");
    assertThat(page.next()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html><body>Sign in</body></html>",
        "{}",
        "<EnumerationResults><Blobs><Blob><Name>a</Name>",
        "<EnumerationResults><Blobs><Blob></Blob></Blobs></EnumerationResults>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><EnumerationResults>&b;</EnumerationResults>"
      })
  void whatIsNoListIsSaidToBeNone(String answer) {
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> read(answer))
        .withMessageContaining("not one of Azure Blob Storage");
  }
}
