package io.lychgate.gateway.cache;

import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stored response: head, body, and the request fields that selected it. Immutable; shared by all event loops.
 *
 * <p>It owns one reference to its body and to each twin, which the store releases when it drops the response. Each reader takes a reference of its own,
 * so bytes in transit are never freed.
 */
final class StoredResponse {
  /** Bytes of the objects of a response without its fields and body. */
  private static final int OVERHEAD = 512;

  /** Bytes of the two strings of a field without their characters. */
  private static final int FIELD_OVERHEAD = 64;

  private final Selection selection;
  private final Head head;
  private final StoredBody body;
  private final TwinAttempts attempts;
  private final long weight;

  /** @param body the body, of exact size; this object takes ownership */
  StoredResponse(Selection selection, Head head, ByteBuf body) {
    this(selection, head, StoredBody.of(body), new TwinAttempts());
  }

  private StoredResponse(Selection selection, Head head, StoredBody body, TwinAttempts attempts) {
    this.selection = selection;
    this.head = head;
    this.body = body;
    this.attempts = attempts;
    this.weight = weigh();
  }

  /**
   * The head of a response, and what the policy makes of it.
   *
   * @param fields fields for clients, which nothing changes any more
   * @param lifetimeSeconds the lifetime that the policy allows
   * @param arrivedNanos time of arrival of the head
   */
  record Head(
      int status,
      Fields fields,
      SharedFreshness freshness,
      long lifetimeSeconds,
      long arrivedNanos,
      List<String> tags) {}

  /**
   * Returns a response that was on disk.
   *
   * @param body this object takes ownership
   * @param nowNanos the clock of the loops
   */
  static StoredResponse restored(
      DiskFile.Head file, StoredBody body, long nowNanos, long wallMillis) {
    long sinceMillis = Math.max(0, wallMillis - file.arrivedMillis());
    Head head = new Head(
        file.status(),
        file.fields(),
        file.freshness(),
        file.lifetimeSeconds(),
        nowNanos - TimeUnit.MILLISECONDS.toNanos(sinceMillis),
        file.tags());
    return new StoredResponse(
        new Selection(file.space(), file.vary(), file.sent(), file.normal()),
        head,
        body,
        new TwinAttempts());
  }

  /** Returns the head of its file. */
  DiskFile.Head head(String url, long nowNanos, long wallMillis) {
    return new DiskFile.Head(
        url,
        selection.space,
        head.status,
        head.fields,
        head.freshness,
        head.lifetimeSeconds,
        wallMillis - TimeUnit.NANOSECONDS.toMillis(nowNanos - head.arrivedNanos),
        selection.vary,
        selection.sent,
        selection.normal,
        head.tags);
  }

  /** Returns copies of the fields that keep no reference to the buffers from which they were decoded. */
  static Fields compact(Fields fields) {
    Fields compact = new Fields(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      AsciiString known = FieldNames.known(fields.name(i));
      compact.add(
          known == null ? new AsciiString(fields.name(i).toString()) : known,
          new AsciiString(fields.value(i).toString()));
    }
    return compact;
  }

  /**
   * Returns this response after a validation (RFC 9111 section 3.2). It has references to the same body and its twins; null if the
   * store has dropped it.
   */
  @Nullable
  StoredResponse freshened(
      Fields merged,
      SharedFreshness newer,
      long newLifetimeSeconds,
      long nowNanos,
      List<String> newTags) {
    StoredBody shared = body.take();
    return shared == null
        ? null
        : new StoredResponse(
            selection,
            new Head(head.status, merged, newer, newLifetimeSeconds, nowNanos, newTags),
            shared,
            attempts);
  }

  /** Returns this response with references of its own; null if the store has dropped it. */
  @Nullable
  StoredResponse take() {
    StoredBody taken = body.take();
    return taken == null ? null : with(taken);
  }

  /** Returns this response with one more twin. It takes over the references of this one, and that to the twin. */
  StoredResponse with(StoredBody.Twin twin) {
    return with(body.with(twin));
  }

  private StoredResponse with(StoredBody same) {
    return new StoredResponse(selection, head, same, attempts);
  }

  /** Returns true if this response was selected by the same request fields (RFC 9111 section 4.1). */
  boolean matches(String wantedSpace, Fields request) {
    return selection.matches(wantedSpace, request);
  }

  /**
   * The requests that a response may serve.
   *
   * @param space the route that stored it, and what else of the request its policy distinguishes
   * @param vary names of the request fields that selected the response
   * @param sent the values of these fields that were sent; null for an absent field, or one of several lines
   * @param normal the values that are compared; null for an absent field
   */
  record Selection(
      String space,
      List<AsciiString> vary,
      List<@Nullable String> sent,
      List<@Nullable String> normal) {
    /** @param request fields of the request, as the client sent them */
    static Selection of(String space, List<AsciiString> vary, Fields request) {
      List<@Nullable String> sent = new ArrayList<>(vary.size());
      List<@Nullable String> normal = new ArrayList<>(vary.size());
      for (AsciiString name : vary) {
        int at = request.indexOf(name, 0);
        boolean isOne = at >= 0 && request.indexOf(name, at + 1) < 0;
        sent.add(isOne ? request.value(at).toString() : null);
        normal.add(selectingValue(request, name));
      }
      return new Selection(space, vary, sent, normal);
    }

    private boolean matches(String wantedSpace, Fields request) {
      if (!space.equals(wantedSpace)) {
        return false;
      }
      for (int i = 0; i < vary.size(); i++) {
        if (!isSameAt(i, request)) {
          return false;
        }
      }
      return true;
    }

    private boolean isSameAt(int index, Fields request) {
      AsciiString name = vary.get(index);
      int at = request.indexOf(name, 0);
      String own = sent.get(index);
      // Most clients send the same text, which then needs no normal form.
      boolean isSame = at >= 0
          && own != null
          && AsciiString.contentEquals(own, request.value(at))
          && request.indexOf(name, at + 1) < 0;
      return isSame || Objects.equals(normal.get(index), selectingValue(request, name));
    }
  }

