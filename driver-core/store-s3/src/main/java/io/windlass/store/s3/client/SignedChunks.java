package io.windlass.store.s3.client;

import io.windlass.http.Checksums;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Content in chunks, followed by its CRC32: the body of a request whose headers the SDK has signed
 * for that. Over plain HTTP each chunk has a signature. These are the bytes that the SDK would
 * send, made where the content was read to: the SDK copies it several times.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html">Signature
 *     calculations for trailing headers</a>
 */
final class SignedChunks extends InputStream {
  /** Length of a chunk in bytes: that for which the SDK has announced the length of the body. */
  private static final int CHUNK = 128 << 10;

  /**
   * Most bytes that are written at once: half of a chunk with what is around it. The JDK writes 128
   * KiB to a socket at most, and would need a second call for the rest of a chunk.
   */
  private static final int PIECE = 66 << 10;

  /** Room for what stands before a chunk. */
  private static final int BEFORE = 96;

  private static final byte[] LINE_END = {'\r', '\n'};
  private static final String END = "\r\n";
  private static final String SUM = "x-amz-checksum-crc32:";

  private final InputStream content;
  private final Optional<ChunkSigner> signer;
  private final CRC32 sum = new CRC32();
  private final int chunk;
  private byte[] ready;
  private int at;
  private int end;
  private boolean ended;

  private SignedChunks(InputStream content, int chunk, Optional<ChunkSigner> signer) {
    this.content = content;
    this.signer = signer;
    this.chunk = chunk;
    this.ready = new byte[BEFORE + chunk + LINE_END.length];
  }

  /**
   * Returns the body of a request with this content.
   *
   * @param length of the content in bytes: a short one takes no room for a long one
   * @param request with the headers that the SDK has signed
   */
  static InputStream of(
      InputStream content, long length, SdkHttpRequest request, AwsCredentials identity) {
    int chunk = (int) Math.min(CHUNK, length);
    return new SignedChunks(content, chunk, ChunkSigner.of(request, identity));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (at == end && !ended) {
      fill();
    }
    if (at == end) {
      return -1;
    }
    int count = Math.min(length, end - at);
    System.arraycopy(ready, at, into, offset, count);
    at += count;
    return count;
  }

  /** Writes what is left in large pieces, and without another copy. */
  @Override
  public long transferTo(OutputStream to) throws IOException {
    long written = 0;
    while (true) {
      if (at == end && !ended) {
        fill();
      }
      if (at == end) {
        return written;
      }
      int count = Math.min(PIECE, end - at);
      to.write(ready, at, count);
      at += count;
      written += count;
    }
  }

  private void fill() throws IOException {
    int count = content.readNBytes(ready, BEFORE, chunk);
    sum.update(ready, BEFORE, count);
    byte[] head = head(count);
    if (count == 0) {
      ready = trailer(head);
      at = 0;
      end = ready.length;
      ended = true;
      return;
    }
    at = BEFORE - head.length;
    System.arraycopy(head, 0, ready, at, head.length);
    System.arraycopy(LINE_END, 0, ready, BEFORE + count, LINE_END.length);
    end = BEFORE + count + LINE_END.length;
  }

  private byte[] head(int count) {
    String signature =
        signer.map(with -> ";chunk-signature=" + with.chunk(ready, BEFORE, count)).orElse("");
    return ascii(Integer.toHexString(count) + signature + END);
  }

  private byte[] trailer(byte[] lastHead) {
    String line = SUM + Checksums.text(sum);
    String signature =
        signer.map(with -> "x-amz-trailer-signature:" + with.trailer(line) + END).orElse("");
    byte[] rest = ascii(line + END + signature + END);
    byte[] all = new byte[lastHead.length + rest.length];
    System.arraycopy(lastHead, 0, all, 0, lastHead.length);
    System.arraycopy(rest, 0, all, lastHead.length, rest.length);
    return all;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
