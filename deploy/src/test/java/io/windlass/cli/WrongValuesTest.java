package io.windlass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every value of every command, given wrongly: one sentence that names it and what would be right,
 * status 2, and nothing was begun. A value that is new has to be added here.
 */
class WrongValuesTest {
  /** What begins to work in a command must not, in this environment. */
  private static final Map<String, String> ENVIRONMENT =
      Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret");

  private static final List<String> TIME = List.of("nonsense", "-1s", "2d");
  private static final List<String> TIME_TO_WAIT = List.of("nonsense", "0", "-1s", "2d");
  private static final List<String> NUMBER = List.of("nonsense", "0", "-1", "99999999999");
  private static final List<String> ID = List.of("nonsense", "-1", "4294967296");
  private static final List<String> SIZE = List.of("nonsense", "0", "-1", "1.5Gi");
  private static final List<String> SIZE_WITHOUT_CACHE = List.of("nonsense", "0", "-1", "1Gi");
  private static final List<String> MODE = List.of("nonsense", "9", "-1");
  private static final List<String> WORD = List.of("nonsense");
  private static final List<String> ANY_TEXT = List.of();
  private static final List<String> DIRECTORY = List.of("/nonexistent", "FILE");
  private static final List<String> DIRECTORY_TO_MAKE = List.of("FILE");
  private static final List<String> FILE = List.of("/nonexistent/file", "HERE");
  private static final List<String> NEW_FILE = List.of("/nonexistent/file", "FILE");

  /** A file of settings that is wrong is a wrong configuration, whose status is its own. */
  private static final List<String> CONFIG = List.of();

  @TempDir Path directory;

  private final Map<String, List<String>> wrong = new TreeMap<>();
  private final Map<String, List<String>> arguments = new TreeMap<>();

