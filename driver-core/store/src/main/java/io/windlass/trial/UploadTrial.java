package io.windlass.trial;

import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.MultipartUploads;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.trial.ServerTrial.Subject;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Completions of uploads with a condition, several at once. */
record UploadTrial(TriedObject object, Effort effort) implements SubjectTrial {

  @Override
  public Subject subject() {
    return Subject.UPLOADS;
  }

  @Override
  public String next() {
    return "mounts send each file in one request, and no file may be larger than that";
  }

  @Override
  public ServerTrial run() {
    for (int round = 0; round < effort.rounds(); round++) {
      Race made = completed(Condition.ifAbsent(), effort.uploads());
      Condition unchanged =
          object
              .head()
              .map(ObjectInfo::revision)
              .map(Condition::ifMatch)
              .orElseGet(Condition::ifAbsent);
      Conditions found =
          new Conditions(made, completed(unchanged, effort.uploads()), completed(unchanged, 1));
      Optional<ServerTrial> broken = found.fault("completions of uploads").map(this::broken);
      if (broken.isPresent()) {
        return broken.get();
      }
      object.delete();
    }
    return holds(
        "conditional completions of uploads are atomic: of %d at once, one won"
            .formatted(effort.uploads()));
  }

  private Race completed(Condition condition, int writers) {
    MultipartUploads uploads = object.store().uploads();
    Queue<Upload> started = new ConcurrentLinkedQueue<>();
    Supplier<Race.Attempt> prepared =
        () -> {
          Upload upload = uploads.start(object.key(), PutOptions.DEFAULT);
          started.add(upload);
          List<Part> parts = List.of(uploads.send(upload, 1, TriedObject.text()));
          return () -> uploads.complete(upload, parts, condition);
        };
    try {
      return Race.of(Race.atOnce(Collections.nCopies(writers, prepared)));
    } finally {
      List<Upload> _ =
          Race.atOnce(
              started.stream()
                  .<Supplier<Upload>>map(upload -> () -> object.aborted(upload))
                  .toList());
    }
  }
}
