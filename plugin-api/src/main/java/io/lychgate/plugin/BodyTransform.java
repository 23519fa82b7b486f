package io.lychgate.plugin;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/**
 * Changes the body of one response piece by piece. The gateway gives it one piece at a time, and none while the client takes no bytes,
 * so a slow client or a slow transform slows the upstream. Calls come one after the other, on an event loop.
 */
public interface BodyTransform extends AutoCloseable {
  /**
   * Returns the bytes that take the place of a piece, now or later. A transform that needs more input returns an empty buffer and keeps
   * what it needs. The gateway fails the response if the stage is not complete within the {@code timeout} of the use.
   *
   * @param piece at most 32 KiB; it may be empty, and belongs to the transform
   * @param last true for the end of the body: the result ends the response, too
   * @return at most 1 MiB, which belongs to the gateway
   */
  CompletionStage<ByteBuffer> transform(ByteBuffer piece, boolean last);

  /** Releases what the transform holds: the body has ended, or the response has failed. Called once. */
  @Override
  default void close() {}
}
