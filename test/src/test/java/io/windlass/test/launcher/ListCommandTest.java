package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ListCommandTest {
  private static final String GRANT =
      """
      {"account_id": "local/ba-x", "protocol": {"type": "S3"},
       "authentication_type": {"type": "KEY"}, "buckets": [{"bucket_id": "local/bc-x",
       "object_data_access_mode": {"mode": "READ_ONLY"},
       "object_metadata_access_mode": {"mode": "ANY"},
       "bucket_metadata_access_mode": {"mode": "ANY"}}]}\
      """;

  @TempDir Path directory;

  @Test
  void itListsWhatTheDriverHasRecorded() {
    String secret;
    try (Running driver = Running.serving(directory)) {
      assertThat(call("CreateBucket", "{\"bucket_id\": \"local/bc-x\"}").status()).isZero();
      secret = secretOf(call("--show-secrets", "GrantBucketAccess", GRANT).out());
      Outcome beside = list();
      assertThat(beside.status()).isEqualTo(1);
      assertThat(beside.err()).contains("is in use").doesNotContain("\tat ");
      assertThat(driver.stop()).isZero();
    }

    Outcome all = list();
    assertThat(all.status()).as(all.err()).isZero();
    assertThat(all.out())
        .containsIgnoringWhitespaces(
            "buckets: 1 ID STATE ORIGIN CHANGED",
            "local/bc-x ready created",
            "grants: 1 ID STATE BUCKETS KEYS CHANGED",
            "local/ba-x ready bc-x 1",
            "volumes: 0",
            "snapshots: 0")
        .doesNotContain(secret);
    assertThat(list("-o", "name").out()).isEqualTo("local/bc-x\nlocal/ba-x\n");
    assertThat(list("bucket", "-o", "name").out()).isEqualTo("local/bc-x\n");
    assertThat(list("-o", "json", "access").out()).isEqualTo(list("--json", "grants").out());
    Outcome json = list("--json", "grants");
    assertThat(json.out())
        .contains("\"grants\" : [ {", "\"id\" : \"local/ba-x\"", "\"keys\" : 1")
        .doesNotContain("\"buckets\" : [", secret);
    Outcome yaml = list("-o", "yaml", "grants");
    assertThat(yaml.out()).startsWith("grants:\n- id: ").doesNotContain(secret);
    assertThat(new YAMLMapper().readTree(yaml.out()))
        .isEqualTo(new JsonMapper().readTree(json.out()));
    idsAreCompleted();
  }

  @Test
  void itMakesNothing() {
    Outcome outcome = list();

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("is not there yet");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void itSaysWhatItCannotList() {
    Outcome unknown = list("pods");
    Outcome node =
        Launch.inThisJvm("ls")
            .with("WINDLASS_CSI_MODE", "node")
            .with("WINDLASS_CSI_NODE_ID", "here")
            .run();

    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("'pods'", "buckets, grants, volumes, snapshots");
    assertThat(node.status()).isEqualTo(78);
    assertThat(node.err()).contains("where the controller runs").doesNotContain("\tat ");
  }

  @Test
  void helpAndVersionAreWhereTheyAreExpected() {
    assertThat(Launch.inThisJvm("--version").run().out()).matches("windlass \\d+\\.\\d+\\S*\n");
    assertThat(Launch.inThisJvm("help", "ls").run().out()).contains("Usage: windlass ls");
    assertThat(Launch.inThisJvm("help", "nothing").run().status()).isEqualTo(2);
  }

  /** A shell that has loaded the completion asks it for what may follow {@code show}. */
  private void idsAreCompleted() {
    String script =
        """
        timeout() { shift 3; "$@"; } # a busy machine may take longer
        . <('%1$s/bin/windlass' completion) || exit 1
        complete -p windlass
        COMP_WORDS=('%1$s/bin/windlass' show local/b) COMP_CWORD=2 COMP_LINE='windlass show local/b'
        _windlass
        printf '%%s\\n' "${COMPREPLY[@]}"
        COMP_WORDS=('%1$s/bin/windlass' show -o '') COMP_CWORD=3 COMP_LINE='windlass show -o '
        _windlass
        echo "${COMPREPLY[@]}"
        """
            .formatted(Launch.distribution());
    Outcome completed =
        Launch.of(List.of("bash", "-c", script)).in(Running.driver(directory).environment()).run();
    assertThat(completed.status()).as(completed.err()).isZero();
    assertThat(completed.out())
        .isEqualTo(
            "complete -o default -F _windlass windlass\nlocal/bc-x\nlocal/ba-x\njson name wide yaml\n");
  }

  private Outcome list(String... arguments) {
    return windlass(Stream.concat(Stream.of("ls"), Arrays.stream(arguments))).run();
  }

  private Outcome call(String... arguments) {
    return windlass(Stream.concat(Stream.of("call", "--timeout", "300"), Arrays.stream(arguments)))
        .succeed();
  }

  /** A command in the environment of the driver. */
  private Launch windlass(Stream<String> command) {
    return Launch.inThisJvm(command.toArray(String[]::new))
        .in(Running.driver(directory).environment());
  }

  private static String secretOf(String answer) {
    return answer.replaceAll("(?s).*\"access_secret_key\" : \"([^\"]{40})\".*", "$1");
  }
}
