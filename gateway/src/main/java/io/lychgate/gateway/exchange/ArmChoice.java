package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.ExperimentConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.experiment.NewVisitors;
import io.lychgate.gateway.experiment.RunningExperiments;
import io.lychgate.gateway.experiment.VisitorCookie;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.route.Route;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Puts a request into the arms of the experiments on its route, before anything of its response is decided. */
final class ArmChoice {
  private static final AsciiString GLOBAL_PRIVACY_CONTROL = AsciiString.cached("sec-gpc");
  private static final AsciiString DO_NOT_TRACK = AsciiString.cached("dnt");

  private final Exchange exchange;
  private final ExchangeAccount account;
  private final Snapshot snapshot;
  private final RunningExperiments experiments;
  private final NewVisitors newVisitors;
  private final long nowMillis;

  private ArmChoice(Exchange exchange, ExchangeAccount account, LoopContext loop) {
    this.exchange = exchange;
    this.account = account;
    this.snapshot = account.snapshot();
    this.experiments = snapshot.experiments();
    this.newVisitors = loop.arms().newVisitors();
    this.nowMillis = loop.clock().wallMillis();
  }

  /** Does nothing if no experiment is in force. */
  static void choose(Exchange exchange, String host, Route route) {
    ExchangeAccount account = exchange.account();
    if (!account.snapshot().experiments().isEmpty()) {
      new ArmChoice(exchange, account, account.loop()).choose(host, route);
    }
  }

  private void choose(String host, Route route) {
    SiteConfig config = snapshot.router().siteOf(host);
    if (config == null) {
      return;
    }
    String site = config.hosts().get(0).toString();
    InetAddress network = account.client().inetAddress();
    account.assigned(experiments.ofRequest(
        site,
        route.id(),
        isOnItsOwnConnection() ? network : null,
        network,
        experiments.needsVisitor(site, route.id()) ? visitor() : null,
        nowMillis));
  }

  /** A proxy in front has chosen the protocol of its client, and without TLS there is no ALPN to choose it by. */
  private boolean isOnItsOwnConnection() {
    return account.client().chain() == null && account.connection().isSecure();
  }

  /** Returns the number of the browser; null if it has none, or its person has not agreed to one. */
  private byte @Nullable [] visitor() {
    ExperimentConfig rules = snapshot.config().experiments();
    RequestHead request = account.request();
    if (!rules.cookieEnabled() || !request.isSecure() || !hasAgreed(rules, request.fields())) {
      return null;
    }
    CharSequence value = RequestCookies.value(request.fields(), VisitorCookie.NAME);
    byte[] known =
        value == null ? null : experiments.cookie().read(value, rules.cookieMaxAge(), nowMillis);
    // The assets of the first page bring its cookie. Each new number for one of them would be a
    // visitor of its own.
    boolean isPage = Navigation.isNavigation(request)
        && !account.isPushed()
        && !RequestPurpose.isPrefetch(request.fields());
    InetAddress client = account.client().inetAddress();
    if (known != null || !isPage) {
      return known;
    }
    if (client != null && !newVisitors.admits(client, nowMillis)) {
      return null;
    }
    VisitorCookie.Made made = experiments.cookie().make(nowMillis);
    exchange.addToResponse(
        FieldNames.SET_COOKIE,
        VisitorCookie.NAME + "=" + made.value() + "; Path=/; Max-Age="
            + rules.cookieMaxAge().toSeconds() + "; HttpOnly; Secure; SameSite=Lax");
    return made.number();
  }

  private static boolean hasAgreed(ExperimentConfig rules, Fields fields) {
    if (rules.respectsOptOut()
        && (isOne(fields.get(GLOBAL_PRIVACY_CONTROL)) || isOne(fields.get(DO_NOT_TRACK)))) {
      return false;
    }
    if (rules.consentCookie().isEmpty()) {
      return true;
    }
    CharSequence consent = RequestCookies.value(fields, rules.consentCookie());
    return consent != null
        && (rules.consentValue().isEmpty()
            || AsciiString.contentEquals(consent, rules.consentValue()));
  }

  private static boolean isOne(@Nullable CharSequence value) {
    return value != null && AsciiString.contentEquals(value, "1");
  }
}