  /** Returns true if the other response has the same selecting fields, so that only the newer one is needed. */
  boolean isReplacedBy(StoredResponse newer) {
    return selection.space.equals(newer.selection.space)
        && selection.vary.equals(newer.selection.vary)
        && selection.normal.equals(newer.selection.normal);
  }

  boolean isNewerThan(StoredResponse other) {
    return head.arrivedNanos - other.head.arrivedNanos > 0;
  }

  /**
   * Returns the value that Vary compares; null for an absent field. Spaces beside commas do not count, and neither does the case of
   * languages and codings (RFC 9111 section 4.1).
   */
  static @Nullable String selectingValue(Fields request, AsciiString name) {
    int at = request.indexOf(name, 0);
    if (at < 0) {
      return null;
    }
    String value = request.value(at).toString();
    for (int next = request.indexOf(name, at + 1);
        next >= 0;
        next = request.indexOf(name, next + 1)) {
      value = value + ',' + request.value(next);
    }
    boolean hasCase = !FieldNames.same(name, HttpHeaderNames.ACCEPT_LANGUAGE)
        && !FieldNames.same(name, HttpHeaderNames.ACCEPT_ENCODING);
    return withoutSpaces(hasCase ? value : value.toLowerCase(Locale.ROOT));
  }

  private static String withoutSpaces(String value) {
    if (value.indexOf(' ') < 0 && value.indexOf('\t') < 0) {
      return value;
    }
    StringBuilder kept = new StringBuilder(value.length());
    int start = 0;
    for (int i = 0; i <= value.length(); i++) {
      if (i == value.length() || value.charAt(i) == ',') {
        kept.append(start == 0 ? "" : ",").append(value.substring(start, i).strip());
        start = i + 1;
      }
    }
    return kept.toString();
  }

  int status() {
    return head.status;
  }

  /** Returns the fields; the caller copies them before a change. */
  Fields fields() {
    return head.fields;
  }

  SharedFreshness freshness() {
    return head.freshness;
  }

  List<String> tags() {
    return head.tags;
  }

  int bodyLength() {
    return body.plain().capacity();
  }

  TwinAttempts attempts() {
    return attempts;
  }

  /** Returns the age in seconds (RFC 9111 section 4.2.3). */
  long age(long nowNanos) {
    return head.freshness.ageSeconds()
        + TimeUnit.NANOSECONDS.toSeconds(nowNanos - head.arrivedNanos);
  }

  /** Returns the seconds until it is stale, negative after that. */
  long remaining(long nowNanos) {
    return head.lifetimeSeconds - age(nowNanos);
  }

  /** Returns false if no request may reuse it without a validation, not even one that waits for it. */
  boolean isEverFresh() {
    return !head.freshness.control().isNoCache()
        && head.lifetimeSeconds > head.freshness.ageSeconds();
  }

  /** Returns the body with a reference for the caller; null if the store has dropped the response and no reader is left. */
  @Nullable
  ByteBuf takeBody() {
    return body.takePlain();
  }

  /** Returns the twin in this coding with a reference for the caller; null if there is none. */
  @Nullable
  ByteBuf takeTwin(String coding) {
    return body.takeTwin(coding);
  }

  boolean hasTwin(String coding) {
    return body.hasTwin(coding);
  }

  /** Returns the body and its twins with references for the caller; null under the same condition as {@link #takeBody}. */
  @Nullable
  StoredBody takeAll() {
    return body.take();
  }

  /** Gives back the references of the store. */
  void release() {
    body.release();
  }

  /** Returns the bytes of memory that it takes. */
  long weight() {
    return weight;
  }

  private long weigh() {
    long bytes = (long) OVERHEAD + body.size() + selection.space.length();
    for (int i = 0; i < head.fields.size(); i++) {
      bytes +=
          FIELD_OVERHEAD + head.fields.name(i).length() + head.fields.value(i).length();
    }
    for (int i = 0; i < selection.vary.size(); i++) {
      String value = selection.normal.get(i);
      bytes += FIELD_OVERHEAD
          + selection.vary.get(i).length()
          + (value == null ? 0 : 2L * value.length());
    }
    bytes += (long) FIELD_OVERHEAD * body.twins().size();
    for (String tag : head.tags) {
      bytes += FIELD_OVERHEAD + tag.length();
    }
    return bytes;
  }
}
