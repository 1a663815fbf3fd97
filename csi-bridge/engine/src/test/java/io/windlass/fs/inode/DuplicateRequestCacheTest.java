package io.windlass.fs.inode;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Done;
import io.windlass.fs.RequestId;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request that comes again is known, whoever began it and whatever came between. */
class DuplicateRequestCacheTest {
  private static final int MANY = 10_000;

  @TempDir Path directory;
  private DuplicateRequestCache duplicates;

  @BeforeEach
  void open() {
    duplicates = DuplicateRequestCache.open(directory.resolve("deeds"));
  }

  @AfterEach
  void close() {
    duplicates.close();
  }

  private void restart() {
    close();
    open();
  }

  private boolean again(long number, boolean repeated) {
    return duplicates.once(new RequestId(number, repeated), again -> again);
  }

  @Test
  void whatDoesNotComeAgainIsNew() {
    again(2, false);
    assertThat(again(2, false)).isFalse();
    assertThat(again(4, true)).isFalse();
  }

  @Test
  void whatTheProcessBeforeBeganIsKnown() {
    again(2, false);
    restart();
    assertThat(again(2, true)).isTrue();
  }

  @Test
  void whatWasBegunLateIsKnownThoughItsNumberIsLow() {
    again(10, false);
    restart();
    // The process before never came to it.
    assertThat(again(4, true)).isFalse();
    restart();
    again(12, false);
    assertThat(again(4, true)).isTrue();
  }

  @Test
  void whatTakesLongIsKnownAfterManyOthers() {
    duplicates.once(
        new RequestId(2, false),
        _ -> {
          for (int i = 0; i < MANY; i++) {
            again(4 + 2L * i, false);
          }
          return Done.DONE;
        });
    restart();
    assertThat(again(2, true)).isTrue();
  }
}