  @BeforeEach
  void values() {
    for (String command :
        List.of(
            "audit",
            "config",
            "cosi",
            "csi",
            "doctor",
            "keys",
            "keys new",
            "ls",
            "rotate",
            "show",
            "support")) {
      wrong.put(command + " --config", CONFIG);
    }
    for (String command : List.of("audit", "keys", "ls", "mounts", "show", "stats", "top")) {
      wrong.put(command + " --output", List.of("xml", "table"));
    }
    wrong.put("aot --progress-deadline", TIME_TO_WAIT);
    wrong.put("audit --nodes", ANY_TEXT);
    wrong.put("call --api", WORD);
    wrong.put("call --endpoint", List.of("nonsense", "http://127.0.0.1:1"));
    wrong.put("call --timeout", NUMBER);
    wrong.put("call METHOD", WORD);
    wrong.put("call JSON", List.of("{bad", "{\"name\"", "[]", "nonsense", "{\"colour\": 1}"));
    wrong.put("cosi-sanity --access-parameters", WORD);
    wrong.put("cosi-sanity --concurrency", NUMBER);
    wrong.put("cosi-sanity --endpoint", List.of("nonsense", "http://127.0.0.1:1"));
    wrong.put("cosi-sanity --gcs-endpoint", List.of("nonsense", "ftp://host", "http://a b"));
    wrong.put("cosi-sanity --junit", List.of("/nonexistent/file", "HERE"));
    wrong.put("cosi-sanity --markdown", List.of("/nonexistent/file", "HERE"));
    wrong.put("cosi-sanity --only", WORD);
    wrong.put("cosi-sanity --other-parameters", WORD);
    wrong.put("cosi-sanity --parameters", WORD);
    wrong.put("cosi-sanity --protocol", WORD);
    wrong.put("cosi-sanity --restart-command", ANY_TEXT);
    wrong.put("cosi-sanity --revision", List.of("F", "v1"));
    wrong.put("cosi-sanity --seed", WORD);
    wrong.put("cosi-sanity --settle", TIME);
    wrong.put("cosi-sanity --skip", WORD);
    wrong.put("cosi-sanity --timeout", TIME_TO_WAIT);
    wrong.put("demo --azurite", List.of("nonsense", "ftp://host"));
    wrong.put("demo --on", WORD);
    wrong.put("demo --progress-deadline", TIME_TO_WAIT);
    wrong.put("help COMMAND", WORD);
    wrong.put("keeper --cache", DIRECTORY_TO_MAKE);
    wrong.put("keeper --cache-size", SIZE);
    wrong.put("keeper --log-format", WORD);
    wrong.put("keeper --log-level", WORD);
    wrong.put("keeper --memory", SIZE);
    wrong.put("keeper --progress-deadline", TIME_TO_WAIT);
    wrong.put("keeper DIR", DIRECTORY);
    wrong.put("keys new --to", NEW_FILE);
    wrong.put("ls KIND", WORD);
    wrong.put("man DIRECTORY", DIRECTORY_TO_MAKE);
    wrong.put("mount --ca-certificate", List.of("/nonexistent/file", "HERE", "FILE"));
    wrong.put("mount --cache", DIRECTORY_TO_MAKE);
    wrong.put("mount --cache-size", SIZE_WITHOUT_CACHE);
    wrong.put("mount --capacity", SIZE);
    wrong.put("mount --commit", List.of("often", "4s", "4999ms", "1441m", "-5"));
    wrong.put("mount --content-type", List.of("text/html", "Extension"));
    wrong.put("mount --credentials", DIRECTORY);
    wrong.put("mount --dir-mode", MODE);
    wrong.put("mount --endpoint", List.of("nonsense", "ftp://host"));
    wrong.put("mount --file-mode", MODE);
    wrong.put("mount --gid", ID);
    wrong.put("mount --hole-limit", SIZE);
    wrong.put("mount --read-ahead", SIZE);
    wrong.put("mount --memory", SIZE);
    wrong.put("mount --metadata-ttl", TIME);
    wrong.put(
        "mount --metrics",
        List.of("nonsense", "host", "host:70000", "70000", "0", "127.0.0.1:0", "::1:9100"));
    wrong.put("mount --object-tags", List.of("lose", "Keep"));
    wrong.put("mount --profile", List.of("nobody"));
    wrong.put("mount --progress-deadline", TIME_TO_WAIT);
    wrong.put("mount --region", List.of("no region"));
    wrong.put("mount --run-directory", List.of("FILE", "/" + "r".repeat(81)));
    wrong.put("mount --sse", List.of("aes256", "kms"));
    wrong.put("mount --sse-kms-key-id", List.of("no key"));
    wrong.put("mount --staging", DIRECTORY_TO_MAKE);
    wrong.put("mount --storage-class", List.of("no class", "GLACIER"));
    wrong.put("mount --uid", ID);
    wrong.put("mount --umask", MODE);
    wrong.put("mount BUCKET", List.of("nonsense", "ftp://bucket", "s3://", "s3://B"));
    wrong.put("mount DIR", DIRECTORY);
    wrong.put("mounter --cache", DIRECTORY_TO_MAKE);
    wrong.put("mounter --cache-size", SIZE);
    wrong.put("mounter --handover-timeout", TIME);
    wrong.put("mounter --log-format", WORD);
    wrong.put("mounter --log-level", WORD);
    wrong.put("mounter --memory", SIZE);
    wrong.put("mounter --metrics-address", List.of("nonsense", "host", "host:70000"));
    wrong.put("mounter --progress-deadline", TIME_TO_WAIT);
    wrong.put("mounter RUN_DIRECTORY", List.of("FILE", "/" + "r".repeat(95)));
    wrong.put("mounts --credentials", DIRECTORY);
    wrong.put("mounts --drop", ANY_TEXT);
    wrong.put("mounts --send", ANY_TEXT);
    wrong.put("mounts --staging", DIRECTORY);
    wrong.put("mounts --run-directory", DIRECTORY);
    wrong.put("mounts --timeout", TIME_TO_WAIT);
    wrong.put("mounts --watch", TIME_TO_WAIT);
    wrong.put("rotate --to", NEW_FILE);
    wrong.put("rotate ACCESS", ANY_TEXT);
    wrong.put("show ID", ANY_TEXT);
    wrong.put("support --lines", NUMBER);
    wrong.put("support --log", FILE);
    wrong.put("support --to", NEW_FILE);
    wrong.put("stats --count", NUMBER);
    wrong.put("stats --interval", TIME_TO_WAIT);
    wrong.put("stats --run-directory", DIRECTORY);
    wrong.put("stats DIR", ANY_TEXT);
    wrong.put("info FILE", ANY_TEXT);
    wrong.put("top --count", NUMBER);
    wrong.put("top --interval", TIME_TO_WAIT);
    wrong.put("top --run-directory", DIRECTORY);
    wrong.put("unmount --progress-deadline", TIME_TO_WAIT);
    wrong.put("unmount DIR", ANY_TEXT);
    wrong.put("upgrade --progress-deadline", TIME_TO_WAIT);
    wrong.put("upgrade --run-directory", DIRECTORY);

    String here = directory.toString();
    arguments.put("call METHOD", List.of());
    arguments.put("call", List.of("GetInfo"));
    arguments.put("cosi-sanity", List.of("--endpoint=unix:///nonexistent/sock"));
    arguments.put("cosi-sanity --endpoint", List.of());
    arguments.put("keeper", List.of(here));
    arguments.put("keeper DIR", List.of());
    arguments.put("keys new", List.of("--to=" + directory.resolve("keys")));
    arguments.put("keys new --to", List.of());
    arguments.put("mount", List.of("s3://bucket", here, "--endpoint=http://127.0.0.1:1"));
    arguments.put("mount --endpoint", List.of("s3://bucket", here));
    arguments.put("mount BUCKET", List.of("--endpoint=http://127.0.0.1:1"));
    arguments.put("mount DIR", List.of("s3://bucket"));
    arguments.put("mounter", List.of(here));
    arguments.put("mounter RUN_DIRECTORY", List.of());
    arguments.put("rotate", List.of("local/access", "--retire"));
    arguments.put("rotate --to", List.of("local/access"));
    arguments.put("rotate ACCESS", List.of("--retire"));
    arguments.put("show", List.of("local/bucket"));
    arguments.put("show ID", List.of());
    arguments.put("stats", List.of(here));
    arguments.put("stats DIR", List.of());
    arguments.put("unmount", List.of(here));
    arguments.put("unmount DIR", List.of());
  }

