package io.windlass.cli.sanity;

import io.windlass.cli.stores.ClientProxies;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.CountConverter;
import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.StopSignal;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.UrlConverter;
import io.windlass.cosi.sanity.CannotRunException;
import io.windlass.cosi.sanity.CosiSanity;
import io.windlass.cosi.sanity.JunitReport;
import io.windlass.cosi.sanity.MarkdownReport;
import io.windlass.cosi.sanity.Reports;
import io.windlass.cosi.sanity.RestartCommand;
import io.windlass.cosi.sanity.RevisionChoice;
import io.windlass.cosi.sanity.SanityOptions;
import io.windlass.cosi.sanity.Selection;
import io.windlass.cosi.sanity.Summary;
import io.windlass.cosi.sanity.TextReport;
import io.windlass.cosi.sanity.check.Checks;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that tests a COSI driver, ours or not. */
@Command(
    name = "cosi-sanity",
    header = "Test whether a COSI driver does what COSI and its sidecars need.%n",
    description = {
      "",
      "Calls any driver, of any revision, over its socket, as its sidecar would. Prints one line"
          + " for each check, and below each that failed the requirement that it tests. Buckets"
          + " and accesses that it makes are removed again.",
      "",
      "For example:",
      "  windlass cosi-sanity --endpoint unix:///var/lib/cosi/cosi.sock --s3"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:no check failed",
      " 1:a check failed, or the run was stopped",
      " 2:it could not run: the command line is wrong, or nothing answers"
    })
