package io.lychgate.gateway.push;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PageRequest;
import io.lychgate.casper.PushContext;
import io.lychgate.casper.ResourceKey;
import io.lychgate.gateway.http.SharedCaching;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.facts.LowerCase;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.h2o.H2oCasper;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.LinkAssets;
import io.netty.util.AsciiString;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans the early pushes and hints of pages, and records what was sent. One per event loop.
 *
 * <p>An exchange calls, in this order: {@link #plan} once the request's head arrives; then it sends the 103 and the promises, and
 * calls {@link #carriedOut}. Once the response's head arrives it calls {@link #planLinks} for the upstream's Link fields (pushes
 * only, because the 103 is past) and {@link #carriedOut} again. Last it calls {@link #learn} and {@link #addCookies}.
 */
public final class PushPlanner {
  private static final AsciiString COOKIE = FieldNames.canonical("cookie");

  private final PushSettings settings;
  private final CasperCookie cookie;
  private final LinkAssets links = new LinkAssets();
  private final PushPlan plan = new PushPlan();
  private final Selection selection;
  private final H2oCasper h2o;

  public PushPlanner(PushSettings settings) {
    this(settings, new Selection(InstantSource.system(), false));
  }

  public PushPlanner(PushSettings settings, Selection selection) {
    this.settings = settings;
    this.selection = selection;
    this.cookie = new CasperCookie(settings.parameters());
    this.h2o = new H2oCasper(settings.parameters(), settings.blockingTypes());
  }

  public PushSettings settings() {
    return settings;
  }

  /** Returns the rules of H2O's mode. */
  public H2oCasper h2o() {
    return h2o;
  }

  /**
   * Returns the plan for a request by the manifests in force. If no rule matches, the plan is empty and no cookie is read.
   *
   * @param isAuthorized the route is public, or access was granted
   */
  public PushPlan plan(
      ManifestIndex index,
      RequestHead request,
      ClientAbilities client,
      ConnectionMemory memory,
      boolean isAuthorized) {
    plan.clear();
    return settings.isOff() ? plan : planAnyway(index, request, client, memory, isAuthorized);
  }

  public PushPlan planAnyway(
      ManifestIndex index,
      RequestHead request,
      ClientAbilities client,
      ConnectionMemory memory,
      boolean isAuthorized) {
    plan.begin(request.authority());
    if ("GET".contentEquals(request.method())) {
      index.select(selection.of(request), plan);
      selection.clear();
      addRemembered(index, request);
      decide(index, request, client, memory, isAuthorized, false);
    }
    return plan;
  }

  /**
   * Adds remembered links after the manifest's own candidates, because the manifest decides how an asset is sent. In H2O mode links
   * apply only when they arrive.
   */
  private void addRemembered(ManifestIndex index, RequestHead request) {
    if (settings.isH2o()) {
      return;
    }
    for (Asset asset : index.links().of(request.authority(), request.path())) {
      if (!plan.names(asset.url())) {
        plan.add(asset, index.assetAt(request.authority(), asset.url()));
      }
    }
  }

  /**
   * Remembers the assets that the Link fields of a page's responses named, for the next client of the page. Ignores responses that
   * may be meant for this client alone.
   *
   * @param response the page's final response, as the upstream sent it
   * @param client number that identifies the client
   */
  public void remember(
      ManifestIndex index,
      RequestHead request,
      ResponseHead response,
      long client,
      List<Asset> named) {
    if (!settings.isH2o()
        && !settings.isOff()
        && !RequestPurpose.isPrefetch(request.fields())
        && RememberedLinks.areForAll(request.fields(), response.fields())) {
      index.links().saw(request.authority(), request.path(), client, named);
    }
  }

  /**
   * Returns the plan for the Link fields of an upstream's response.
   *
   * @param response fields of a final response or of a 103
   * @param hintsSent true if a 103 or the response's head has already been sent
   */
  public PushPlan planLinks(
      ManifestIndex index,
      Fields response,
      RequestHead request,
      ClientAbilities client,
      ConnectionMemory memory,
      boolean isAuthorized,
      boolean hintsSent) {
    plan.begin(request.authority());
    int at = settings.isOff() ? -1 : response.indexOf(FieldNames.LINK, 0);
    if (at < 0) {
      return plan;
    }
    String authority = request.authority().toString();
    String own = LowerCase.of(authority);
    for (; at >= 0; at = response.indexOf(FieldNames.LINK, at + 1)) {
      for (Asset asset : links.of(response.value(at), authority, request.path())) {
        ManifestEntry entry = index.assetAt(request.authority(), asset.url());
        if (entry == null) {
          index.facts().await(own, asset.candidate());
        }
        plan.add(asset, entry);
      }
    }
    decide(index, request, client, memory, isAuthorized, hintsSent);
    return plan;
  }

  /** Records the pushes and hints of a plan as sent. */
  public void carriedOut(PushPlan done, ConnectionMemory memory) {
    ConnectionMemory.Site site = done.site();
    if (site == null) {
      return;
    }
    for (int i = 0; i < done.size(); i++) {
      if (!done.decision(i).isSkip()) {
        memory.diary().record(site.authority(), done.candidate(i));
        if (settings.remembers()) {
          site.fingerprint().add(done.candidate(i), done.facts(i));
        }
      } else if (done.isHeld(i)) {
        site.fingerprint().inherit(done.candidate(i), done.facts(i));
      }
    }
  }

  /**
   * Records the facts of a response that goes to the client: its reusability and length, and that the client now holds it.
   *
   * @param entry the manifest entry of the request's target, from {@link ManifestIndex#assetAt}
   */
  public void learn(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      RequestHead request,
      ResponseHead response,
      ConnectionMemory memory) {
    CandidateFacts known = "GET".contentEquals(request.method())
        ? index.facts().learn(request.authority(), request.target(), entry, response)
        : null;
    if (settings.isH2o()) {
      var unused = h2o.record(request, response, memory.h2o());
    } else if (settings.remembers() && known != null && isHeldNow(known, response)) {
      remember(
          entry, known, memory.site(request.authority(), settings.parameters(), index.epoch()));
    } else if (response.status() >= 400 && "GET".contentEquals(request.method())) {
      lost(index, entry, request, memory);
    }
  }

  /**
   * Removes a resource from the fingerprint: it was announced, but its response did not reach the client. In H2O's mode the
   * resource stays in the set, as in H2O.
   *
   * @param entry the manifest entry, see {@link #learn}
   */
  public void lost(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      RequestHead request,
      ConnectionMemory memory) {
    ConnectionMemory.Site site =
        settings.isH2o() || !settings.remembers() ? null : memory.find(request.authority());
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

  /**
   * Adds the Set-Cookie fields that the response's head must carry: the fingerprint's, and the removal of an H2O cookie that has
   * been migrated. The response to a prefetch carries none; that of the next navigation does.
   *
   * @param isPage see {@link #setCookie}
   */
  public void addCookies(
      RequestHead request, ResponseHead response, ConnectionMemory memory, boolean isPage) {
    if (settings.isH2o()) {
      if (!RequestPurpose.isPrefetch(request.fields())) {
        h2o.addCookie(H2oCasper.digest(request.fields()), response, memory.h2o());
      }
      return;
    }
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

  /**
   * Returns the Set-Cookie value of the fingerprint, or null if none is due.
   *
   * @param isPage true if this exchange's plan had candidates; in native mode no other response carries the cookie, so that shared
   *     caches can keep assets
   */
  public @Nullable String setCookie(RequestHead request, ConnectionMemory memory, boolean isPage) {
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

  private void decide(
      ManifestIndex index,
      RequestHead request,
      ClientAbilities client,
      ConnectionMemory memory,
      boolean isAuthorized,
      boolean hintsSent) {
    if (plan.isEmpty()) {
      return;
    }
    Fields fields = request.fields();
    ConnectionMemory.Site site = settings.isH2o()
        ? memory.h2oSite(request.authority(), settings.parameters(), client.takesPush())
        : memory.site(request.authority(), settings.parameters(), index.epoch());
    if (settings.remembers()) {
      readCookies(fields, site.fingerprint());
    }
    PageRequest page = new PageRequest(
        site.authority(),
        request.target().toString(),
        PageRequest.isNavigation(
            request.method(),
            value(fields, FieldNames.SEC_FETCH_MODE),
            value(fields, FieldNames.SEC_FETCH_DEST)),
        RequestPurpose.isPrefetch(fields),
        AsciiString.contentEqualsIgnoreCase("on", fields.get(FieldNames.SAVE_DATA)),
        isAuthorized,
        hintsSent);
    plan.decide(
        site,
        new PushContext(page, client, settings.policy(), site.fingerprint(), memory.diary()),
        index.facts());
    CacheDigest digest = H2oCasper.digest(fields);
    if (digest != null) {
      plan.takeBackHeld(digest, request.isSecure() ? "https://" : "http://");
    }
  }

  private void readCookies(Fields fields, CacheFingerprint into) {
    boolean found = false;
    for (int i = fields.indexOf(COOKIE, 0); i >= 0; i = fields.indexOf(COOKIE, i + 1)) {
      found |= cookie.read(fields.value(i), into);
    }
    for (int i = found ? -1 : fields.indexOf(COOKIE, 0);
        i >= 0;
        i = fields.indexOf(COOKIE, i + 1)) {
      cookie.readInherited(fields.value(i), into);
    }
  }

  private static CharSequence value(Fields fields, AsciiString name) {
    CharSequence value = fields.get(name);
    return value == null ? "" : value;
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
}
