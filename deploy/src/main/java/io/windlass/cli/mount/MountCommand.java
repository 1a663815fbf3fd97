package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.cli.mount.source.BucketUri;
import io.windlass.cli.mount.source.S3Options;
import io.windlass.cli.mount.source.SourceReader;
import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.FailureText;
import io.windlass.cli.terminal.IdConverter;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.KeptConverter;
import io.windlass.cli.terminal.LoopbackConverter;
import io.windlass.cli.terminal.MediaTypeConverter;
import io.windlass.cli.terminal.OctalConverter;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.SizeConverter;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.Waiting;
import io.windlass.connect.BucketConnectors;
import io.windlass.connect.KeySource;
import io.windlass.error.DriverException;
import io.windlass.fuse.FuseMounts;
import io.windlass.fuse.MountDirectory;
import io.windlass.linux.MountPoint;
import io.windlass.linux.ProcessSession;
import io.windlass.linux.StandardStreams;
import io.windlass.linux.Users;
import io.windlass.mounter.keeper.ServeException;
import io.windlass.mounter.run.KeeperTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.Permissions;
import io.windlass.observe.LogSettings;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Volume;
import io.windlass.setting.Formats;
import io.windlass.volume.MountValue;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that mounts a bucket by hand. */
@Command(
    name = "mount",
    header = "Mount a bucket, or a prefix of one, as a directory.%n",
    description = {
      "",
      "Two processes serve the mount and watch over each other: either can be killed, and programs"
          + " that use the mount just wait until it is there again. Needs /dev/fuse and the right"
          + " to mount (root, or CAP_SYS_ADMIN).",
      "",
      "The key comes from a directory of files, or from the environment: AWS_ACCESS_KEY_ID,"
          + " AWS_SECRET_ACCESS_KEY and, of a key for some hours, AWS_SESSION_TOKEN; of Azure,"
          + " AZURE_STORAGE_SAS_TOKEN or AZURE_STORAGE_KEY; of Google, HMAC_ACCESS_ID and"
          + " HMAC_SECRET. Without one, S3 has it as AWS's tools do: from AWS_WEB_IDENTITY_TOKEN_FILE,"
          + " a profile of ~/.aws (AWS_PROFILE), the agent of the container, the role of the machine."
          + " For example:",
      "  windlass mount s3://photos/2026 /mnt/photos --endpoint http://127.0.0.1:9000",
      "  windlass mount azure://account/photos/2026 /mnt/photos"
    })
