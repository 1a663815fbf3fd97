package io.windlass.cli.mount;

import io.windlass.cli.terminal.Amounts;
import io.windlass.cli.terminal.CountConverter;
import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.TextTable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that shows how busy the mounts of this machine are. */
@Command(
    name = "top",
    header = "Show how busy the mounts of this machine are, until Ctrl-C.%n",
    description = {
      "",
      "Rates are per second, since the line before; the busiest mount is the first. A mount has"
          + " no rates while no process serves it, or when another process has just begun to."
          + " UNSENT is what was written and is on local disk alone so far.",
      "",
      "STATE is that of 'windlass mounts', which says why a mount is failing. -o json is a line"
          + " each time."
    })
public final class TopCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** What a narrow table may leave out; the last is the best. */
  private static final List<String> OPTIONAL = List.of("requests/s", "bucket", "errors/s");

  private final Terminal terminal;

  @Mixin RunDirectoryOption runDirectories = new RunDirectoryOption();

  @Option(
      names = {"-d", "--interval"},
      paramLabel = "TIME",
      converter = DurationConverter.Positive.class,
      description = "How often, like 5s. Default: 2s")
  Duration interval = Duration.ofSeconds(2);

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      converter = CountConverter.class,
      description = "End after N times. Default: until Ctrl-C")
  int count;

  @Mixin OutputOption output = new OutputOption();

  public TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    MountSurvey survey = new MountSurvey(runDirectories.directories(), PATIENCE);
    MountRates rates = MountRates.begin(survey.look());
    Repeating repeating = new Repeating(terminal, Optional.of(interval), count);
    Thread.sleep(interval);
    do {
      MountSurvey.Found found = survey.look();
      rates = rates.next(found);
      repeating.clear();
      show(found, rates);
    } while (repeating.again());
    return Exit.OK;
  }

  private void show(MountSurvey.Found found, MountRates rates) {
    List<MountRates.Rate> busiest = rates.busiest(found);
    switch (output.form()) {
      case JSON, YAML ->
          output.printOne(terminal, busiest.stream().map(TopCommand::fields).toList());
      case NAME -> busiest.forEach(rate -> terminal.out().println(rate.place().directory()));
      case TABLE, WIDE -> print(found, busiest);
    }
  }

  private void print(MountSurvey.Found found, List<MountRates.Rate> busiest) {
    terminal
        .out()
        .println(
            terminal.paint(
                Ink.BOLD,
                "%s, read %s/s, written %s/s"
                    .formatted(
                        busiest.size() == 1 ? "1 mount" : busiest.size() + " mounts",
                        Amounts.size(busiest.stream().mapToDouble(MountRates.Rate::read).sum()),
                        Amounts.size(
                            busiest.stream().mapToDouble(MountRates.Rate::written).sum()))));
    if (busiest.isEmpty()) {
      return;
    }
    TextTable.lines(
            busiest.stream().map(TopCommand::row).toList(), output.width(terminal), OPTIONAL)
        .forEach(terminal.out()::println);
    MountLines.tellOthers(terminal, found);
  }

  private static SequencedMap<String, Object> row(MountRates.Rate rate) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("directory", rate.place().directory());
    row.put("bucket", rate.place().bucket());
    row.put("state", rate.place().word());
    if (rate.place().state() instanceof MountedPlace.State.Reported reported) {
      row.put("unsent", Amounts.size(reported.volume().getUnpublished().getBytes()));
    }
    if (rate.known()) {
      row.put("read/s", Amounts.size(rate.read()));
      row.put("written/s", Amounts.size(rate.written()));
      row.put("requests/s", Math.round(rate.requests()));
      row.put("errors/s", Math.round(rate.errors()));
    }
    return row;
  }

  private static SequencedMap<String, Object> fields(MountRates.Rate rate) {
    SequencedMap<String, Object> fields = MountFields.of(rate.place());
    if (rate.known()) {
      fields.put("bytesReadPerSecond", Math.round(rate.read()));
      fields.put("bytesWrittenPerSecond", Math.round(rate.written()));
      fields.put("requestsPerSecond", Math.round(rate.requests()));
      fields.put("errorsPerSecond", Math.round(rate.errors()));
    }
    return fields;
  }
}
