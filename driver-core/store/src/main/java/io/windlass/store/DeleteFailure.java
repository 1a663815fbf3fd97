package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectId;

/** Object that could not be deleted, and the reason. */
public record DeleteFailure(ObjectId object, DriverException reason) {}
