package io.windlass.provision.iam;

import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.function.Function;

/** What permitted calls of S3 do on {@link FakeIam}: as much as shows that they were permitted. */
record FakeObjects(Function<String, ObjectStore> buckets) {
  /** Does what an action says, and returns the body of the answer. */
  String answer(String action, FakeHttp.Request request) {
    switch (action) {
      case "s3:GetObject" -> {
        return "content";
      }
      case "s3:DeleteObject" ->
          buckets.apply(request.bucket()).delete(request.key(), Condition.always());
      case "s3:PutObject" -> {
        if (request.isObject()) {
          ObjectInfo _ =
              buckets
                  .apply(request.bucket())
                  .put(request.key(), Content.of(new byte[1]), PutOptions.DEFAULT);
        }
      }
      default -> {}
    }
    return "";
  }
}
