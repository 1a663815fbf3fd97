package io.windlass.store;

/** An object that could not be deleted, and why. */
public record DeleteFailure(ObjectId object, DriverException reason) {}
