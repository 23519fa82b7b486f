package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The response to a call. Immutable except for a stream, which may be sent only once. */
public final class Reply {

  private static final String JSON = "application/json";

  /** The beginning of a body with the time of its reading. */
  private static final byte[] READ_AT = "{\"at\":\"".getBytes(StandardCharsets.US_ASCII);

  /** The policy of API responses: a browser must not render or run them. */
  private static final String API_POLICY = "default-src 'none'; frame-ancestors 'none'";

  private final ResponseHeaders head;
  private final HttpData body;
  private final @Nullable HttpResponse stream;

  private Reply(ResponseHeaders head, HttpData body, @Nullable HttpResponse stream) {
    this.head = head;
    this.body = body;
    this.stream = stream;
  }

  public static Reply ok(Object body) {
    return of(HttpStatus.OK, JSON, Json.bytes(body));
  }

  public static Reply created(Object body, String location) {
    return of(HttpStatus.CREATED, JSON, Json.bytes(body)).with("location", location);
  }

  /** Returns a response to a request whose work goes on in another one. */
  public static Reply accepted(Object body) {
    return of(HttpStatus.ACCEPTED, JSON, Json.bytes(body));
  }

  /** Returns a redirect of a browser that is not in the dashboard, by GET. */
  public static Reply seeOther(String location) {
    return new Reply(
        head(HttpStatus.SEE_OTHER).set("location", location).build(), HttpData.empty(), null);
  }

  public static Reply noContent() {
    return new Reply(head(HttpStatus.NO_CONTENT).build(), HttpData.empty(), null);
  }

  /** Returns a response that is not JSON. */
  public static Reply content(String mediaType, byte[] bytes) {
    return of(HttpStatus.OK, mediaType, bytes);
  }

  static Reply content(HttpStatus status, String mediaType, byte[] bytes) {
    return of(status, mediaType, bytes);
  }

  /** Returns the head of a response whose body continues as a stream. */
  public static ResponseHeadersBuilder streamHead(String mediaType) {
    return head(HttpStatus.OK).set("content-type", mediaType);
  }

  /** Returns a response whose body continues as a stream after its {@link #streamHead}. */
  public static Reply stream(HttpResponse stream) {
    return new Reply(ResponseHeaders.of(HttpStatus.OK), HttpData.empty(), stream);
  }

  static Reply problem(Problem problem) {
    return of(HttpStatus.valueOf(problem.status()), Problem.MEDIA_TYPE, Json.bytes(problem));
  }

  static Reply problem(ProblemCode code, String detail) {
    return problem(Problem.of(code, detail, null, null));
  }

  public Reply with(String name, String value) {
    return new Reply(head.toBuilder().set(name, value).build(), body, stream);
  }

  /** Returns the response with one more field line of this name. */
  public Reply adding(String name, String value) {
    return new Reply(head.toBuilder().add(name, value).build(), body, stream);
  }

  /**
   * Returns a 412 or a 304 instead if a condition of a reading is false (RFC 9110 13.2.2). A stream has no validator. If-Match does not
   * guard a representation without a version: it could never be true, and a client that sends it with all requests can do no harm.
   */
  Reply ifWanted(RequestHeaders request) {
    if (stream != null || !head.status().equals(HttpStatus.OK)) {
      return this;
    }
    String version = head.get("etag");
    if (version != null
        && Precondition.isMatchFalse(Precondition.list(request, "if-match"), version)) {
      return problem(ProblemCode.STALE, "If-Match: another version (expected: " + version + ")")
          .with("etag", version);
    }
    String tag = version == null ? weakTag(body.array()) : version;
    return Precondition.isNoneMatchFalse(Precondition.list(request, "if-none-match"), tag)
        ? new Reply(head(HttpStatus.NOT_MODIFIED).set("etag", tag).build(), HttpData.empty(), null)
        : with("etag", tag);
  }

  /**
   * Returns the weak validator of a representation without a version (RFC 9110 8.8.1). Two readings that differ
   * in their time only have the same.
   */
  private static String weakTag(byte[] bytes) {
    int begin = timeOfReading(bytes);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, begin, bytes.length - begin);
      return "W/\"" + HexFormat.of().formatHex(digest.digest(), 0, 12) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Returns the length of the beginning with the time of the reading; 0 for a body without it. */
  private static int timeOfReading(byte[] bytes) {
    int end = Math.min(READ_AT.length, bytes.length);
    if (!Arrays.equals(bytes, 0, end, READ_AT, 0, READ_AT.length)) {
      return 0;
    }
    while (end < bytes.length && bytes[end] != '"') {
      end++;
    }
    return end;
  }

  /** Returns the same response as stored earlier. */
  static Reply again(int status, Map<String, String> fields, @Nullable String text) {
    ResponseHeadersBuilder head = head(HttpStatus.valueOf(status));
    fields.forEach(head::set);
    head.set("idempotency-replayed", "true");
    return new Reply(head.build(), text == null ? HttpData.empty() : HttpData.ofUtf8(text), null);
  }

  boolean isStream() {
    return stream != null;
  }

  HttpResponse response() {
    return stream != null ? stream : HttpResponse.of(head, body);
  }

  ResponseHeaders head() {
    return head;
  }

  HttpData body() {
    return body;
  }

  private static Reply of(HttpStatus status, String mediaType, byte[] bytes) {
    return new Reply(
        head(status).set("content-type", mediaType).build(), HttpData.wrap(bytes), null);
  }

  static ResponseHeadersBuilder head(HttpStatus status) {
    return ResponseHeaders.builder(status)
        .set("cache-control", "no-store")
        .set("content-security-policy", API_POLICY);
  }
}
