package io.lychgate.gateway.push;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PageRequest;
import io.lychgate.casper.PushContext;
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
  private final CasperRules rules;

  public PushPlanner(PushSettings settings) {
    this(settings, new Selection(InstantSource.system(), false));
  }

  public PushPlanner(PushSettings settings, Selection selection) {
    this.settings = settings;
    this.selection = selection;
    this.cookie = new CasperCookie(settings.parameters());
    this.rules = CasperRules.of(settings);
  }

  public PushSettings settings() {
    return settings;
  }

  /** Returns the rules of the configured mode of CASPER. */
  public CasperRules rules() {
    return rules;
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
   * Adds remembered links after the manifest's own candidates, because the manifest decides how an asset is sent.
   */
  private void addRemembered(ManifestIndex index, RequestHead request) {
    if (!rules.usesRememberedLinks()) {
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
    if (rules.usesRememberedLinks()
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
    rules.learn(index, entry, known, request, response, memory);
  }

  /**
   * Removes a resource from the fingerprint: it was announced, but its response did not reach the client.
   *
   * @param entry the manifest entry, see {@link #learn}
   */
  public void lost(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      RequestHead request,
      ConnectionMemory memory) {
    rules.lost(index, entry, request, memory);
  }

  /**
   * Adds the Set-Cookie fields that the response's head must carry: the fingerprint's, and the removal of an H2O cookie that has
   * been migrated. The response to a prefetch carries none; that of the next navigation does.
   *
   * @param isPage see {@link #setCookie}
   */
  public void addCookies(
      RequestHead request, ResponseHead response, ConnectionMemory memory, boolean isPage) {
    rules.addCookies(request, response, memory, isPage);
  }

  /**
   * Returns the Set-Cookie value of the fingerprint, or null if none is due.
   *
   * @param isPage true if this exchange's plan had candidates; in native mode no other response carries the cookie, so that shared
   *     caches can keep assets
   */
  public @Nullable String setCookie(RequestHead request, ConnectionMemory memory, boolean isPage) {
    return rules.setCookie(request, memory, isPage);
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
    ConnectionMemory.Site site = rules.site(memory, request, client, index.epoch());
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
}
