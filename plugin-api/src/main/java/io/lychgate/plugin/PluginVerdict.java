package io.lychgate.plugin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The decision of a {@link PluginStep}. Immutable. */
public sealed interface PluginVerdict {
  /** Returns the verdict that the request continues unchanged. */
  static Proceed proceed() {
    return Proceed.UNCHANGED;
  }

  /** Returns the verdict that this response is sent in place of the route's own. */
  static Respond respond(int status, String contentType, String text) {
    return new Respond(
        status,
        List.of(new PluginField("content-type", contentType)),
        ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns the verdict that the gateway refuses the request with its own error page.
   *
   * @param reason for the log, never shown to the client
   */
  static Refuse refuse(Refusal refusal, String reason) {
    return new Refuse(refusal, reason, List.of());
  }

  /**
   * The request continues.
   *
   * @param set fields of the request that are replaced or added; the client's own fields of these names are dropped
   * @param removed names of fields of the request that are removed
   * @param sender the sender that the step has authenticated; null to leave it as it is
   */
  record Proceed(
      List<PluginField> set, List<String> removed, @Nullable PluginSender sender)
      implements PluginVerdict {
    private static final Proceed UNCHANGED = new Proceed(List.of(), List.of(), null);

    public Proceed {
      set = List.copyOf(set);
      removed = List.copyOf(removed);
    }

    /** Returns the same verdict with one more field of the request. */
    public Proceed set(String name, String value) {
      List<PluginField> more = new ArrayList<>(set);
      more.add(new PluginField(name, value));
      return new Proceed(more, removed, sender);
    }

    /** Returns the same verdict without a field of the request. */
    public Proceed remove(String name) {
      List<String> more = new ArrayList<>(removed);
      more.add(name);
      return new Proceed(set, more, sender);
    }

    /** Returns the same verdict with the authenticated sender. */
    public Proceed from(PluginSender identified) {
      return new Proceed(set, removed, identified);
    }
  }

  /**
   * A response in place of the route's own.
   *
   * @param status 200 to 599
   * @param fields without those that the gateway sets itself, such as Content-Length
   * @param body at most 1 MiB; empty for status 204 and 304
   */
  record Respond(int status, List<PluginField> fields, ByteBuffer body) implements PluginVerdict {
    public Respond {
      fields = List.copyOf(fields);
      body = body.asReadOnlyBuffer();
    }

    /** Returns a view of the body with a position of its own. */
    @Override
    public ByteBuffer body() {
      return body.duplicate();
    }
  }

  /**
   * A refusal with the gateway's own error page.
   *
   * @param reason for the log, never shown to the client
   * @param fields additional fields of the response, such as WWW-Authenticate
   */
  record Refuse(Refusal refusal, String reason, List<PluginField> fields) implements PluginVerdict {
    public Refuse {
      fields = List.copyOf(fields);
    }
  }

  /** The kinds of refusal, with their status codes. */
  enum Refusal {
    BAD_REQUEST(400),
    UNAUTHORIZED(401),
    FORBIDDEN(403),
    NOT_FOUND(404),
    TOO_MANY_REQUESTS(429),
    UNAVAILABLE(503);

    private final int status;

    Refusal(int status) {
      this.status = status;
    }

    public int status() {
      return status;
    }
  }
}
