package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.pattern.ValueTemplate;
import io.lychgate.gateway.config.pattern.ValueTemplate.Source;
import io.lychgate.gateway.config.pattern.ValueTemplate.Variable;
import io.lychgate.gateway.config.policy.PageBodies;
import io.lychgate.gateway.http.AcceptedType;
import io.lychgate.gateway.http.RequestVariables;
import io.lychgate.gateway.http.RequestVariables.Form;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The page of a failure in the form that the client prefers.
 *
 * @param type value of Content-Type
 */
@SuppressWarnings("ArrayRecordComponent") // Sent, never compared.
public record ErrorPage(AsciiString type, byte[] body) {
  private static final AsciiString HTML = AsciiString.cached("text/html; charset=utf-8");
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");

  /** RFC 9457 section 3. */
  private static final AsciiString PROBLEM = AsciiString.cached("application/problem+json");

  private static final AsciiString JSON = AsciiString.cached("application/json");

  private static final Variable REQUEST_ID = new Variable(Source.REQUEST_ID, "");

  /**
   * Returns the page for a request.
   *
   * @param error the type of the failure, as in Proxy-Status; null for that of an upstream
   * @param explanation a sentence for the person who set up the gateway; may be empty
   */
  public static ErrorPage of(
      PageBodies bodies,
      RequestContext context,
      int status,
      @Nullable String error,
      String explanation) {
    Fields fields = context.request().fields();
    String reason = HttpResponseStatus.valueOf(status).reasonPhrase();
    int html = bodies.html() == null ? 0 : AcceptedType.rank(fields, "text/html");
    int text = AcceptedType.rank(fields, "text/plain");
    int json = Math.max(
        AcceptedType.rank(fields, "application/problem+json"),
        AcceptedType.rank(fields, "application/json"));
    if (bodies.html() != null && html >= Math.max(text, json)) {
      return new ErrorPage(HTML, bytes(bodies.html(), context, status, reason, Form.HTML));
    }
    // A range such as */* names no type: a person at a terminal reads text.
    if (json > text || (json == text && json > AcceptedType.rank(fields, "any/type"))) {
      return json(bodies.json(), context, status, reason, error);
    }
    return new ErrorPage(
        TEXT,
        bodies.text() == null
            ? (status + " " + reason + (error == null ? "" : " (" + error + ")") + "\n"
                    + explanation)
                .getBytes(StandardCharsets.UTF_8)
            : bytes(bodies.text(), context, status, reason, Form.TEXT));
  }

  private static ErrorPage json(
      @Nullable ValueTemplate template,
      RequestContext context,
      int status,
      String reason,
      @Nullable String error) {
    if (template != null) {
      return new ErrorPage(JSON, bytes(template, context, status, reason, Form.JSON));
    }
    StringBuilder problem = new StringBuilder("{\"type\":\"about:blank\",\"title\":\"")
        .append(reason)
        .append("\",\"status\":")
        .append(status);
    if (error != null) {
      problem.append(",\"error\":\"").append(error).append('"');
    }
    if (RequestVariables.value(REQUEST_ID, context) != null) {
      problem.append(",\"requestId\":\"");
      problem.append(RequestVariables.page(
          ValueTemplate.of("{requestId}"), context, status, reason, Form.JSON));
      problem.append('"');
    }
    return new ErrorPage(
        PROBLEM, problem.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(
      ValueTemplate template, RequestContext context, int status, String reason, Form form) {
    return RequestVariables.page(template, context, status, reason, form)
        .getBytes(StandardCharsets.UTF_8);
  }
}
