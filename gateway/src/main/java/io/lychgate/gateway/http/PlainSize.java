package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bytes that a header section would have over HTTP/1.1 (RFC 9112 sections 3 to 5). Start lines count like fields. */
public final class PlainSize {
  /** Bytes of ": " and the line end. */
  private static final int FIELD_BYTES = 4;

  /** Bytes of a request line without method and target: two spaces, the version and the line end. */
  private static final int REQUEST_LINE_BYTES = 12;

  /** Bytes of a status line: version, code, reason of a usual length and the line end. */
  private static final int STATUS_LINE_BYTES = 17;

  private static final int HOST_BYTES = "host".length() + FIELD_BYTES;

  private PlainSize() {}

  /** Returns the size of fields without a start line. */
  public static int of(Fields fields) {
    int bytes = 0;
    for (int i = 0; i < fields.size(); i++) {
      bytes += fields.name(i).length() + fields.value(i).length() + FIELD_BYTES;
    }
    return bytes;
  }

  /** Returns the size of a request line and the Host field; 0 for trailers, which have no method. */
  public static int ofRequestLine(
      @Nullable CharSequence method,
      @Nullable CharSequence path,
      @Nullable CharSequence authority) {
    return method == null
        ? 0
        : method.length()
            + (path == null ? 0 : path.length())
            + REQUEST_LINE_BYTES
            + (authority == null ? 0 : authority.length() + HOST_BYTES);
  }

  /** Returns the size of a response's section. {@code :status} counts as a status line. */
  public static int ofResponse(Iterable<? extends Map.Entry<CharSequence, CharSequence>> response) {
    int bytes = 0;
    for (Map.Entry<CharSequence, CharSequence> field : response) {
      CharSequence name = field.getKey();
      bytes += name.charAt(0) == ':'
          ? STATUS_LINE_BYTES
          : name.length() + field.getValue().length() + FIELD_BYTES;
    }
    return bytes;
  }

  /** Returns the size of all fields that are not pseudo-headers. */
  public static int ofFields(Iterable<? extends Map.Entry<CharSequence, CharSequence>> request) {
    int bytes = 0;
    for (Map.Entry<CharSequence, CharSequence> field : request) {
      if (field.getKey().charAt(0) != ':') {
        bytes += field.getKey().length() + field.getValue().length() + FIELD_BYTES;
      }
    }
    return bytes;
  }

  /** Receives the sizes of sampled header sections of one connection. */
  public interface Samples {
    Samples NONE = new Samples() {
      @Override
      public boolean wantsNext() {
        return false;
      }

      @Override
      public void take(int plain, int coded) {}
    };

    /** Returns true if the next section is sampled. Call once for each section. */
    boolean wantsNext();

    /**
     * Takes the sizes of a section.
     *
     * @param plain bytes over HTTP/1.1
     * @param coded bytes as received or sent
     */
    void take(int plain, int coded);
  }
}
