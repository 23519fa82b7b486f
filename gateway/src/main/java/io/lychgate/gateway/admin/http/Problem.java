package io.lychgate.gateway.admin.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lychgate.gateway.admin.seam.TextProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of every failure response (RFC 9457). */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
    String type,
    String title,
    int status,
    @Nullable String detail,
    String code,
    @Nullable String etag,
    @Nullable List<TextProblem> problems) {

  static final String MEDIA_TYPE = "application/problem+json";

  static Problem of(
      ProblemCode code,
      @Nullable String detail,
      @Nullable String etag,
      @Nullable List<TextProblem> problems) {
    return new Problem(
        "urn:lychgate:problem:" + code.token(),
        code.title(),
        code.status().code(),
        detail,
        code.token(),
        etag,
        problems);
  }
}
