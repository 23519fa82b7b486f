package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The coded forms of one stored body: its twins. Event loop only. */
public interface StoredForms {
  /**
   * Returns the body in this coding with a reference for the caller. Returns null if it is not there. It may then be made, for later
   * requests.
   */
  @Nullable
  ByteBuf take(BodyCoding coding);
}
