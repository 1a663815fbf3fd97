package io.windlass.cosi.sanity.fake;

import java.util.EnumSet;
import java.util.Set;

/** Actions that the fake storage server can permit. */
enum S3Action {
  GET,
  LIST,
  PUT,
  DELETE,
  GET_OBJECT_TAGS,
  PUT_OBJECT_TAGS,
  GET_BUCKET_TAGS,
  PUT_BUCKET_TAGS,
  GET_POLICY,
  PUT_POLICY,
  CREATE_BUCKET,
  DELETE_BUCKET;

  /** For three modes in the numbering of revision C. */
  static Set<S3Action> of(int data, int objectMetadata, int bucketMetadata) {
    Set<S3Action> actions = EnumSet.noneOf(S3Action.class);
    if (reads(data)) {
      actions.addAll(Set.of(GET, LIST));
    }
    if (writes(data)) {
      actions.addAll(Set.of(PUT, DELETE));
    }
    if (reads(objectMetadata)) {
      actions.add(GET_OBJECT_TAGS);
    }
    if (writes(objectMetadata)) {
      actions.add(PUT_OBJECT_TAGS);
    }
    if (reads(bucketMetadata)) {
      actions.add(GET_BUCKET_TAGS);
    }
    if (writes(bucketMetadata)) {
      actions.add(PUT_BUCKET_TAGS);
    }
    return actions;
  }

  private static boolean reads(int mode) {
    return mode == 2 || mode == 3;
  }

  private static boolean writes(int mode) {
    return mode == 2 || mode == 4;
  }
}
