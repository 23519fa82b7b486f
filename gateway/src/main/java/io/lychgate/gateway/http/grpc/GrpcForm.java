package io.lychgate.gateway.http.grpc;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** The form in which a request is one of gRPC, by its Content-Type. */
public enum GrpcForm {
  /** Not gRPC. */
  NONE(""),
  GRPC("application/grpc"),
  /** gRPC-Web: the trailers are the last message of the body. */
  WEB("application/grpc-web"),
  /** gRPC-Web whose body is text in base64. */
  WEB_TEXT("application/grpc-web-text");

  private final String type;

  GrpcForm(String type) {
    this.type = type;
  }

  /** Returns the form of a request. */
  public static GrpcForm of(Fields request) {
    CharSequence type = request.get(HttpHeaderNames.CONTENT_TYPE);
    return type == null ? NONE : ofType(type);
  }

  /** Returns the form of a message with this Content-Type. */
  public static GrpcForm ofType(CharSequence type) {
    if (!GRPC.begins(type)) {
      return NONE;
    }
    if (GRPC.isTypeOf(type)) {
      return GRPC;
    }
    if (WEB_TEXT.isTypeOf(type)) {
      return WEB_TEXT;
    }
    return WEB.isTypeOf(type) ? WEB : NONE;
  }

  /** Returns the media type without the name of a message format. */
  public String type() {
    return type;
  }

  /** Returns a Content-Type of this form in place of one of another form: the format ({@code +proto}) and parameters stay. */
  public String withSuffixOf(CharSequence contentType, GrpcForm form) {
    return type + contentType.subSequence(form.type.length(), contentType.length());
  }

  private boolean begins(CharSequence value) {
    return AsciiString.regionMatches(value, true, 0, type, 0, type.length());
  }

  /** A format follows behind a plus sign, and parameters behind a semicolon. */
  private boolean isTypeOf(CharSequence value) {
    int length = type.length();
    if (!begins(value)) {
      return false;
    }
    char next = value.length() == length ? ';' : value.charAt(length);
    return next == ';' || next == '+' || next == ' ';
  }
}
