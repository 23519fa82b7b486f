package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.CaptureTemplate;
import io.lychgate.gateway.config.site.RouteAction.RedirectAction;
import io.lychgate.gateway.http.RequestVariables;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.OwnResponse;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends clients to another place: {@code redirect: { to, status }} (RFC 9110 section 15.4). */
public final class Redirect implements ResponderFactory {
  private static final byte[] NO_BODY = {};

  /** Characters of a Location field. Clients commonly accept header fields of 8 KiB. */
  private static final int MAX_LOCATION = 8192;

  private static final Pattern PLACEHOLDER = Pattern.compile(Pattern.quote(RedirectAction.HOST)
      + "|" + Pattern.quote(RedirectAction.PATH) + "|" + Pattern.quote(RedirectAction.QUERY));

  private final int status;
  private final @Nullable BoundedRegex regex;
  private final boolean isUrl;
  private final List<Part> parts = new ArrayList<>();

  /** A part of the target. Returns null if the path is too long for the expression of the route. */
  private interface Part {
    @Nullable
    CharSequence of(RequestHead request);
  }

  public Redirect(RedirectAction action) {
    status = action.status();
    regex = action.regex();
    isUrl = !action.to().startsWith("/");
    Matcher matcher = PLACEHOLDER.matcher(action.to());
    int from = 0;
    while (matcher.find()) {
      addLiteral(action.to().substring(from, matcher.start()));
      parts.add(placeholder(matcher.group()));
      from = matcher.end();
    }
    addLiteral(action.to().substring(from));
  }

  private void addLiteral(String text) {
    CaptureTemplate template = CaptureTemplate.of(text);
    BoundedRegex expression = regex;
    if (template.hasReferences() && expression != null) {
      parts.add(request -> expression.expand(pathOf(request), template));
    } else if (!text.isEmpty()) {
      String literal = template.beginning();
      parts.add(request -> literal);
    }
  }

  private static Part placeholder(String name) {
    return switch (name) {
      case RedirectAction.HOST ->
        request -> AuthorityHost.of(request.authority().toString());
      case RedirectAction.QUERY -> request -> RequestVariables.query(request.path());
      default -> RequestHead::path;
    };
  }

  private static CharSequence pathOf(RequestHead request) {
    int query = AsciiString.indexOf(request.path(), '?', 0);
    return query < 0 ? request.path() : request.path().subSequence(0, query);
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    String location = location(context.request());
    if (location == null) {
      sink.fail(new ExchangeFailure(
          Kind.URI_TOO_LONG,
          "path: too long for a redirect (expected: a Location of at most " + MAX_LOCATION + ")"));
      return NoResponder.INSTANCE;
    }
    Fields fields = new Fields().add(HttpHeaderNames.LOCATION, location);
    return OwnResponse.send(context, sink, new ResponseHead(status, fields), NO_BODY);
  }

  /** Returns null if it is too long. */
  @Nullable
  String location(RequestHead request) {
    StringBuilder location = new StringBuilder(128);
    for (Part part : parts) {
      CharSequence text = part.of(request);
      if (text == null || location.length() + text.length() > MAX_LOCATION) {
        return null;
      }
      location.append(text);
    }
    // An empty query leaves its question mark.
    if (location.length() > 1 && location.charAt(location.length() - 1) == '?') {
      location.setLength(location.length() - 1);
    }
    // Behind a slash, a group such as /other.example would name another host.
    while (!isUrl && location.length() > 1 && isSlash(location.charAt(1))) {
      location.deleteCharAt(1);
    }
    return location.toString();
  }

  /** Browsers take a backslash for a slash. */
  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }
}
