package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.pattern.Glob;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code clientCertificate}: a request needs a connection whose client has shown a certificate.
 *
 * @param file PEM file with {@code issuers}; null for none
 * @param issuers authorities of which one must have issued the certificate; empty for all that the listener trusts
 * @param names patterns of which one must match a name of the certificate; empty for any name
 * @param forward how much of the certificate the upstream gets
 * @param nameField name of the request field with the name of the certificate, in lower case; empty for none
 */
public record ClientCertificatePolicy(
    @Nullable Path file,
    List<X509Certificate> issuers,
    List<Name> names,
    Forward forward,
    String nameField)
    implements SenderPolicy {
  public static final String KEY = "clientCertificate";

  /** Patterns of a policy. Each is tried for each name of a certificate. */
  public static final int MAX_NAMES = 200;

  public ClientCertificatePolicy {
    issuers = List.copyOf(issuers);
    names = List.copyOf(names);
    Require.range("names", names.size(), 0, MAX_NAMES);
  }

  /** Kinds of names in a certificate. */
  public enum NameKind {
    DNS,
    URI,
    EMAIL,
    /** The distinguished name of the subject in the form of RFC 2253. */
    SUBJECT,
    /** An address, without leading zeros. The groups of IPv6 are all written. */
    IP;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A pattern of names of one kind. Names of hosts and mailboxes are compared in lower case, addresses in one form. */
  public record Name(NameKind kind, Glob pattern) {
    /** Parses {@code kind:pattern}. Returns empty for anything else. */
    public static Optional<Name> parse(String text) {
      for (NameKind kind : NameKind.values()) {
        String start = kind.token() + ":";
        if (text.startsWith(start) && text.length() > start.length()) {
          String pattern = text.substring(start.length());
          return kind == NameKind.IP && pattern.indexOf('*') < 0
              ? address(pattern)
              : Optional.of(new Name(kind, new Glob(caseOf(kind, pattern))));
        }
      }
      return Optional.empty();
    }

    private static Optional<Name> address(String text) {
      return AddressRange.parse(text)
          .filter(range -> text.indexOf('/') < 0)
          .map(range -> new Name(NameKind.IP, new Glob(range.network().getHostAddress())));
    }

    private static String caseOf(NameKind kind, String pattern) {
      boolean hasCase = kind == NameKind.URI || kind == NameKind.SUBJECT;
      return hasCase ? pattern : pattern.toLowerCase(Locale.ROOT);
    }
  }

  /** The part of a certificate that the upstream gets, in the fields of RFC 9440. */
  public enum Forward {
    NONE,
    CERTIFICATE,
    /** The certificate and those of the authorities that the client has sent. */
    CHAIN;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Forward of(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    List<String> parts = new ArrayList<>();
    if (!issuers.isEmpty()) {
      parts.add(issuers.size() == 1 ? "of one authority" : "of " + issuers.size() + " authorities");
    }
    if (names.size() == 1) {
      parts.add(
          "with a name like " + names.get(0).kind().token() + ":" + names.get(0).pattern());
    } else if (!names.isEmpty()) {
      parts.add("with one of " + names.size() + " names");
    }
    return "requires a client certificate" + (parts.isEmpty() ? "" : " " + String.join(" ", parts));
  }
}
