package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.Certificates;
import io.lychgate.gateway.config.CertificateReview;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.pem.CertificateNotices;
import io.lychgate.gateway.config.pem.ChainCheck;
import io.lychgate.gateway.config.pem.DnsNames;
import io.lychgate.gateway.config.pem.JavaRoots;
import io.lychgate.gateway.config.pem.Lifetime;
import io.lychgate.gateway.config.pem.OcspExtensions;
import io.lychgate.gateway.listen.ocsp.Staple;
import io.lychgate.gateway.listen.tls.ServerCertificate;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates of all listeners: for the admin plane and for metrics, and with a look at them and at all others of the
 * configuration after each reload and each hour. A finding is logged when it is new, and each day while it lasts.
 */
final class CertificatesInForce implements Certificates, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificatesInForce.class);

  private static final Duration LOOK = Duration.ofHours(1);
  private static final Duration REMIND = Duration.ofDays(1);

  /** Series of certificates: more than an operator can follow one by one. The smallest number of days is a series of its own. */
  private static final int MAX_SERIES = 1000;

  /** Characters of a fingerprint that identify a certificate among those of a gateway. */
  private static final int ID_CHARACTERS = 32;

  private final DataPath dataPath;
  private final InstantSource clock;
  private final Supplier<@Nullable Automatic> automatic;
  private final ChangingGauge days;
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("lychgate-certificates", true));

  /** The time at which each finding was last logged. Own thread only. */
  private final Map<String, Instant> logged = new LinkedHashMap<>();

  private volatile @Nullable Set<X500Principal> roots;

  CertificatesInForce(
      DataPath dataPath,
      Supplier<@Nullable Automatic> automatic,
      MeterRegistry registry,
      InstantSource clock) {
    this.dataPath = dataPath;
    this.automatic = automatic;
    this.clock = clock;
    this.days = new ChangingGauge("lychgate.certificate.expiry.days", registry);
    Gauge.builder("lychgate.certificate.expiry.days.min", this, CertificatesInForce::fewestDays)
        .register(registry);
    Gauge.builder("lychgate.certificate.staples.failed", this, CertificatesInForce::failedStaples)
        .register(registry);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  void start() {
    ScheduledExecutorService own = thread;
    var unused = own.scheduleWithFixedDelay(
        this::look, LOOK.toSeconds(), LOOK.toSeconds(), TimeUnit.SECONDS);
  }

  /** Looks at the certificates, because they may have changed. Returns at once. */
  void changed() {
    try {
      thread.execute(this::look);
    } catch (RejectedExecutionException e) {
      LOG.debug("certificates: not looked at, the gateway closes");
    }
  }

  private void look() {
    try {
      List<Certificate> all = all();
      Set<String> found = new HashSet<>();
      for (Certificate each : all) {
        each.notices().forEach(notice -> {
          found.add(notice);
          log(notice);
        });
      }
      Instant now = clock.instant();
      CertificateReview.of(dataPath.snapshot().config(), now, this::roots).forEach(notice -> {
        found.add(notice);
        log(notice);
      });
      logged.keySet().retainAll(found);
      bind(all);
    } catch (RuntimeException e) {
      // An exception would end the schedule silently.
      LOG.error("certificates: not looked at", e);
    }
  }

  private void log(String notice) {
    Instant now = clock.instant();
    Instant before = logged.get(notice);
    if (before == null || before.plus(REMIND).isBefore(now)) {
      logged.put(notice, now);
      LOG.warn("certificate {}", notice);
    }
  }

  private void bind(List<Certificate> all) {
    Map<Tags, DoubleSupplier> series = new HashMap<>();
    for (Certificate each : all) {
      for (String listener : each.listeners()) {
        if (series.size() < MAX_SERIES) {
          String name = each.names().isEmpty() ? each.subject() : each.names().get(0);
          Instant end = each.end();
          series.put(
              Tags.of("listener", listener, "name", name, "id", each.id()),
              () -> new Lifetime(end, end).daysLeft(clock.instant()));
        }
      }
    }
    days.replace(series);
  }

  private double fewestDays() {
    Instant now = clock.instant();
    return served().values().stream()
        .flatMap(List::stream)
        .mapToDouble(each -> Lifetime.of(each.identity().chain()).daysLeft(now))
        .min()
        .orElse(Double.NaN);
  }

  private double failedStaples() {
    Set<Staple> failed = new HashSet<>();
    served()
        .values()
        .forEach(list -> list.forEach(each -> {
          Staple staple = each.staple();
          if (staple != null && staple.complaint() != null) {
            failed.add(staple);
          }
        }));
    return failed.size();
  }

  private Map<String, List<ServerCertificate>> served() {
    return dataPath.listeners().served();
  }

  @Override
  public @Nullable Automatic automatic() {
    return automatic.get();
  }

  @Override
  public List<Certificate> all() {
    Instant now = clock.instant();
    Map<String, ServerCertificate> byId = new LinkedHashMap<>();
    Map<String, List<String>> listeners = new LinkedHashMap<>();
    Map<String, List<String>> defaults = new LinkedHashMap<>();
    served().forEach((listener, list) -> {
      for (int i = 0; i < list.size(); i++) {
        ServerCertificate each = list.get(i);
        String id = id(each.identity().chain().get(0)) + " " + each.place();
        byId.putIfAbsent(id, each);
        List<String> ofThis = listeners.computeIfAbsent(id, any -> new ArrayList<>());
        if (!ofThis.contains(listener)) {
          ofThis.add(listener);
        }
        if (i == 0) {
          defaults.computeIfAbsent(id, any -> new ArrayList<>()).add(listener);
        }
      }
    });
    List<Certificate> all = new ArrayList<>();
    byId.forEach((id, each) -> all.add(view(
        each, listeners.getOrDefault(id, List.of()), defaults.getOrDefault(id, List.of()), now)));
    return all;
  }

  private Certificate view(
      ServerCertificate each, List<String> listeners, List<String> defaultOf, Instant now) {
    List<X509Certificate> chain = each.identity().chain();
    X509Certificate leaf = chain.get(0);
    Lifetime lifetime = Lifetime.of(chain);
    Staple staple = each.staple();
    return new Certificate(
        id(leaf),
        namesOf(leaf),
        ChainCheck.nameOf(leaf.getSubjectX500Principal()),
        ChainCheck.nameOf(leaf.getIssuerX500Principal()),
        keyType(leaf),
        chain.stream()
            .map(link -> new Link(
                ChainCheck.nameOf(link.getSubjectX500Principal()),
                ChainCheck.nameOf(link.getIssuerX500Principal()),
                link.getNotAfter().toInstant()))
            .toList(),
        lifetime.begin(),
        lifetime.end(),
        Math.round(lifetime.daysLeft(now) * 100) / 100.0,
        each.origin().token(),
        each.place(),
        listeners,
        defaultOf,
        staple == null ? null : ocsp(staple),
        notices(each, listeners, now));
  }

  private List<String> notices(ServerCertificate each, List<String> listeners, Instant now) {
    List<String> notices = new ArrayList<>();
    if (each.origin() == ServerCertificate.Origin.PLACEHOLDER) {
      notices.add("self-signed: serves "
          + String.join(", ", namesOf(each.identity().chain().get(0)))
          + " until a certificate is issued; browsers warn of it");
      return notices;
    }
    notices.addAll(CertificateNotices.of(
        each.place(), each.key(), each.identity().chain(), now, () -> rootsFor(each)));
    notices.addAll(unserved(each));
    if (OcspExtensions.mustStaple(each.identity().chain().get(0))) {
      for (ListenerConfig listener : dataPath.snapshot().config().listeners()) {
        if (listeners.contains(listener.name()) && listener.speaks(Protocol.HTTP_3)) {
          notices.add(each.place() + ": demands a stapled OCSP response, which HTTP/3 of listener "
              + listener.name() + " cannot send; clients that insist on it use HTTP/2"
              + " (expected: protocols without h3, or a certificate without must-staple)");
        }
      }
    }
    return notices;
  }

  /** Returns a sentence for each listener on which no client gets this certificate. */
  private List<String> unserved(ServerCertificate each) {
    List<String> notices = new ArrayList<>();
    if (each.origin() != ServerCertificate.Origin.FILE) {
      return notices;
    }
    served().forEach((listener, list) -> {
      Set<String> earlier = new HashSet<>();
      for (ServerCertificate other : list) {
        List<String> names = namesOf(other.identity().chain().get(0));
        if (other.place().equals(each.place())) {
          String notice = CertificateNotices.unserved(each.place(), listener, names, earlier);
          if (notice != null) {
            notices.add(notice);
          }
          return;
        }
        earlier.addAll(names);
      }
    });
    return notices;
  }

  /** Returns the roots that clients know. The chain of an authority that the gateway orders from is as that one wants it. */
  private Set<X500Principal> rootsFor(ServerCertificate each) {
    X509Certificate last = each.identity().chain().get(each.identity().chain().size() - 1);
    return each.origin() == ServerCertificate.Origin.ACME
        ? Set.of(last.getIssuerX500Principal())
        : roots();
  }

  private Set<X500Principal> roots() {
    Set<X500Principal> known = roots;
    if (known == null) {
      known = JavaRoots.names();
      roots = known;
    }
    return known;
  }

  private static Ocsp ocsp(Staple staple) {
    URI responder = staple.responder();
    return new Ocsp(
        staple.state(),
        responder == null ? null : responder.toString(),
        staple.until(),
        staple.complaint(),
        staple.isNeeded());
  }

  private static List<String> namesOf(X509Certificate leaf) {
    try {
      return DnsNames.of(leaf);
    } catch (GeneralSecurityException e) {
      return List.of();
    }
  }

  private static String keyType(X509Certificate leaf) {
    if (leaf.getPublicKey() instanceof RSAPublicKey rsa) {
      return "RSA " + rsa.getModulus().bitLength();
    }
    if (leaf.getPublicKey() instanceof ECPublicKey ec) {
      return "EC " + ec.getParams().getCurve().getField().getFieldSize();
    }
    return leaf.getPublicKey().getAlgorithm();
  }

  private static String id(X509Certificate leaf) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(leaf.getEncoded());
      return HexFormat.of().formatHex(hash).substring(0, ID_CHARACTERS);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 of a certificate", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
