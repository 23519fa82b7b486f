package io.lychgate.gateway.push;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.facts.LowerCase;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.h2o.H2oCasper;
import org.jspecify.annotations.Nullable;

/** The rules of H2O: one set of resources for all authorities of a connection, and pushes by the Link fields of a page only. */
final class H2oRules extends CasperRules {
  private final CasperParameters parameters;
  private final H2oCasper h2o;

  H2oRules(PushSettings settings) {
    this.parameters = settings.parameters();
    this.h2o = new H2oCasper(settings.parameters(), settings.blockingTypes());
  }

  /** Links apply only when they arrive. */
  @Override
  boolean usesRememberedLinks() {
    return false;
  }

  /** All authorities share the connection's set. H2O keeps no set for a client that takes no push. */
  @Override
  ConnectionMemory.Site site(
      ConnectionMemory memory, RequestHead request, ClientAbilities client, int epoch) {
    return new ConnectionMemory.Site(
        LowerCase.of(request.authority()),
        client.takesPush() ? memory.h2o().set(parameters) : new CacheFingerprint(parameters, 0));
  }

  @Override
  void learn(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      @Nullable CandidateFacts known,
      RequestHead request,
      ResponseHead response,
      ConnectionMemory memory) {
    var unused = h2o.record(request, response, memory.h2o());
  }

  /** The resource stays in the set, as in H2O. */
  @Override
  void lost(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      RequestHead request,
      ConnectionMemory memory) {}

  @Override
  void addCookies(
      RequestHead request, ResponseHead response, ConnectionMemory memory, boolean isPage) {
    if (!RequestPurpose.isPrefetch(request.fields())) {
      h2o.addCookie(H2oCasper.digest(request.fields()), response, memory.h2o());
    }
  }

  /** A plan alone sets no cookie: it is due when a push has entered the set. */
  @Override
  @Nullable
  String setCookie(RequestHead request, ConnectionMemory memory, boolean isPage) {
    return null;
  }

  @Override
  public boolean setsCookiesOver(Protocol protocol) {
    return protocol == Protocol.HTTP_2;
  }

  /** H2O takes the field as a sign of a proxy in front of it, which would receive all pushes. */
  @Override
  public boolean allowsPushes(Fields request) {
    return !request.contains(FieldNames.X_FORWARDED_FOR);
  }

  @Override
  public boolean areBoundByPath() {
    return false;
  }

  /** HTTP/2 only: H2O reads the Link fields of no other responses. */
  @Override
  public @Nullable H2oCasper ofWaitingPage(Protocol protocol) {
    return protocol == Protocol.HTTP_2 ? h2o : null;
  }
}
