package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpStatus;
import java.util.Locale;

/** The failures of a call; each token is stable. */
public enum ProblemCode {
  MALFORMED(400, "The request cannot be read"),
  UNKNOWN_FIELD(400, "The request has a field that this operation does not know"),
  INVALID(400, "A value is missing or out of range"),
  UNAUTHENTICATED(401, "Sign in first"),
  WRONG_CREDENTIALS(401, "Name or password is wrong"),
  FORBIDDEN(403, "The role does not allow this"),
  PASSWORD_CHANGE_REQUIRED(403, "Change the password first"),
  SECOND_FACTOR_REQUIRED(403, "Set up a second factor first"),
  CROSS_SITE(403, "The request may come from another site"),
  UNKNOWN_HOST(421, "The host name is not one of this gateway"),
  NOT_FOUND(404, "The resource does not exist"),
  METHOD_NOT_ALLOWED(405, "This address does not support the method"),
  REQUEST_TIMEOUT(408, "The body did not arrive in time"),
  CONFLICT(409, "The current state does not allow this"),
  MANAGED_BY_FILE(409, "A file outside of the gateway decides this"),
  IDEMPOTENCY_KEY_IN_USE(409, "The same request runs now"),
  STALE(412, "It has changed since it was read"),
  TOO_LARGE(413, "The request is too large"),
  TARGET_TOO_LONG(414, "The target of the request is too long"),
  FIELDS_TOO_LARGE(431, "The header fields of the request are too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body has another type than expected"),
  INVALID_MANIFEST(422, "The manifest has errors"),
  INVALID_CONFIGURATION(422, "The configuration cannot be used"),
  IDEMPOTENCY_KEY_REUSED(422, "Another request had this Idempotency-Key"),
  PRECONDITION_REQUIRED(428, "If-Match is missing"),
  TOO_MANY_ATTEMPTS(429, "Too many attempts"),
  INTERNAL(500, "The gateway failed to handle the request"),
  NOT_IMPLEMENTED(501, "The method is unknown"),
  STORE_UNAVAILABLE(503, "The store cannot be reached"),
  STORE_READ_ONLY(503, "Nothing can be changed now"),
  PROVIDER_UNAVAILABLE(503, "The provider does not respond");

  private final int status;
  private final String title;

  ProblemCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public String token() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  HttpStatus status() {
    return HttpStatus.valueOf(status);
  }

  String title() {
    return title;
  }

  /** Returns the code for a status that Armeria chose. */
  static ProblemCode ofStatus(int status) {
    return switch (status) {
      case 401 -> UNAUTHENTICATED;
      case 403 -> FORBIDDEN;
      case 404 -> NOT_FOUND;
      case 405 -> METHOD_NOT_ALLOWED;
      case 408 -> REQUEST_TIMEOUT;
      case 413 -> TOO_LARGE;
      case 414 -> TARGET_TOO_LONG;
      case 431 -> FIELDS_TOO_LARGE;
      case 415 -> UNSUPPORTED_MEDIA_TYPE;
      case 501 -> NOT_IMPLEMENTED;
      case 503 -> STORE_UNAVAILABLE;
      default -> status < 500 ? MALFORMED : INTERNAL;
    };
  }
}
