package io.windlass.http;

import io.windlass.error.AnswerTooLong;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Room in memory for the answers of one server: only a few long answers are read at one time, so
 * many requests at once need no more memory than these. Short answers need no room.
 */
public final class AnswerRoom {
  private static final int LONG_ANSWERS = 4;

  /** Longer answers need room, in bytes. */
  private static final int SHORT = 32 << 10;

  private final Semaphore room = new Semaphore(LONG_ANSWERS, true);
  private final Duration patience;

  /**
   * Creates the room of one server.
   *
   * @param patience longest time that a long answer waits for other long ones
   */
  public AnswerRoom(Duration patience) {
    this.patience = patience;
  }

  /**
   * Returns a body that is read up to a limit only. It has to be closed.
   *
   * @param giveUp ends the connection without reading the rest
   */
  public InputStream bounded(InputStream body, AnswerLimit limit, Runnable giveUp) {
    return new Bounded(body, limit, giveUp);
  }

  /** The body of an answer up to a limit. Read by one thread at a time. */
  private final class Bounded extends FilterInputStream {
    private final AnswerLimit limit;
    private final Runnable giveUp;
    private boolean hasRoom;
    private boolean ended;
    private boolean begun;
    private boolean xml;
    private long bytes;
    private long marks;
    private long text;

    Bounded(InputStream body, AnswerLimit limit, Runnable giveUp) {
      super(body);
      this.limit = limit;
      this.giveUp = giveUp;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (bytes > SHORT) {
        takeRoom();
      }
      int count = in.read(into, offset, length);
      if (count > 0) {
        count(into, offset, count);
      }
      ended |= count < 0;
      return count;
    }

    private void count(byte[] read, int offset, int count) {
      bytes += count;
      for (int i = offset; i < offset + count; i++) {
        switch (read[i]) {
          case '<' -> {
            begin(true);
            marks++;
            text = 0;
          }
          case '>' -> text = 0;
          case '"', '\'' -> marks++;
          case '{', '[' -> begin(false);
          default -> text++;
        }
        if (marks > limit.marks() || (xml && text > limit.text())) {
          break;
        }
      }
      if (bytes > limit.bytes()) {
        throw tooLong("more than %d bytes".formatted(limit.bytes()));
      }
      if (marks > limit.marks()) {
        throw tooLong("more than %d elements".formatted(limit.marks()));
      }
      if (xml && text > limit.text()) {
        throw tooLong("a text of more than %d bytes".formatted(limit.text()));
      }
    }

    private void begin(boolean asXml) {
      if (!begun) {
        begun = true;
        xml = asXml;
      }
    }

    /** The connection goes first: whoever closes an answer may want to read its rest. */
    private AnswerTooLong tooLong(String what) {
      giveUp();
      leaveRoom();
      return new AnswerTooLong("it has " + what);
    }

    private void giveUp() {
      ended = true;
      giveUp.run();
    }

    private void takeRoom() throws IOException {
      if (hasRoom) {
        return;
      }
      try {
        hasRoom = room.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted = new InterruptedIOException();
        interrupted.initCause(e);
        throw interrupted;
      }
      if (!hasRoom) {
        throw new HttpTimeoutException("other long answers took too long");
      }
    }

    private void leaveRoom() {
      if (hasRoom) {
        hasRoom = false;
        room.release();
      }
    }

    @Override
    public long skip(long count) throws IOException {
      return count <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(count, SHORT)]));
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    /** Reads a short rest, so that the connection can be used again; gives up a longer one. */
    @Override
    public void close() throws IOException {
      leaveRoom();
      try {
        if (!ended && in.readNBytes(SHORT).length == SHORT) {
          giveUp();
        }
      } catch (IOException e) {
        giveUp(); // nobody asks for the rest
      } finally {
        in.close();
      }
    }
  }
}