  @Test
  void eachIsRefusedInASentenceThatNamesIt() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(wrong.keySet()).isEqualTo(all().keySet());
    List<String> offences = new ArrayList<>();
    all()
        .forEach((key, arg) -> {
          String command = arg.command().qualifiedName().replaceFirst("windlass ?", "");
          for (String value :
              Stream.concat(wrong.getOrDefault(key, List.of()).stream(), Stream.of("")).toList()) {
            String given =
                value.replace("FILE", file.toString()).replace("HERE", directory.toString());
            List<String> line = new ArrayList<>(List.of(command.split(" ", -1)));
            line.addAll(arguments.getOrDefault(key, arguments.getOrDefault(command, List.of())));
            line.addAll(
                arg instanceof OptionSpec option
                    ? List.of(option.longestName() + "=" + given)
                    : List.of(given));
            if (key.equals("mount BUCKET")) {
              line.add(directory.toString());
            }
            CommandRun run = CommandRun.of(ENVIRONMENT, line.toArray(String[]::new));
            if (run.status() != Exit.USAGE
                || !run.out().isEmpty()
                || !names(run.err(), arg, given)) {
              offences.add(
                  "%s: status %d, %s%s".formatted(line, run.status(), run.out(), run.err()));
            }
          }
        });
    assertThat(offences).isEmpty();
  }

  @Test
  void whatS3AloneHasIsRefusedOfOthers() {
    for (String option :
        List.of(
            "--profile=dev",
            "--anonymous",
            "--requester-pays",
            "--storage-class=STANDARD",
            "--path-style",
            "--virtual-hosted",
            "--sse=AES256")) {
      for (String bucket : List.of("azure://account/container", "gs://bucket")) {
        CommandRun run = CommandRun.of(ENVIRONMENT, "mount", bucket, directory.toString(), option);
        assertThat(run.status()).isEqualTo(Exit.USAGE);
        assertThat(run.err())
            .startsWith(
                "windlass: %s is for buckets of S3".formatted(option.replaceFirst("=.*", "")));
      }
    }
    assertThat(
            CommandRun.of(
                    ENVIRONMENT,
                    "mount",
                    "s3://bucket",
                    directory.toString(),
                    "--anonymous",
                    "--credentials=" + directory)
                .err())
        .startsWith("windlass: --credentials, --profile and --anonymous exclude each other");
  }

  /** Returns whether this is a sentence, with a hint in a second line at most, and names it. */
  private static boolean names(String said, ArgSpec arg, String value) {
    String name = arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
    String first = said.lines().findFirst().orElse("");
    return said.lines().count() <= 2
        && first.startsWith("windlass: ")
        && Stream.of("Exception", "specified only once").noneMatch(first::contains)
        && !first.endsWith("null")
        && (first.contains(name.replaceFirst("^--", ""))
            || (!value.isEmpty() && first.contains(value))
            || first.contains("the request is not")
            || first.contains("has no field"));
  }

  /** Returns all that take a value, by their command and name. */
  private static Map<String, ArgSpec> all() {
    Terminal terminal =
        new Terminal(System.out, System.err, ENVIRONMENT, false, false, Terminal.WIDTH);
    Map<String, ArgSpec> found = new TreeMap<>();
    collect(Windlass.commandLine(terminal), found);
    return found;
  }

  private static void collect(CommandLine command, Map<String, ArgSpec> found) {
    CommandSpec spec = command.getCommandSpec();
    for (ArgSpec arg : spec.args()) {
      if (arg.arity().max() > 0) {
        String name = arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
        found.put(spec.qualifiedName().replaceFirst("windlass ?", "") + " " + name, arg);
      }
    }
    command.getSubcommands().values().forEach(each -> collect(each, found));
  }

  @Test
  void aMisspeltWordIsUnderstood() {
    assertThat(CommandRun.of(Map.of(), "aduit").err()).contains("Did you mean audit?");
    assertThat(CommandRun.of(Map.of(), "mount", "s3://bucket", "/", "--edpoint=x").err())
        .contains("has no option '--edpoint=x'", "Did you mean --endpoint?");
    assertThat(CommandRun.of(Map.of(), "mount", "-o", "ro", "s3://bucket", "/").err())
        .contains("has no option '-o'", "like --read-only");
    assertThat(CommandRun.of(Map.of(), "nonsense").err()).contains("See windlass --help.");
  }
}
