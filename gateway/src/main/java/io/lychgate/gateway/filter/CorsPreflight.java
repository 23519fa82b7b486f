package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Denial;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.Verdict;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Responds to preflight requests (Fetch Standard, "CORS-preflight fetch"). They carry no credentials, so they come before
 * authentication. A refused preflight gets 403 with the reason.
 */
public final class CorsPreflight implements RequestStep {
  /** Characters of the list of fields in a preflight. Larger ones are no browser's. */
  private static final int MAX_NAMES = 4096;

  private static final int NO_CONTENT = 204;

  private final CorsPolicy policy;
  private final CorsOrigins origins;
  private final Set<String> methods;
  private final Set<String> headers = new HashSet<>();
  private final AsciiString allMethods;
  private final AsciiString allHeaders;
  private final AsciiString maxAge;
  private final BiConsumer<RequestContext, Boolean> outcomes;

  /** @param outcomes counts each preflight: true if it was admitted */
  public CorsPreflight(CorsPolicy policy, BiConsumer<RequestContext, Boolean> outcomes) {
    this.policy = policy;
    this.origins = new CorsOrigins(policy);
    this.methods = Set.copyOf(policy.methods());
    policy.headers().forEach(name -> headers.add(name.toLowerCase(Locale.ROOT)));
    this.allMethods = new AsciiString(String.join(", ", policy.methods()));
    this.allHeaders = new AsciiString(String.join(", ", policy.headers()));
    this.maxAge = new AsciiString(Long.toString(policy.maxAge().toSeconds()));
    this.outcomes = outcomes;
  }

  /** Returns the method that a preflight asks for; null for any other request. */
  public static @Nullable CharSequence methodOf(RequestHead request) {
    return request.isMethod(HttpMethod.OPTIONS.asciiName())
            && request.fields().contains(HttpHeaderNames.ORIGIN)
        ? request.fields().get(HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD)
        : null;
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    CharSequence method = methodOf(context.request());
    if (method == null) {
      continuation.then(Verdict.CONTINUE);
      return;
    }
    Fields request = context.request().fields();
    String refusal = refusal(request, method);
    outcomes.accept(context, refusal.isEmpty());
    continuation.then(
        refusal.isEmpty() ? admission(request, method) : Denial.of("cors: ", refusal));
  }

  private String refusal(Fields request, CharSequence method) {
    CharSequence origin = CorsOrigins.of(request);
    if (origin == null || !origins.admits(origin)) {
      return "origin not allowed";
    }
    if (!methods.contains(CorsPolicy.ANY) && !methods.contains(method.toString())) {
      return "method not allowed";
    }
    CharSequence names = request.get(HttpHeaderNames.ACCESS_CONTROL_REQUEST_HEADERS);
    return names == null || areAllowed(names) ? "" : "request header not allowed";
  }

  private boolean areAllowed(CharSequence names) {
    if (names.length() > MAX_NAMES) {
      return false;
    }
    boolean isAnyAllowed = headers.contains(CorsPolicy.ANY);
    for (String name : names.toString().split(",", -1)) {
      String one = name.strip().toLowerCase(Locale.ROOT);
      if (!isToken(one) || (!isAnyAllowed && !headers.contains(one))) {
        return false;
      }
    }
    return true;
  }

  /** RFC 9110 section 5.6.2. The text comes back in the response, so it must be nothing else. */
  private static boolean isToken(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private Verdict admission(Fields request, CharSequence method) {
    Fields fields = new Fields();
    origins.admit(String.valueOf(CorsOrigins.of(request)), fields);
    fields.add(
        HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS,
        // Browsers take * literally in requests with credentials.
        methods.contains(CorsPolicy.ANY) && isToken(method) ? method : allMethods);
    CharSequence names = request.get(HttpHeaderNames.ACCESS_CONTROL_REQUEST_HEADERS);
    if (names != null && headers.contains(CorsPolicy.ANY)) {
      fields.add(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, names);
    } else if (!allHeaders.isEmpty()) {
      fields.add(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, allHeaders);
    }
    fields.add(HttpHeaderNames.ACCESS_CONTROL_MAX_AGE, maxAge);
    origins.vary(fields);
    return new Verdict.Respond((context, sink) -> {
      sink.head(new ResponseHead(NO_CONTENT, fields), true);
      sink.flush();
      return NoResponder.INSTANCE;
    });
  }

  @Override
  public String summary() {
    return "responds to CORS preflights: " + policy.summary();
  }
}
