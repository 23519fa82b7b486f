package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ForwardedForm;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The way of a request through trusted proxies: from the client to the peer of the connection. The lists in forwarding fields are
 * walked from the right, because each proxy appends the address of its own peer. The walk ends at the first address that is not a
 * trusted proxy, or before the first entry that is no address. Entries further to the left may be forged, and are dropped.
 *
 * @param addresses those of the client and of the proxies between it and the peer; empty if the fields name no client
 * @param elements the elements of {@code Forwarded} for these addresses; empty if they come from {@code X-Forwarded-For}
 * @param isSecure true if the client used https, false if http; null if no proxy says
 * @param host the authority that the client requested; null if no proxy says
 * @param port the port that the client requested; null if no proxy says
 */
record ForwardedChain(
    List<InetAddress> addresses,
    List<String> elements,
    @Nullable Boolean isSecure,
    @Nullable String host,
    @Nullable String port) {

  /** Most trusted proxies in a row. More are a loop or an attack. */
  static final int MAX_PROXIES = 32;

  /** Characters of an entry; the longest address with zone, port and brackets has fewer. */
  private static final int MAX_ADDRESS = 64;

  /** Reads the forwarding fields of a request from a trusted proxy. */
  static ForwardedChain of(Fields fields, ForwardedForm form, AddressRanges trusted) {
    boolean isRfc7239 = form == ForwardedForm.RFC_7239
        || (form == ForwardedForm.BOTH && fields.contains(FieldNames.FORWARDED));
    return isRfc7239 ? ofForwarded(fields, trusted) : ofXForwarded(fields, trusted);
  }

  private static ForwardedChain ofXForwarded(Fields fields, AddressRanges trusted) {
    List<InetAddress> addresses = new ArrayList<>(2);
    Entries entries = new Entries(fields, FieldNames.X_FORWARDED_FOR, false);
    boolean isProxy = true;
    while (isProxy && addresses.size() < MAX_PROXIES && entries.next()) {
      InetAddress address = address(entries.entry());
      if (address == null) {
        break;
      }
      addresses.add(0, address);
      isProxy = trusted.contains(new InetSocketAddress(address, 0));
    }
    String host = last(fields, FieldNames.X_FORWARDED_HOST, 1);
    String port = last(fields, FieldNames.X_FORWARDED_PORT, 1);
    return new ForwardedChain(
        addresses,
        List.of(),
        schemeOf(fields, addresses.size()),
        host != null && RequestChecks.isAuthority(host) ? host : null,
        port != null && isPort(port) ? port : null);
  }

  /**
   * Returns the scheme that the proxy next to the client saw, if each proxy has appended one. Otherwise returns the last value,
   * which the nearest proxy has written or accepted.
   */
  private static @Nullable Boolean schemeOf(Fields fields, int place) {
    boolean isAligned = place > 1
        && count(fields, FieldNames.X_FORWARDED_PROTO) == count(fields, FieldNames.X_FORWARDED_FOR);
    return isSecure(last(fields, FieldNames.X_FORWARDED_PROTO, isAligned ? place : 1));
  }

  private static int count(Fields fields, AsciiString name) {
    Entries entries = new Entries(fields, name, false);
    int count = 0;
    while (entries.next()) {
      count++;
    }
    return count;
  }

  /** Returns the entry at this place from the right, from 1; null if there are fewer. */
  private static @Nullable String last(Fields fields, AsciiString name, int place) {
    Entries entries = new Entries(fields, name, false);
    for (int i = 0; i < place; i++) {
      if (!entries.next()) {
        return null;
      }
    }
    return entries.entry();
  }

  private static ForwardedChain ofForwarded(Fields fields, AddressRanges trusted) {
    List<InetAddress> addresses = new ArrayList<>(2);
    List<String> elements = new ArrayList<>(2);
    Entries entries = new Entries(fields, FieldNames.FORWARDED, true);
    ForwardedElement ofClient = null;
    boolean isProxy = true;
    while (isProxy && addresses.size() < MAX_PROXIES && entries.next()) {
      ForwardedElement element = ForwardedElement.parse(entries.entry());
      InetAddress address =
          element == null || element.node() == null ? null : address(element.node());
      if (address == null) {
        break;
      }
      ofClient = element;
      addresses.add(0, address);
      elements.add(0, entries.entry());
      isProxy = trusted.contains(new InetSocketAddress(address, 0));
    }
    String host = ofClient == null ? null : ofClient.host();
    return new ForwardedChain(
        addresses,
        elements,
        ofClient == null ? null : isSecure(ofClient.proto()),
        host != null && RequestChecks.isAuthority(host) ? host : null,
        null);
  }

  private static @Nullable Boolean isSecure(@Nullable String scheme) {
    if (scheme == null) {
      return null;
    }
    return switch (scheme.toLowerCase(Locale.ROOT)) {
      case "https", "wss" -> Boolean.TRUE;
      case "http", "ws" -> Boolean.FALSE;
      default -> null;
    };
  }

  private static boolean isPort(String text) {
    return text.length() <= 5
        && text.chars().allMatch(c -> c >= '0' && c <= '9')
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= 65_535;
  }

  /**
   * Returns the address of an entry: IPv4 or IPv6, also in brackets, with or without a port. An IPv4-mapped address becomes IPv4.
   * Returns null for anything else, such as {@code unknown} and the obfuscated identifiers of RFC 7239 section 6.3.
   */
  static @Nullable InetAddress address(String entry) {
    String text = withoutPort(entry);
    if (text == null || text.length() > MAX_ADDRESS || text.indexOf('%') >= 0 || isOctal(text)) {
      return null;
    }
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    try {
      return bytes == null ? null : InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private static @Nullable String withoutPort(String entry) {
    if (entry.startsWith("[")) {
      int end = entry.indexOf(']');
      boolean isWhole = end == entry.length() - 1;
      boolean hasPort = !isWhole
          && end > 0
          && entry.charAt(end + 1) == ':'
          && isNodePort(entry.substring(end + 2));
      String inside = end > 0 && (isWhole || hasPort) ? entry.substring(1, end) : null;
      return inside != null && inside.indexOf(':') >= 0 ? inside : null;
    }
    int colon = entry.indexOf(':');
    if (colon < 0 || colon != entry.lastIndexOf(':')) {
      return entry;
    }
    return isNodePort(entry.substring(colon + 1)) ? entry.substring(0, colon) : null;
  }

  /** RFC 7239 section 6: a port is a number or an obfuscated one, which begins with an underscore. */
  private static boolean isNodePort(String text) {
    return text.startsWith("_")
        ? text.length() > 1
        : !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(Character::isDigit);
  }

  /** Returns true if a part of an IPv4 address has a leading zero. Some programs read such a part as octal. */
  private static boolean isOctal(String text) {
    if (text.indexOf(':') >= 0) {
      return false;
    }
    for (int i = 0; i + 1 < text.length(); i++) {
      boolean isFirst = i == 0 || text.charAt(i - 1) == '.';
      if (isFirst && text.charAt(i) == '0' && text.charAt(i + 1) != '.') {
        return true;
      }
    }
    return false;
  }

  /** Returns the client; null if the fields name none. */
  @Nullable
  InetAddress client() {
    return addresses.isEmpty() ? null : addresses.get(0);
  }

  /** Returns the value of X-Forwarded-For: the client, the proxies, and the peer of the connection. */
  String xForwardedFor(String peer) {
    StringBuilder text = new StringBuilder(64);
    for (InetAddress address : addresses) {
      text.append(NetUtil.toAddressString(address)).append(", ");
    }
    return text.append(peer).toString();
  }

  /**
   * Returns the value of Forwarded: the elements as received, or made from the addresses, and one for the peer of the connection.
   *
   * @param authority the authority of the request as the gateway received it
   * @param isPeerSecure true if the peer's connection has TLS
   */
  String forwarded(String peer, CharSequence authority, boolean isPeerSecure) {
    StringBuilder text = new StringBuilder(128);
    if (!elements.isEmpty()) {
      text.append(String.join(", ", elements)).append(", ");
    } else {
      for (int i = 0; i < addresses.size(); i++) {
        text.append("for=");
        ForwardedClient.appendNode(text, NetUtil.toAddressString(addresses.get(i)));
        if (i == 0 && host != null) {
          text.append(";host=\"").append(host).append('"');
        }
        if (i == 0 && isSecure != null) {
          text.append(";proto=").append(isSecure ? "https" : "http");
        }
        text.append(", ");
      }
    }
    text.append("for=");
    ForwardedClient.appendNode(text, peer);
    return text.append(";host=\"")
        .append(authority)
        .append("\";proto=")
        .append(isPeerSecure ? "https" : "http")
        .toString();
  }

  /** The entries of all lines of a list field from the right (RFC 9110 section 5.6.1). Empty ones are skipped. */
  private static final class Entries {
    private final Fields fields;
    private final AsciiString name;
    private final boolean hasQuotes;

    /** The index of the line, and the end of its part that is not read yet; -1 before the first entry of a line. */
    private int line;

    private int end = -1;
    private String text = "";
    private String entry = "";

    Entries(Fields fields, AsciiString name, boolean hasQuotes) {
      this.fields = fields;
      this.name = name;
      this.hasQuotes = hasQuotes;
      this.line = fields.size();
    }

    boolean next() {
      do {
        if (end < 0 && !previousLine()) {
          return false;
        }
        int comma = comma();
        entry = text.substring(comma + 1, end).strip();
        end = comma;
      } while (entry.isEmpty());
      return true;
    }

    private boolean previousLine() {
      do {
        line--;
      } while (line >= 0 && !FieldNames.same(fields.name(line), name));
      if (line < 0) {
        return false;
      }
      text = fields.value(line).toString();
      end = text.length();
      return true;
    }

    /**
     * Returns the index of the comma before the current entry; -1 if there is none. Quotes are paired from the right, too, so that
     * an unpaired quote of a client does not swallow the entry of a proxy.
     */
    private int comma() {
      boolean isQuoted = false;
      for (int i = end - 1; i >= 0; i--) {
        char c = text.charAt(i);
        if (hasQuotes && c == '"' && !isEscaped(i)) {
          isQuoted = !isQuoted;
        } else if (c == ',' && !isQuoted) {
          return i;
        }
      }
      return -1;
    }

    private boolean isEscaped(int index) {
      int backslashes = 0;
      for (int i = index - 1; i >= 0 && text.charAt(i) == '\\'; i--) {
        backslashes++;
      }
      return backslashes % 2 == 1;
    }

    String entry() {
      return entry;
    }
  }
}