public final class CosiSanityCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-e", "--endpoint"},
      paramLabel = "URI",
      description =
          "The driver's socket, like unix:///var/lib/cosi/cosi.sock. Default: COSI_ENDPOINT")
  Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--revision",
      paramLabel = "NAME",
      description =
          "Version of COSI to call the driver with: v1alpha1, or a revision of v1alpha2 from A"
              + " (March 2026) to E; several with commas; all of them with all. Default: what it"
              + " seems to serve")
  String revision = "auto";

  @Option(
      names = "--parameters",
      paramLabel = "KEY=VALUE",
      split = ",",
      description = "Parameters of every bucket, as a BucketClass gives them.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--other-parameters",
      paramLabel = "KEY=VALUE",
      split = ",",
      description = "Other parameters that the driver accepts, for a bucket that differs.")
  Map<String, String> otherParameters = new LinkedHashMap<>();

  @Option(
      names = "--access-parameters",
      paramLabel = "KEY=VALUE",
      split = ",",
      description = "Parameters of every access, as a BucketAccessClass gives them.")
  Map<String, String> accessParameters = new LinkedHashMap<>();

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description =
          "${COMPLETION-CANDIDATES}. Default: the one that is tried, or S3, where the driver has"
              + " it")
  Optional<StorageProtocol> protocol = Optional.empty();

  // The launcher looks for these three, too: it adds the libraries to the class path.
  @Option(names = "--s3", description = "Try the credentials on the S3 server.")
  boolean s3;

  @Option(names = "--azure", description = "Try the credentials on Azure Blob Storage.")
  boolean azure;

  @Option(
      names = "--gcs",
      description = "Try the HMAC keys on Google Cloud Storage, with the client of S3.")
  boolean gcs;

  @Option(
      names = "--gcs-endpoint",
      paramLabel = "URL",
      converter = UrlConverter.class,
      description =
          "Where the XML API of Google is, since COSI does not say it. Default:"
              + " STORAGE_EMULATOR_HOST, or https://storage.googleapis.com")
  Optional<URI> gcsEndpoint = Optional.empty();

  @Option(
      names = "--restart-command",
      paramLabel = "COMMAND",
      description =
          "What sh -c is given to kill the driver and start it again; it must come to an end.")
  Optional<String> restartCommand = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      converter = Places.FileToWrite.class,
      description = "Write JUnit XML there as well.")
  Optional<Path> junit = Optional.empty();

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      converter = Places.FileToWrite.class,
      description = "Write a table in Markdown there as well.")
  Optional<Path> markdown = Optional.empty();

  @Option(
      names = "--only",
      paramLabel = "PATTERN",
      split = ",",
      description =
          "Run these checks only: a theme like grant, an id like grant/*bucket*, or a number like"
              + " COSI-701.")
  List<String> only = List.of();

  @Option(
      names = "--skip",
      paramLabel = "PATTERN",
      split = ",",
      description = "Do not run these checks.")
  List<String> skip = List.of();

  @Option(
      names = "--list",
      description = "List the checks and the requirements that they test, and exit.")
  boolean list;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.Positive.class,
      description = "Longest wait for one call, and for a restarted driver. Default: 30s")
  Duration timeout = Duration.ofSeconds(30);

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "Longest that the storage server may take to follow a grant or a revoke; 0: it must"
              + " follow at once. Default: 5s")
  Duration settle = Duration.ofSeconds(5);

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "Number of calls at once, in checks that make many. Default: ${DEFAULT-VALUE}")
  int concurrency = 8;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the names of buckets and accesses. Default: a random number, which is printed")
  long seed = ThreadLocalRandom.current().nextLong(1L << 32);

  @Option(
      names = {"-v", "--verbose"},
      description = "Show with every check the requirement that it tests.")
  boolean verbose;

  public CosiSanityCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Selection selection = new Selection(only, skip);
    requireKnown("--only", only);
    requireKnown("--skip", skip);
    if (list) {
      list(selection);
      return Exit.OK;
    }
    Optional<StorageProtocol> tried = tried();
    if (tried.isPresent()) {
      Stores.requireLibraries(library(tried.get()));
    }
    return run(options(selection, tried));
  }

  /**
   * A pattern that selects nothing is misspelt, and the run would be shorter or longer than meant.
   */
  private void requireKnown(String option, List<String> patterns) {
    for (String pattern : patterns) {
      if (Checks.all().stream().noneMatch(new Selection(List.of(pattern), List.of())::includes)) {
        throw wrong("%s: no check is called '%s'; --list lists them".formatted(option, pattern));
      }
    }
  }

  private Optional<StorageProtocol> tried() {
    List<StorageProtocol> named = new ArrayList<>();
    if (s3) {
      named.add(StorageProtocol.S3);
    }
    if (azure) {
      named.add(StorageProtocol.AZURE);
    }
    if (gcs) {
      named.add(StorageProtocol.GCS);
    }
    if (named.size() > 1) {
      throw wrong(
          "give one of --s3, --azure and --gcs, not both: a run asks for buckets of one protocol");
    }
    return named.stream().findFirst();
  }

  /** The kind of store whose libraries have the client. */
  private static String library(StorageProtocol tried) {
    return switch (tried) {
      case S3, GCS -> "s3";
      case AZURE -> "azure";
    };
  }

  private URI gcsEndpoint() {
    return gcsEndpoint
        .or(() ->
            Optional.ofNullable(terminal.environment().get("STORAGE_EMULATOR_HOST"))
                .map(host -> URI.create(host.contains("://") ? host : "http://" + host)))
        .orElse(GcsSessions.ENDPOINT);
  }

  private void list(Selection selection) {
    for (Check check : Checks.all()) {
      if (selection.includes(check)) {
        terminal.out().printf("%-9s %-32s %s%n", check.number(), check.id(), check.rule());
      }
    }
  }

  private SanityOptions options(Selection selection, Optional<StorageProtocol> tried) {
    String where =
        endpoint
            .or(() -> Optional.ofNullable(terminal.environment().get("COSI_ENDPOINT")))
            .orElseThrow(
                () -> wrong("there is no endpoint: give --endpoint, or set COSI_ENDPOINT"));
    try {
      return new SanityOptions(
          Endpoint.parse(where),
          RevisionChoice.parse(revision),
          parameters,
          otherParameters,
          accessParameters,
          protocol,
          tried,
          gcsEndpoint(),
          ClientProxies.of(terminal.environment()),
          restartCommand.map(command -> new RestartCommand(command, timeout)),
          selection,
          concurrency,
          timeout,
          settle,
          seed);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int run(SanityOptions options) throws IOException {
    var charset = terminal.out().charset();
    TextReport.Look look =
        new TextReport.Look(terminal.colour(), charset.newEncoder().canEncode('✓'), verbose);
    PrintWriter out = new PrintWriter(terminal.out(), false, charset);
    JunitReport xml = new JunitReport();
    MarkdownReport table = new MarkdownReport();
    WaitingReport waiting = new WaitingReport(terminal);
    Reports reports = new Reports(List.of(waiting, new TextReport(out, look), xml, table));
    try (waiting;
        StopSignal _ = new StopSignal()) {
      Summary summary = new CosiSanity(options, reports).run();
      if (junit.isPresent()) {
        xml.write(junit.get());
      }
      if (markdown.isPresent()) {
        table.write(markdown.get());
      }
      return summary.isGood() ? Exit.OK : Exit.FAILED;
    } catch (CannotRunException e) {
      terminal.err().println("windlass: " + e.getMessage());
      return Exit.USAGE;
    }
  }
}
