package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A call of {@code grpc.health.v1.Health/Check} [1] and its result. Both messages have one field, so they are coded here without a
 * library.
 *
 * <p>[1] https://github.com/grpc/grpc/blob/master/doc/health-checking.md
 */
final class GrpcHealth implements CheckedResponse {
  static final String PATH = "/grpc.health.v1.Health/Check";

  /** Bytes before a message: its compression, and its length. */
  private static final int PREFIX_BYTES = 5;

  /** Field 1, length-delimited: HealthCheckRequest.service. */
  private static final int SERVICE = 1 << 3 | 2;

  /** Field 1, varint: HealthCheckResponse.status. */
  private static final int STATUS = 1 << 3;

  private static final int NOT_FOUND = 5;

  /** The most characters of a server's message that are repeated. */
  private static final int MAX_MESSAGE = 200;

  private static final String[] STATES = {"UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"};
  private static final int SERVING = 1;

  private final String service;

  GrpcHealth(String service) {
    this.service = service;
  }

  /** Returns the message of the request with its prefix. */
  static byte[] request(String service) {
    byte[] name = service.getBytes(StandardCharsets.UTF_8);
    // A default value is left out. A name has at most 256 characters, so that two bytes hold its
    // length.
    int length = name.length == 0 ? 0 : 1 + (name.length < 128 ? 1 : 2) + name.length;
    ByteBuffer message = ByteBuffer.allocate(PREFIX_BYTES + length);
    message.put((byte) 0).putInt(length);
    if (name.length > 0) {
      message.put((byte) SERVICE);
      if (name.length < 128) {
        message.put((byte) name.length);
      } else {
        message.put((byte) ((name.length & 0x7f) | 0x80)).put((byte) (name.length >>> 7));
      }
      message.put(name);
    }
    return message.array();
  }

  @Override
  public @Nullable CheckResult head(ResponseHead head) {
    if (head.status() != 200) {
      return CheckResult.unhealthy("status " + head.status() + " (expected: 200, from gRPC)");
    }
    // A response without a message has its status in the head ("Trailers-Only").
    CharSequence status = head.fields().get(GrpcStatus.FIELD);
    return status == null ? null : failure(status, head.fields());
  }

  @Override
  public CheckResult end(byte[] body, Fields trailers) {
    CharSequence status = trailers.get(GrpcStatus.FIELD);
    if (status == null) {
      return CheckResult.unhealthy("no grpc-status (expected: a response of gRPC)");
    }
    CheckResult failure = failure(status, trailers);
    return failure == null ? ofMessage(body) : failure;
  }

  private @Nullable CheckResult failure(CharSequence status, Fields fields) {
    if (AsciiString.contentEquals(status, "0")) {
      return null;
    }
    String code = shortened(status);
    if (code.equals(Integer.toString(NOT_FOUND))) {
      return CheckResult.unhealthy("grpc-status 5: the server has no service \"" + service + "\"");
    }
    if (code.equals(Integer.toString(GrpcStatus.UNIMPLEMENTED))) {
      return CheckResult.unhealthy("grpc-status 12: the server has no grpc.health.v1.Health");
    }
    CharSequence message = fields.get(GrpcStatus.MESSAGE);
    return CheckResult.unhealthy("grpc-status " + code + " (expected: 0)"
        + (message == null ? "" : ": " + shortened(message)));
  }

  private static String shortened(CharSequence text) {
    return text.length() > MAX_MESSAGE ? text.subSequence(0, MAX_MESSAGE) + "..." : text.toString();
  }

  private static CheckResult ofMessage(byte[] body) {
    int state = state(body);
    if (state == SERVING) {
      return CheckResult.HEALTHY;
    }
    return state < 0
        ? CheckResult.unhealthy("no valid HealthCheckResponse")
        : CheckResult.unhealthy(
            (state < STATES.length ? STATES[state] : "state " + state) + " (expected: SERVING)");
  }

  /** Returns the status of a message with its prefix; -1 if it is not a HealthCheckResponse. */
  static int state(byte[] body) {
    if (body.length < PREFIX_BYTES || body[0] != 0) {
      return -1;
    }
    int length = ByteBuffer.wrap(body, 1, Integer.BYTES).getInt();
    if (length != body.length - PREFIX_BYTES) {
      return -1;
    }
    if (length == 0) {
      return 0;
    }
    // The status is a varint of one byte in every valid message.
    boolean isStatus = length == 2 && body[PREFIX_BYTES] == STATUS && body[PREFIX_BYTES + 1] >= 0;
    return isStatus ? body[PREFIX_BYTES + 1] : -1;
  }
}
