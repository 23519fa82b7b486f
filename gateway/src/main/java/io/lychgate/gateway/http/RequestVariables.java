package io.lychgate.gateway.http;

import io.lychgate.gateway.config.pattern.ValueTemplate;
import io.lychgate.gateway.config.pattern.ValueTemplate.Variable;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The values of variables in templates. Every value is a text that the sender chose, so a control character becomes a question mark, and
 * the length is bounded.
 */
public final class RequestVariables {
  /** Characters of one value. Longer ones are cut: longer fields are tokens and cookies, of no use in a template. */
  private static final int MAX_VALUE = 4096;

  /** Characters of a text. Servers commonly accept header fields of 8 KiB. */
  private static final int MAX_TEXT = 8192;

  private static final AsciiString X_REQUEST_ID = FieldNames.canonical("x-request-id");

  private RequestVariables() {}

  /** The form in which values are written, so that no value ends the place where it stands. */
  public enum Form {
    /** In a header field. */
    FIELD {
      @Override
      void append(StringBuilder into, char c) {
        into.append(c > 0xff ? '?' : c);
      }
    },
    TEXT {
      @Override
      void append(StringBuilder into, char c) {
        into.append(c);
      }
    },
    HTML {
      @Override
      void append(StringBuilder into, char c) {
        switch (c) {
          case '&' -> into.append("&amp;");
          case '<' -> into.append("&lt;");
          case '>' -> into.append("&gt;");
          case '"' -> into.append("&quot;");
          case '\'' -> into.append("&#39;");
          // Attributes without quotes end here.
          case ' ', '=', '`' -> into.append("&#").append((int) c).append(';');
          default -> into.append(c);
        }
      }
    },
    /** Within a string of JSON. */
    JSON {
      @Override
      void append(StringBuilder into, char c) {
        if (c == '"' || c == '\\') {
          into.append('\\');
        }
        into.append(c);
      }
    };

    abstract void append(StringBuilder into, char c);
  }

  /** Returns the text for a request. */
  public static String text(ValueTemplate template, RequestContext context) {
    StringBuilder text = new StringBuilder(64);
    for (int i = 0; i < template.variables().size(); i++) {
      text.append(template.literals().get(i));
      append(text, value(template.variables().get(i), context), Form.FIELD);
    }
    text.append(template.literals().get(template.variables().size()));
    if (text.length() > MAX_TEXT) {
      text.setLength(MAX_TEXT);
    }
    return text.toString();
  }

  /**
   * Returns a page for a request.
   *
   * @param form the form of all values
   */
  public static String page(
      ValueTemplate template, RequestContext context, int status, String reason, Form form) {
    StringBuilder text = new StringBuilder(256);
    for (int i = 0; i < template.variables().size(); i++) {
      text.append(template.literals().get(i));
      Variable variable = template.variables().get(i);
      switch (variable.source()) {
        case STATUS -> text.append(status);
        case REASON -> text.append(reason);
        default -> append(text, value(variable, context), form);
      }
    }
    return text.append(template.literals().get(template.variables().size())).toString();
  }

  private static void append(StringBuilder into, @Nullable CharSequence value, Form form) {
    int length = value == null ? 0 : Math.min(value.length(), MAX_VALUE);
    for (int i = 0; i < length; i++) {
      char c = value == null ? '?' : value.charAt(i);
      form.append(into, c < ' ' || c == 0x7f ? '?' : c);
    }
  }

  /** Returns the value of a variable; null if the request has none. */
  public static @Nullable CharSequence value(Variable variable, RequestContext context) {
    RequestHead request = context.request();
    return switch (variable.source()) {
      case CLIENT -> context.client();
      case COOKIE -> RequestCookies.value(request.fields(), variable.name());
      case HEADER -> request.fields().get(FieldNames.canonical(variable.name()));
      case HOST -> AuthorityHost.of(request.authority().toString());
      case IDENTITY -> name(context.identity());
      case CLAIM -> claim(context.identity(), variable.name());
      case METHOD -> request.method();
      case PATH -> path(request.path());
      case PROTOCOL -> context.protocol();
      case QUERY -> query(request.path());
      case PARAMETER -> parameter(request.path(), variable.name());
      case REQUEST_ID -> request.fields().get(X_REQUEST_ID);
      case SCHEME -> request.isSecure() ? "https" : "http";
      case TLS_VERSION -> context.tlsVersion();
      case STATUS, REASON -> null;
    };
  }

  private static @Nullable String name(@Nullable Identity identity) {
    return identity == null ? null : identity.name();
  }

  private static @Nullable String claim(@Nullable Identity identity, String name) {
    return identity == null ? null : identity.claim(name);
  }

  private static CharSequence path(CharSequence target) {
    int mark = AsciiString.indexOf(target, '?', 0);
    return mark < 0 ? target : target.subSequence(0, mark);
  }

  /** Returns the query without its question mark; empty if there is none. */
  public static CharSequence query(CharSequence target) {
    int mark = AsciiString.indexOf(target, '?', 0);
    return mark < 0 ? "" : target.subSequence(mark + 1, target.length());
  }

  /** Returns the first value of a query parameter as the client encoded it; null if there is none. */
  private static @Nullable CharSequence parameter(CharSequence target, String name) {
    String query = query(target).toString();
    int start = 0;
    while (start < query.length()) {
      int end = query.indexOf('&', start);
      String pair = query.substring(start, end < 0 ? query.length() : end);
      int equals = pair.indexOf('=');
      if (decoded(equals < 0 ? pair : pair.substring(0, equals)).equals(name)) {
        return equals < 0 ? "" : pair.substring(equals + 1);
      }
      start = end < 0 ? query.length() : end + 1;
    }
    return null;
  }

  /** Returns the decoded form of a part of a query; the part itself if it is malformed. */
  public static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
