package io.lychgate.gateway.cache;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a stored response, and its twins: the same body in content codings. Each buffer has the exact size. It owns one reference to each of
 * them.
 */
record StoredBody(ByteBuf plain, List<Twin> twins) {
  /**
   * The body in a content coding.
   *
   * @param coding the token in Content-Encoding
   */
  record Twin(String coding, ByteBuf bytes) {}

  StoredBody {
    twins = List.copyOf(twins);
  }

  /** Returns a body without twins. It takes ownership. */
  static StoredBody of(ByteBuf plain) {
    return new StoredBody(plain, List.of());
  }

  /** Returns the plain body with a reference for the caller; null if all references were released. */
  @Nullable
  ByteBuf takePlain() {
    return take(plain);
  }

  /** Returns the twin in this coding with a reference for the caller; null if there is none. */
  @Nullable
  ByteBuf takeTwin(String coding) {
    for (int i = 0; i < twins.size(); i++) {
      if (twins.get(i).coding.equals(coding)) {
        return take(twins.get(i).bytes);
      }
    }
    return null;
  }

  boolean hasTwin(String coding) {
    for (int i = 0; i < twins.size(); i++) {
      if (twins.get(i).coding.equals(coding)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable ByteBuf take(ByteBuf bytes) {
    if (bytes.capacity() == 0) {
      return Unpooled.EMPTY_BUFFER;
    }
    try {
      return bytes.retainedDuplicate();
    } catch (IllegalReferenceCountException released) {
      return null;
    }
  }

  /** Returns the same bytes with references for the caller. A twin that was released is left out. Null without the plain body. */
  @Nullable
  StoredBody take() {
    ByteBuf body = takePlain();
    if (body == null || twins.isEmpty()) {
      return body == null ? null : of(body);
    }
    List<Twin> taken = new ArrayList<>(twins.size());
    for (Twin twin : twins) {
      ByteBuf bytes = take(twin.bytes);
      if (bytes != null) {
        taken.add(new Twin(twin.coding, bytes));
      }
    }
    return new StoredBody(body, taken);
  }

  /** Returns a body with one more twin, and the references of this one. It takes ownership of the twin. */
  StoredBody with(Twin twin) {
    List<Twin> all = new ArrayList<>(twins);
    all.add(twin);
    return new StoredBody(plain, all);
  }

  /** Returns the plain body and the twins, in the order of their files. */
  List<ByteBuf> parts() {
    List<ByteBuf> parts = new ArrayList<>(1 + twins.size());
    parts.add(plain);
    twins.forEach(twin -> parts.add(twin.bytes));
    return parts;
  }

  /** Returns the bytes of all of them. */
  int size() {
    int bytes = plain.readableBytes();
    for (Twin twin : twins) {
      bytes += twin.bytes.readableBytes();
    }
    return bytes;
  }

  void release() {
    plain.release();
    for (Twin twin : twins) {
      twin.bytes.release();
    }
  }
}
