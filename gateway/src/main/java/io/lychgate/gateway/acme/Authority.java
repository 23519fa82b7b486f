package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.AcmeConfig.ExternalAccount;
import io.lychgate.gateway.config.AcmeConfig.KeyType;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.Account;
import org.shredzone.acme4j.AccountBuilder;
import org.shredzone.acme4j.Authorization;
import org.shredzone.acme4j.Login;
import org.shredzone.acme4j.Order;
import org.shredzone.acme4j.OrderBuilder;
import org.shredzone.acme4j.RenewalInfo;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.Status;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.Dns01Challenge;
import org.shredzone.acme4j.challenge.Http01Challenge;
import org.shredzone.acme4j.challenge.TlsAlpn01Challenge;
import org.shredzone.acme4j.challenge.TokenChallenge;
import org.shredzone.acme4j.connector.NetworkSettings;
import org.shredzone.acme4j.connector.Resource;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.provider.GenericAcmeProvider;

/** An account at an authority of ACME. Each method blocks until the authority has responded. One thread at a time. */
final class Authority {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

  /** The longest time for the check of one name, and for the issue of a certificate. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Session session;
  private final Login login;

  private Authority(Session session, Login login) {
    this.session = session;
    this.login = login;
  }

  /** Signs in with a key. An account is created if there is none. */
  static Authority signIn(AcmeConfig config, KeyPair key)
      throws AcmeException, IOException, GeneralSecurityException {
    Session session = new Session(config.directory(), new Trusting(config.trust()));
    session.networkSettings().setTimeout(REQUEST_TIMEOUT);
    AccountBuilder account = new AccountBuilder().agreeToTermsOfService().useKeyPair(key);
    config.contact().forEach(account::addContact);
    ExternalAccount external = config.account();
    if (external != null) {
      account.withKeyIdentifier(external.keyId(), external.key().reveal());
    }
    Login login = account.createLogin(session);
    Account known = login.getAccount();
    if (known.getStatus() != Status.VALID) {
      throw new AcmeException("the account is " + known.getStatus() + " (expected: valid)");
    }
    return new Authority(session, login);
  }

  /** Proofs that a name belongs to this gateway. */
  interface Prover {
    /** Makes the proofs of all names visible, before the authority is asked to look. */
    void prove(List<Proof> proofs) throws IOException, InterruptedException;

    /** Removes them again. */
    void withdraw(List<Proof> proofs) throws InterruptedException;
  }

  /**
   * A proof.
   *
   * @param name a DNS name, without the asterisk of a wildcard
   * @param token the token of the authority
   * @param value the key authorization, or the value of the DNS record
   */
  record Proof(AcmeConfig.Challenge kind, String name, String token, String value) {}

  /** A new certificate with its key. */
  record Issued(List<X509Certificate> chain, KeyPair key) {}

  /** @param replaced the certificate that this one renews, for the limits of the authority (RFC 9773 section 5); null for none */
  Issued order(
      List<String> names,
      AcmeConfig.Challenge challenge,
      KeyType keyType,
      @Nullable X509Certificate replaced,
      Prover prover)
      throws AcmeException, IOException, GeneralSecurityException, InterruptedException {
    Order order = create(names, replaced);
    List<Challenge> open = new ArrayList<>();
    List<Proof> proofs = new ArrayList<>();
    for (Authorization authorization : order.getAuthorizations()) {
      if (authorization.getStatus() == Status.PENDING) {
        TokenChallenge wanted = wanted(authorization, challenge);
        open.add(wanted);
        proofs.add(proof(challenge, authorization, wanted));
      }
    }
    try {
      if (!proofs.isEmpty()) {
        prover.prove(proofs);
      }
      // The authority looks at all names beside one another.
      for (Challenge each : open) {
        each.trigger();
      }
      for (int i = 0; i < open.size(); i++) {
        awaitCheck(open.get(i), proofs.get(i).name());
      }
    } finally {
      if (!proofs.isEmpty()) {
        prover.withdraw(proofs);
      }
    }
    return finish(order, keyType);
  }

  private Order create(List<String> names, @Nullable X509Certificate replaced)
      throws AcmeException {
    OrderBuilder builder = login.newOrder().domains(names);
    if (replaced == null || session.resourceUrlOptional(Resource.RENEWAL_INFO).isEmpty()) {
      return builder.create();
    }
    try {
      return login.newOrder().domains(names).replaces(replaced).create();
    } catch (AcmeException | IllegalArgumentException e) {
      // It was replaced before, or another authority has issued it: the order counts as a new one.
      return builder.create();
    }
  }

