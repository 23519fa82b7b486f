package io.lychgate.gateway.http;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;

/** Reads the Vary fields of a response: the request fields by which it differs between clients (RFC 9110 section 12.5.5). */
public final class Variants {
  private static final AsciiString VARY = FieldNames.canonical("vary");
  private static final AsciiString COOKIE = FieldNames.canonical("cookie");
  private static final AsciiString AUTHORIZATION = FieldNames.canonical("authorization");
  private static final AsciiString ANY = AsciiString.cached("*");

  /** Fields that do not change the content itself: they select its coding, or state the origin that may read it. */
  private static final AsciiString[] HARMLESS = {
    AsciiString.cached("accept-encoding"), AsciiString.cached("origin")
  };

  private static final AsciiString[] CODING = {AsciiString.cached("accept-encoding"), ANY};

  private static final AsciiString[] ENDLESS = {ANY};

  /** Fields by which a response may be specific to one client. */
  private static final AsciiString[] PERSONAL = {COOKIE, AUTHORIZATION, ANY};

  private Variants() {}

  /** Returns true if the response varies by its coding at most. */
  public static boolean areOfCodingOnly(Fields response) {
    return areAll(response, HARMLESS, true);
  }

  /** Returns true if the response varies by the identity of the client, or for an unknown reason. */
  public static boolean areOfClients(Fields response) {
    return !areAll(response, PERSONAL, false);
  }

  /** Returns true if the response varies by Accept-Encoding, or for an unknown reason. */
  public static boolean nameCoding(Fields response) {
    return !areAll(response, CODING, false);
  }

  /** Returns the names in all Vary fields, each once and in lower case. */
  public static List<AsciiString> names(Fields response) {
    int at = response.indexOf(VARY, 0);
    if (at < 0) {
      return List.of();
    }
    List<AsciiString> names = new ArrayList<>(2);
    for (; at >= 0; at = response.indexOf(VARY, at + 1)) {
      CharSequence list = response.value(at);
      int start = 0;
      while (start < list.length()) {
        int end = AsciiString.indexOf(list, ',', start);
        end = end < 0 ? list.length() : end;
        CharSequence name = AsciiString.trim(list.subSequence(start, end));
        if (name.length() > 0 && !isOneOf(names.toArray(AsciiString[]::new), name)) {
          names.add(FieldNames.canonical(name.toString()));
        }
        start = end + 1;
      }
    }
    return names;
  }

  /** Returns true for {@code Vary: *}: a stored response then matches no request (RFC 9111 section 4.1). */
  public static boolean areEndless(Fields response) {
    return !areAll(response, ENDLESS, false);
  }

  /** Returns true if all fields named by Vary are in the list ({@code named}), or if none of them is. */
  private static boolean areAll(Fields response, AsciiString[] names, boolean named) {
    for (int i = response.indexOf(VARY, 0); i >= 0; i = response.indexOf(VARY, i + 1)) {
      CharSequence list = response.value(i);
      int start = 0;
      while (start < list.length()) {
        int end = AsciiString.indexOf(list, ',', start);
        end = end < 0 ? list.length() : end;
        CharSequence name = AsciiString.trim(list.subSequence(start, end));
        if (name.length() > 0 && isOneOf(names, name) != named) {
          return false;
        }
        start = end + 1;
      }
    }
    return true;
  }

  private static boolean isOneOf(AsciiString[] names, CharSequence wanted) {
    for (AsciiString name : names) {
      if (name.contentEqualsIgnoreCase(wanted)) {
        return true;
      }
    }
    return false;
  }
}
