package io.windlass.store;

/** Object that could not be deleted, and the reason. */
public record DeleteFailure(ObjectId object, DriverException reason) {}