  private static TokenChallenge wanted(Authorization authorization, AcmeConfig.Challenge kind)
      throws AcmeException {
    Optional<? extends TokenChallenge> found = switch (kind) {
      case HTTP_01 -> authorization.findChallenge(Http01Challenge.class);
      case TLS_ALPN_01 -> authorization.findChallenge(TlsAlpn01Challenge.class);
      case DNS_01 -> authorization.findChallenge(Dns01Challenge.class);
    };
    if (found.isPresent()) {
      return found.get();
    }
    throw new AcmeException(authorization.getIdentifier().getDomain() + ": the authority offers "
        + authorization.getChallenges().stream()
            .map(Challenge::getType)
            .collect(Collectors.joining(", "))
        + " (expected: " + kind.token() + ", the challenge of the configuration)");
  }

  private static Proof proof(
      AcmeConfig.Challenge kind, Authorization authorization, TokenChallenge challenge) {
    String name = authorization.getIdentifier().getDomain();
    if (challenge instanceof Dns01Challenge dns) {
      String record = dns.getRRName(authorization.getIdentifier()).replaceFirst("\\.$", "");
      return new Proof(kind, record, "", dns.getDigest());
    }
    String token = challenge instanceof Http01Challenge http ? http.getToken() : "";
    return new Proof(kind, name, token, challenge.getAuthorization());
  }

  private static void awaitCheck(Challenge challenge, String name)
      throws AcmeException, InterruptedException {
    Status status = challenge.waitForCompletion(PATIENCE);
    if (status != Status.VALID) {
      String reason = challenge
          .getError()
          .flatMap(problem -> problem.getDetail())
          .orElse("the challenge is " + status + " after " + PATIENCE.toSeconds() + " s");
      throw new AcmeException(name + ": " + reason);
    }
  }

  private static Issued finish(Order order, KeyType keyType)
      throws AcmeException, GeneralSecurityException, InterruptedException {
    Status ready = order.waitUntilReady(PATIENCE);
    if (ready != Status.READY && ready != Status.VALID) {
      throw new AcmeException("order: " + ready + reason(order) + " (expected: ready)");
    }
    KeyPair key = PemKeys.create(keyType);
    order.execute(key);
    Status status = order.waitForCompletion(PATIENCE);
    if (status != Status.VALID) {
      throw new AcmeException("order: " + status + reason(order) + " (expected: valid)");
    }
    return new Issued(order.getCertificate().getCertificateChain(), key);
  }

  private static String reason(Order order) {
    return order
        .getError()
        .flatMap(problem -> problem.getDetail())
        .map(text -> ", " + text)
        .orElse("");
  }

  /**
   * The advice of the authority on a renewal (RFC 9773).
   *
   * @param nextLook time at which it may have changed
   */
  record Advice(RenewalRule.Window window, Instant nextLook) {}

  /** Returns the advice for a certificate; null if the authority gives none. */
  @Nullable
  Advice advice(X509Certificate certificate, Instant now, Duration every) throws AcmeException {
    if (session.resourceUrlOptional(Resource.RENEWAL_INFO).isEmpty()) {
      return null;
    }
    RenewalInfo info = login.bindRenewalInfo(certificate);
    Instant next = info.fetch().orElse(now.plus(every));
    // RFC 9773 section 4.3.2: from one minute to one day.
    Instant earliest = now.plus(Duration.ofMinutes(1));
    Instant latest = now.plus(Duration.ofDays(1));
    Instant bounded = next.isBefore(earliest) ? earliest : next.isAfter(latest) ? latest : next;
    return new Advice(
        new RenewalRule.Window(info.getSuggestedWindowStart(), info.getSuggestedWindowEnd()),
        bounded);
  }

  /** The generic protocol, with the authorities of a file for the connection itself. */
  private static final class Trusting extends GenericAcmeProvider {
    private final @Nullable SSLContext context;

    Trusting(@Nullable Path trust) throws IOException, GeneralSecurityException {
      context = trust == null ? null : context(trust);
    }

    private static SSLContext context(Path trust) throws IOException, GeneralSecurityException {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int number = 0;
      for (X509Certificate each : PemIdentity.readChain(trust)) {
        store.setCertificateEntry("authority " + number++, each);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    }

    @Override
    public boolean accepts(URI directory) {
      return "https".equals(directory.getScheme());
    }

    @Override
    public HttpClient createHttpClient(NetworkSettings settings) {
      HttpClient.Builder client = HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(REQUEST_TIMEOUT);
      if (context != null) {
        client.sslContext(context);
      }
      return client.build();
    }
  }
}
