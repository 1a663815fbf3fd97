/**
 * What belongs to the operation that a thread carries out: the {@link
 * io.windlass.operation.Deadline} that all its requests share, and its {@link
 * io.windlass.operation.Span} in a trace. Both are passed on to other threads explicitly.
 */
@NullMarked
package io.windlass.operation;

import org.jspecify.annotations.NullMarked;
