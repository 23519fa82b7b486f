package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A content coding, with its level, in which a stored body can be kept beside the plain one. Immutable. */
public interface BodyCoding {
  /** The token in Content-Encoding. */
  String token();

  /**
   * Codes a whole body. It takes as long as it takes, so no event loop calls it.
   *
   * @param plain the caller keeps its ownership
   * @param isWanted called after each piece; false ends the work
   * @return the coded body, which the caller releases; null if it would not be smaller, or is not wanted any more
   */
  @Nullable
  ByteBuf code(ByteBuf plain, BooleanSupplier isWanted);
}
