package io.lychgate.gateway.push;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.ResourceKey;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.http.SharedCaching;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.h2o.H2oCasper;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The gateway's own rules: one fingerprint for each authority, with the versions of what manifests and links name. */
final class NativeRules extends CasperRules {
  private static final AsciiString COOKIE = FieldNames.canonical("cookie");

  private final PushSettings settings;
  private final CasperCookie cookie;

  NativeRules(PushSettings settings) {
    this.settings = settings;
    this.cookie = new CasperCookie(settings.parameters());
  }

  @Override
  boolean usesRememberedLinks() {
    return true;
  }

  @Override
  ConnectionMemory.Site site(
      ConnectionMemory memory, RequestHead request, ClientAbilities client, int epoch) {
    return memory.site(request.authority(), settings.parameters(), epoch);
  }

  @Override
  void learn(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      @Nullable CandidateFacts known,
      RequestHead request,
      ResponseHead response,
      ConnectionMemory memory) {
    if (settings.remembers() && known != null && isHeldNow(known, response)) {
      remember(
          entry, known, memory.site(request.authority(), settings.parameters(), index.epoch()));
    } else if (response.status() >= 400 && "GET".contentEquals(request.method())) {
      lost(index, entry, request, memory);
    }
  }

  private static void remember(
      @Nullable ManifestEntry entry, CandidateFacts known, ConnectionMemory.Site on) {
    if (entry != null) {
      on.fingerprint().add(entry.asset().candidate(on.authority()), known);
    } else if (known.contentKey() != CandidateFacts.NO_KEY) {
      on.fingerprint().add(known.contentKey());
    }
  }

  private static boolean isHeldNow(CandidateFacts known, ResponseHead response) {
    return (response.status() == 200 || response.status() == 304)
        && known.reusability() != Reusability.NOT_REUSABLE;
  }

  @Override
  void lost(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      RequestHead request,
      ConnectionMemory memory) {
    ConnectionMemory.Site site = settings.remembers() ? memory.find(request.authority()) : null;
    if (site == null || site.fingerprint().isEmpty()) {
      return;
    }
    String path = request.target().toString();
    CacheFingerprint held = site.fingerprint();
    held.refute(ResourceKey.versioned(path, ""));
    CandidateFacts known = index.facts().of(site.authority(), path);
    if (known.contentKey() != CandidateFacts.NO_KEY) {
      held.refute(known.contentKey());
    }
    if (entry != null) {
      held.refute(entry.asset().candidate(request.authority()).nativeKey());
    }
  }

  /** Also removes an H2O cookie that has been migrated. */
  @Override
  void addCookies(
      RequestHead request, ResponseHead response, ConnectionMemory memory, boolean isPage) {
    if (response.status() >= 500 || (isPage && SharedCaching.isAllowed(response))) {
      // A 5xx response is no page; the client requests the page again.
      return;
    }
    String value = setCookie(request, memory, isPage);
    if (value != null) {
      response.fields().add(FieldNames.SET_COOKIE, value);
      if (carriesH2oCookie(request.fields())) {
        response.fields().add(FieldNames.SET_COOKIE, CasperCookie.RETIRED_H2O_COOKIE);
      }
    }
  }

  /** Only pages carry the cookie, so that shared caches can keep assets. */
  @Override
  @Nullable
  String setCookie(RequestHead request, ConnectionMemory memory, boolean isPage) {
    if (!settings.remembers() || !isPage || RequestPurpose.isPrefetch(request.fields())) {
      return null;
    }
    ConnectionMemory.Site site = memory.find(request.authority());
    boolean isCurrent =
        site != null && site.fingerprint().parameters().equals(settings.parameters());
    return site == null || !isCurrent ? null : cookie.write(site.fingerprint());
  }

  private static boolean carriesH2oCookie(Fields request) {
    for (int i = request.indexOf(COOKIE, 0); i >= 0; i = request.indexOf(COOKIE, i + 1)) {
      if (CasperCookie.carriesH2oCookie(request.value(i))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean setsCookiesOver(Protocol protocol) {
    return true;
  }

  @Override
  public boolean allowsPushes(Fields request) {
    return true;
  }

  @Override
  public boolean areBoundByPath() {
    return true;
  }

  /** The page leaves at once; what its Link fields name is pushed behind its head. */
  @Override
  public @Nullable H2oCasper ofWaitingPage(Protocol protocol) {
    return null;
  }
}