public final class MountCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(MountCommand.class);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String READY = "ready";

  private final Terminal terminal;
  private final BucketConnectors connectors;

  /** What the address was read by, as soon as it is known. */
  private Optional<SourceReader> used = Optional.empty();

  /** Directories that were made for this mount. */
  private List<Path> made = List.of();

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "BUCKET",
      description =
          "s3://bucket, gs://bucket or azure://account/container; or with a /prefix behind it.")
  String bucket = "";

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description =
          "A directory. What is in it is out of sight while it is mounted over, which a warning"
              + " says.")
  Path directory = Path.of("");

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "The server. Default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or AWS itself; of Azure,"
              + " AZURE_STORAGE_BLOB_ENDPOINT, AZURE_STORAGE_SERVICE_ENDPOINT, or the account's in"
              + " the public cloud")
  Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--region",
      paramLabel = "NAME",
      description = "Of S3. Default: AWS_REGION, AWS_DEFAULT_REGION, or us-east-1")
  Optional<String> region = Optional.empty();

  @Option(
      names = "--credentials",
      paramLabel = "DIR",
      converter = Places.Directory.class,
      description =
          "A directory with the files accessKeyId, secretAccessKey and, of a key for some hours,"
              + " sessionToken; or accessToken or accountKey for Azure. Read again when they"
              + " change.")
  Optional<Path> credentials = Optional.empty();

  @Option(
      names = "--ca-certificate",
      paramLabel = "PEM",
      converter = Places.Certificates.class,
      description = "Certificates to trust instead of the system's.")
  Optional<Path> caCertificate = Optional.empty();

  @Option(
      names = "--make",
      description =
          "Make the directory if it is missing, with mode 0000: without the mount, nobody but root"
              + " may use it.")
  boolean make;

  @Option(names = "--read-only", description = "Refuse to change anything.")
  boolean readOnly;

  @Option(names = "--no-exec", description = "Run no programs of the mount.")
  boolean noExec;

  @Option(
      names = "--sync",
      description = "Publish each write before it returns, as after fsync. Slow.")
  boolean sync;

  @Option(
      names = "--single-writer",
      description =
          "Nothing but this mount writes to the bucket or prefix. For servers that do not keep"
              + " conditions of writes, which are refused otherwise: with a second writer, either"
              + " may undo what the other wrote.")
  boolean singleWriter;

  @Option(
      names = "--staging",
      paramLabel = "DIR",
      converter = Places.DirectoryToMake.class,
      description =
          "Local disk on which files are kept while they are written. What a crash left there is"
              + " published by the next mount. Default: ${DEFAULT-VALUE}")
  Path staging = Path.of(StagingOption.DEFAULT);

  @Option(
      names = "--object-metadata",
      negatable = true,
      description =
          "Keep modes, owners, times, attributes and symbolic links in the metadata of objects, as"
              + " s3fs does; costs a request for each file that is looked at. Default: on")
  Optional<Boolean> objectMetadata = Optional.empty();

  @Option(
      names = "--object-tags",
      paramLabel = "keep|drop",
      converter = KeptConverter.class,
      description =
          "What happens to the tags of an object that is changed, where the key may not read them:"
              + " keep refuses the change with EACCES, drop loses the tags. Default: keep")
  String objectTags = "keep";

  @Mixin S3Options s3 = new S3Options();

  @Option(
      names = "--content-type",
      paramLabel = "none|extension",
      converter = MediaTypeConverter.class,
      description =
          "Where a new file gets its content type from: the server's default, or the extension of"
              + " its name. Default: none")
  String contentType = "none";

  @Option(
      names = "--capacity",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Capacity of the mount, like 10Gi: df shows it, and a write beyond it fails with EDQUOT."
              + " The whole bucket or prefix is listed for it, at the start and every ten minutes"
              + " or more. Default: no limit")
  long capacity;

  @Option(
      names = "--commit",
      paramLabel = "TIME",
      converter = DurationConverter.Interval.class,
      description =
          "How often what programs have written to files that they have open is published, as fsync"
              + " does: from 5s to 1440m. Default: 0, never")
  Duration commit = Duration.ZERO;

  @Option(
      names = "--hole-limit",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Most zeros by which truncate, or a write far behind the end, may make a file longer"
              + " before it is synced, like 64Gi: they are sent to the server like data. More fails"
              + " with EFBIG. Default: 64Gi")
  Optional<Long> holeLimit = Optional.empty();

  @Option(
      names = "--read-ahead",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "How far the kernel reads ahead of a program that reads a file in order, like 4Mi."
              + " Default: 1Mi")
  Optional<Long> readAhead = Optional.empty();

  @Option(
      names = "--uid",
      paramLabel = "ID",
      converter = IdConverter.class,
      description = "Owner of all files. Default: ${DEFAULT-VALUE}")
  int uid;

  @Option(
      names = "--gid",
      paramLabel = "ID",
      converter = IdConverter.class,
      description = "Group of all files. Default: ${DEFAULT-VALUE}")
  int gid;

  @Option(
      names = "--file-mode",
      paramLabel = "MODE",
      converter = OctalConverter.class,
      description = "Permissions of files, in octal. Default: 666, less those of --umask")
  Optional<Integer> fileMode = Optional.empty();

  @Option(
      names = "--dir-mode",
      paramLabel = "MODE",
      converter = OctalConverter.class,
      description = "Permissions of directories, in octal. Default: 777, less those of --umask")
  Optional<Integer> directoryMode = Optional.empty();

  @Option(
      names = "--umask",
      paramLabel = "MODE",
      converter = OctalConverter.class,
      description =
          "Permissions that are removed from files and directories, in octal. Default: 022, so"
              + " that they have 644 and 755")
  int umask = Permissions.UMASK;

  @Option(
      names = "--no-allow-other",
      description = "Let only the user who mounts use it; otherwise permissions decide.")
  boolean onlyMounter;

  @Option(
      names = "--metadata-ttl",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long names and attributes are cached before the server is asked again, like 60s."
              + " Default: 60s")
  Duration metadataTtl = Duration.ofSeconds(60);

  @Option(
      names = "--metrics",
      paramLabel = "[HOST:]PORT",
      converter = LoopbackConverter.class,
      description =
          "Where /metrics of this mount is served over HTTP for Prometheus, as long as it is"
              + " mounted, like 9100: without a host, for this machine alone. Default: nowhere")
  Optional<InetSocketAddress> metrics = Optional.empty();

  @Mixin Resources resources = new Resources();

  @Option(
      names = "--run-directory",
      paramLabel = "DIR",
      converter = RunDirectories.Root.class,
      description =
          "Directory in which the processes of mounts reach each other. Default: ${DEFAULT-VALUE}")
  Path runDirectory = Path.of(RunDirectories.DEFAULT);

  @Option(
      names = {"-f", "--foreground"},
      description = "Stay, log to standard error, and unmount at SIGTERM or SIGINT.")
  boolean foreground;

  /**
   * Makes the command.
   *
   * @param connectors of the servers whose buckets can be mounted
   */
  public MountCommand(Terminal terminal, BucketConnectors connectors) {
    this.terminal = terminal;
    this.connectors = connectors;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int status = Exit.FAILED;
    try {
      status = mount();
      return status;
    } catch (IOException e) {
      throw explained(e);
    } finally {
      if (status != Exit.OK) {
        MountDirectory.remove(made);
      }
    }
  }

  private int mount() throws IOException, InterruptedException {
    Path place = mountPoint();
    BucketUri uri = uri();
    MounterProcess mounter =
        MounterProcess.ofMount(connectors, uri.connector().protocol(), resources);
    RunDirectories directories = new RunDirectories(runDirectory);
    RunDirectory run = directories.of(place);
    if (foreground) {
      return inForeground(run, mounter, volume(place, uri));
    }
    try (EarlyMounter early = EarlyMounter.of(mounter, run)) {
      return inBackground(run, early, volume(place, uri), directories.logOfFailure(place));
    }
  }

  private BucketUri uri() {
    try {
      return BucketUri.parse(bucket, connectors);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private int inForeground(RunDirectory run, MounterProcess mounter, KeyedVolume volume)
      throws IOException, InterruptedException {
    if (!makeWay(Path.of(volume.volume().getMountPoint()))) {
      return Exit.FAILED;
    }
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.AUTO));
    MountedVolume mounted =
        MountedVolume.mount(run, KeeperTurn.take(run), mounter, volume, resources);
    terminal.out().println(READY);
    terminal.out().flush();
    mounted.ready();
    return mounted.keep();
  }

  private Path mountPoint() throws IOException {
    Path place = directory.toAbsolutePath().normalize();
    Optional<MountPoint> ours = FuseMounts.at(place);
    // The mount there may be dead, so the directory must not be accessed.
    if (ours.isPresent()) {
      return place;
    }
    if (make) {
      made = MountDirectory.make(place);
    }
    if (!Files.isDirectory(place)) {
      throw wrong("'%s' is no directory: make it first, or use --make".formatted(directory));
    }
    return place.toRealPath();
  }

  private void warnOfContent(Path place) throws IOException {
    try (Stream<Path> content = Files.list(place)) {
      if (content.findAny().isPresent()) {
        terminal
            .err()
            .printf(
                "windlass: %s is not empty: what is in it is out of sight until 'windlass"
                    + " unmount'%n",
                place);
      }
    } catch (AccessDeniedException e) {
      // Then nobody but root sees what is in it.
    }
  }

  /** Removes a dead mount; returns false if a live one is there. */
  private boolean makeWay(Path place) throws IOException {
    Optional<MountPoint> there = FuseMounts.at(place);
    if (there.isEmpty()) {
      warnOfContent(place);
      return true;
    }
    if (FuseMounts.probe(place, SIGN_OF_LIFE) == FuseMounts.Health.DEAD) {
      terminal.err().printf("windlass: a dead mount at %s is replaced%n", place);
      FuseMounts.remove(there.get(), PATIENCE);
      return true;
    }
    terminal.err().printf("windlass: %s is mounted at %s already%n", there.get().source(), place);
    return false;
  }

  /**
   * Mounts, and stays: out of reach of the terminal, and with the log for its errors. Whoever waits
   * for the launcher is told by it when the mount is there.
   *
   * @param failed where the log is put if it does not mount
   */
  private int inBackground(RunDirectory run, EarlyMounter mounter, KeyedVolume volume, Path failed)
      throws IOException, InterruptedException {
    if (!makeWay(Path.of(volume.volume().getMountPoint()))) {
      return Exit.FAILED;
    }
    WaitingLauncher launcher =
        WaitingLauncher.ofProcess()
            .orElseThrow(() -> wrong("without the launcher's script, it needs --foreground"));
    ProcessSession.leave();
    KeeperTurn turn;
    try (Waiting _ = Waiting.start(terminal, "waiting for the end of what was mounted there")) {
      turn = KeeperTurn.take(run);
    }
    Files.deleteIfExists(failed);
    try (StandardStreams streams = StandardStreams.errorsTo(run.log())) {
      Logging.start(EarlyMounter.LOGS);
      MountedVolume mounted = begin(run, turn, mounter, volume);
      mounter.close();
      streams.leave();
      launcher.tell();
      return mounted.keep();
    } catch (IOException e) {
      terminal
          .err()
          .println(terminal.paint(Ink.RED, "windlass: not mounted: " + FailureText.of(e)));
      terminal.err().printf("Its log is %s%n", leaveLogAlone(run, failed));
      return Exit.FAILED;
    }
  }

  private MountedVolume begin(
      RunDirectory run, KeeperTurn turn, EarlyMounter mounter, KeyedVolume volume)
      throws IOException, InterruptedException {
    try (Waiting _ = Waiting.start(terminal, "waiting for the server of " + bucket)) {
      return MountedVolume.mount(run, turn, mounter, volume, resources);
    } catch (IOException e) {
      IOException explained = explained(e);
      log.error("not mounted: {}", FailureText.of(explained)); // the caller's terminal may be gone
      throw explained;
    }
  }

  /** Removes the run directory of a mount that failed, and returns where its log is. */
  private static Path leaveLogAlone(RunDirectory run, Path failed)
      throws IOException, InterruptedException {
    Optional<KeeperTurn> turn = KeeperTurn.tryTake(run);
    if (turn.isEmpty()) {
      return run.log(); // somebody else mounts there, or its processes still end
    }
    try (KeeperTurn _ = turn.get()) {
      Files.move(run.log(), failed, StandardCopyOption.REPLACE_EXISTING);
      run.delete();
      return failed;
    }
  }

  private SourceReader reader() {
    Map<String, String> given = new TreeMap<>();
    endpoint.ifPresent(url -> given.put(SourceReader.ENDPOINT, url));
    region.ifPresent(name -> given.put("region", name));
    given.putAll(s3.given(uri().connector(), credentials.isPresent()));
    return new SourceReader(terminal.environment(), given);
  }

  /** Says beside a failure what a user may have forgotten. */
  private IOException explained(IOException failure) {
    if (failure instanceof AccessDeniedException && Users.own() != Users.ROOT) {
      return new IOException(
          "%s: mount as root; or with CAP_SYS_ADMIN, and with --run-directory and --staging that"
                  .formatted(FailureText.of(failure))
              + " this user may write",
          failure);
    }
    return failure instanceof ServeException && !used.orElseGet(this::reader).namesServer(uri())
        ? new IOException(
            "%s (the server is %s: --endpoint names another)"
                .formatted(
                    FailureText.of(failure),
                    reader()
                        .read(uri(), Optional.empty(), Optional.empty())
                        .getAddressOrDefault(SourceReader.ENDPOINT, "the default")),
            failure)
        : failure;
  }

  private KeyedVolume volume(Path place, BucketUri uri) {
    try {
      SourceReader said = reader();
      Optional<SourceReader.Key> key =
          credentials.isPresent() ? Optional.empty() : Optional.of(said.key(uri));
      Optional<KeySource> elsewhere = key.flatMap(SourceReader.Key::source);
      SourceReader all = elsewhere.map(said::with).orElse(said);
      used = Optional.of(all);
      Volume volume =
          Volume.newBuilder()
              .setId(RunDirectories.id(place))
              .setMountPoint(place.toString())
              .setSource(all.read(uri, credentials, caCertificate))
              .setOptions(options())
              .build();
      key.ifPresent(each -> each.tell(terminal));
      return new KeyedVolume(volume, key.map(SourceReader.Key::credential));
    } catch (IllegalArgumentException | DriverException.InvalidArgument e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private Options options() {
    Permissions otherwise = Permissions.masked(umask);
    Options.Builder options = Options.newBuilder();
    holeLimit.ifPresent(options::setHoleLimitBytes);
    readAhead.ifPresent(options::setReadAheadBytes);
    metrics.ifPresent(address -> options.setMetricsAddress(Formats.written(address)));
    return options
        .setReadOnly(readOnly)
        .setNoExec(noExec)
        .setSync(sync)
        .setUid(uid)
        .setGid(gid)
        .setFileMode(fileMode.orElse(otherwise.files()))
        .setDirectoryMode(directoryMode.orElse(otherwise.directories()))
        .setAllowOther(!onlyMounter)
        .setMetadataTtlMs(metadataTtl.toMillis())
        .setCommitIntervalMs(commit.toMillis())
        .setStaging(staging.toAbsolutePath().toString())
        .setObjectMetadata(objectMetadata.orElse(true))
        .setSingleWriter(singleWriter)
        .setDropTags(objectTags.equals(MountValue.DROP))
        .setTypesByExtension(contentType.equals(MountValue.BY_EXTENSION))
        .setCapacityBytes(capacity)
        .build();
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
