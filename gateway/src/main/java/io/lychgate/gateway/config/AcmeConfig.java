package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The authority from which the gateway orders certificates (RFC 8555), and the proof that names belong to the gateway.
 *
 * @param directory URL of the authority
 * @param contact addresses that the authority may write to, as {@code mailto:ops@example.com}
 * @param dns the program that changes DNS records; null unless the challenge is dns-01
 * @param account a binding to an account that exists at the authority; null for none
 * @param keyType the keys of certificates
 * @param accountKey PEM file of the account's key; null to make one and keep it in the store
 * @param trust PEM file of the authorities of the directory's own certificate; null for those of Java
 * @param encryptionKey encrypts private keys in the store; null for a secret that the store has itself
 */
public record AcmeConfig(
    URI directory,
    List<String> contact,
    Challenge challenge,
    @Nullable DnsHook dns,
    @Nullable ExternalAccount account,
    KeyType keyType,
    @Nullable Path accountKey,
    @Nullable Path trust,
    @Nullable Secret encryptionKey) {

  public AcmeConfig {
    contact = List.copyOf(contact);
    if ((challenge == Challenge.DNS_01) != (dns != null)) {
      throw new IllegalArgumentException(
          dns == null
              ? "challenge: dns-01 (expected: dns beside it, with a command)"
              : "dns: with challenge " + challenge.token() + " (expected: challenge dns-01)");
    }
  }

  /** The way in which the authority checks that a name belongs to the gateway. */
  public enum Challenge {
    /** RFC 8555 section 8.3. */
    HTTP_01("http-01"),
    /** RFC 8737. */
    TLS_ALPN_01("tls-alpn-01"),
    /** RFC 8555 section 8.4; the only one for wildcards. */
    DNS_01("dns-01");

    private final String token;

    Challenge(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }

    /** Returns the challenge of a token that the schema accepts. */
    public static Challenge of(String token) {
      return Arrays.stream(values())
          .filter(each -> each.token.equals(token))
          .findFirst()
          .orElse(HTTP_01);
    }
  }

  /** Algorithm and size of a key. */
  public enum KeyType {
    EC256,
    EC384,
    RSA2048,
    RSA3072,
    RSA4096;

    /** Returns the form of the configuration file. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the type of a token that the schema accepts. */
    public static KeyType of(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * A program that changes DNS records. It gets the arguments {@code add} or {@code remove}, the name and the value of a TXT record.
   *
   * @param timeout the longest time that the program may take
   * @param propagation time until name servers have the record
   */
  public record DnsHook(Path command, Duration timeout, Duration propagation) {}

  /** External account binding (RFC 8555 section 7.3.4). */
  public record ExternalAccount(String keyId, Secret key) {}
}
