package io.lychgate.gateway.auth.jwt;

import io.lychgate.gateway.config.policy.TokenSource;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the token of a request in the places that a policy allows, and removes it. */
final class TokenFinder {
  /** Found in place of a token if there are several. RFC 6750 section 2: a client uses one place only. */
  static final CharSequence SEVERAL = new AsciiString("several tokens");

  private static final String SCHEME = "bearer ";

  private final TokenSource[] sources;
  private final AsciiString[] fields;

  TokenFinder(List<TokenSource> sources) {
    this.sources = sources.toArray(TokenSource[]::new);
    this.fields = sources.stream()
        .map(source -> source.kind() == TokenSource.Kind.HEADER
            ? FieldNames.canonical(source.name())
            : HttpHeaderNames.AUTHORIZATION)
        .toArray(AsciiString[]::new);
  }

  /** Returns the token; null if there is none, {@link #SEVERAL} if there is more than one. */
  @Nullable
  CharSequence find(RequestHead request) {
    CharSequence found = null;
    for (int i = 0; i < sources.length; i++) {
      CharSequence token = find(request, i);
      if (token != null) {
        if (found != null) {
          return SEVERAL;
        }
        found = token;
      }
    }
    return found;
  }

  private @Nullable CharSequence find(RequestHead request, int index) {
    return switch (sources[index].kind()) {
      case BEARER -> bearer(only(request.fields(), HttpHeaderNames.AUTHORIZATION));
      case HEADER -> only(request.fields(), fields[index]);
      case COOKIE -> RequestCookies.value(request.fields(), sources[index].name());
      case QUERY -> QueryParameter.value(request.path(), sources[index].name(), SEVERAL);
    };
  }

  private static @Nullable CharSequence only(Fields fields, AsciiString name) {
    int first = fields.indexOf(name, 0);
    if (first < 0) {
      return null;
    }
    return fields.indexOf(name, first + 1) < 0 ? fields.value(first) : SEVERAL;
  }

  /** Returns the token of a field of scheme Bearer; null for another scheme. The case of the scheme is ignored (RFC 9110 section 11.1). */
  private static @Nullable CharSequence bearer(@Nullable CharSequence value) {
    if (value == null || isSeveral(value)) {
      return value;
    }
    if (!AsciiString.regionMatches(value, true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    int start = SCHEME.length();
    while (start < value.length() && value.charAt(start) == ' ') {
      start++;
    }
    return value instanceof AsciiString ascii
        ? ascii.subSequence(start, ascii.length(), false)
        : value.subSequence(start, value.length());
  }

  @SuppressWarnings("ReferenceEquality") // A mark, which no request can contain.
  static boolean isSeveral(CharSequence found) {
    return found == SEVERAL;
  }

  /** Removes tokens from the query as logs see it, and from the request itself unless it is kept for the upstream. */
  void hide(RequestContext context, boolean isKept) {
    for (TokenSource source : sources) {
      if (source.kind() == TokenSource.Kind.QUERY) {
        RequestHead request = context.request();
        CharSequence target = QueryParameter.without(request.target(), source.name());
        CharSequence path =
            isKept ? request.path() : QueryParameter.without(request.path(), source.name());
        context.target(target, path);
      }
    }
  }

  /** Returns true if a token may be in the query. */
  boolean readsQuery() {
    for (TokenSource source : sources) {
      if (source.kind() == TokenSource.Kind.QUERY) {
        return true;
      }
    }
    return false;
  }

  /** Removes the token of a request that goes to the upstream without it. */
  void remove(Fields of) {
    for (int i = 0; i < sources.length; i++) {
      switch (sources[i].kind()) {
        case BEARER -> {
          if (bearer(of.get(HttpHeaderNames.AUTHORIZATION)) != null) {
            of.remove(HttpHeaderNames.AUTHORIZATION);
          }
        }
        case HEADER -> of.remove(fields[i]);
        case COOKIE -> RequestCookies.remove(of, sources[i].name());
        case QUERY -> {
          // Removed before the decision.
        }
      }
    }
  }
}
