package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class KeyringFileTest {
  private static final String CANARY = "canary-0d3c";

  @TempDir private Path directory;
  private final Logger logger = (Logger) LoggerFactory.getLogger(KeyringFile.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void capture() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void release() {
    logger.detachAppender(log);
  }

  private Path file() {
    return directory.resolve("keys");
  }

  /** In one step, as a mounted Secret changes. */
  private void write(String content) throws IOException {
    Path next = Files.writeString(directory.resolve("next"), content);
    Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING);
  }

  private long errors() {
    return log.list.stream().filter(event -> event.getLevel() == Level.ERROR).count();
  }

  @Test
  void readsAgainWhenTheFileChanges() throws IOException {
    String old = Keyring.generate().reveal();
    write(old);
    KeyringFile keys = new KeyringFile(file());
    String before = keys.get().current();
    assertThat(keys.get()).isSameAs(keys.get());
    write(Keyring.generate().reveal() + "\n" + old);
    assertThat(keys.get().current()).isNotEqualTo(before);
    assertThat(keys.get().derive(before, "x")).hasSize(32);
  }

  @Test
  void keepsTheLastKeysWhileTheFileIsBroken() throws IOException {
    write(Keyring.generate().reveal());
    KeyringFile keys = new KeyringFile(file());
    Keyring good = keys.get();
    write(CANARY);
    assertThat(keys.get()).isSameAs(good);
    assertThat(keys.get()).isSameAs(good);
    assertThat(errors()).isEqualTo(1);
    Files.delete(file());
    assertThat(keys.get()).isSameAs(good);
    assertThat(errors()).isEqualTo(2);
    write(Keyring.generate().reveal());
    assertThat(keys.get()).isNotSameAs(good);
    write(CANARY);
    keys.get();
    assertThat(errors()).isEqualTo(3);
    assertThat(log.list)
        .noneSatisfy(event -> assertThat(event.getFormattedMessage()).contains(CANARY));
  }

  @Test
  void withoutAnyKeysThereIsNoRing() throws IOException {
    KeyringFile keys = new KeyringFile(file());
    assertThatThrownBy(keys::get)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll(file().toString(), "missing or empty");
    write(Keyring.generate().reveal());
    assertThat(keys.get()).isNotNull();
  }

  @Test
  void tellsWhatIsWrongWithoutTheContent() throws IOException {
    assertThat(KeyringFile.problem(file())).contains("it is missing or empty");
    write(CANARY);
    assertThat(KeyringFile.problem(file())).contains("a key is not base64");
    Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(KeyringFile.problem(file())).contains("it is not text");
    write(Keyring.generate().reveal());
    assertThat(KeyringFile.problem(file())).isEmpty();
  }

  /** Whoever has the keys has all credentials. */
  @Test
  void tellsThatOthersCanReadTheKeys() throws IOException {
    write(Keyring.generate().reveal());
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
    Keyring _ = new KeyringFile(file()).get();
    assertThat(warnings()).isEmpty();
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
    Keyring _ = new KeyringFile(file()).get();
    assertThat(warnings()).singleElement().asString().contains("every user may use it", "0400");
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }
}
