package io.lychgate.gateway.push;

import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.h2o.H2oCasper;
import org.jspecify.annotations.Nullable;

/**
 * One mode of CASPER: the record of a visitor's cache that a plan uses, what enters it, the cookie that carries it, and the order of
 * a page and its pushes. {@link NativeRules} are the gateway's own, {@link H2oRules} those of H2O. A planner chooses them once. One
 * per event loop.
 */
public abstract sealed class CasperRules permits NativeRules, H2oRules {
  static CasperRules of(PushSettings settings) {
    return settings.isH2o() ? new H2oRules(settings) : new NativeRules(settings);
  }

  /** Returns true if a page also sends the assets that earlier responses to other clients named. */
  abstract boolean usesRememberedLinks();

  /** Returns the record of the visitor's cache for a plan. */
  abstract ConnectionMemory.Site site(
      ConnectionMemory memory, RequestHead request, ClientAbilities client, int epoch);

  /**
   * Records a response that goes to the client.
   *
   * @param entry the manifest entry of the request's target
   * @param known the facts of the response; null for a request that is no GET
   */
  abstract void learn(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      @Nullable CandidateFacts known,
      RequestHead request,
      ResponseHead response,
      ConnectionMemory memory);

  /** Records that a response which was announced did not reach the client. */
  abstract void lost(
      ManifestIndex index,
      @Nullable ManifestEntry entry,
      RequestHead request,
      ConnectionMemory memory);

  /**
   * Adds the Set-Cookie fields that the response's head must carry.
   *
   * @param isPage true if this exchange's plan had candidates
   */
  abstract void addCookies(
      RequestHead request, ResponseHead response, ConnectionMemory memory, boolean isPage);

  /** Returns the Set-Cookie value of the fingerprint, or null if none is due. */
  abstract @Nullable String setCookie(RequestHead request, ConnectionMemory memory, boolean isPage);

  /** Returns true if responses over this protocol carry the cookie. */
  public abstract boolean setsCookiesOver(Protocol protocol);

  /** Returns true if a request with these fields may cause pushes. */
  public abstract boolean allowsPushes(Fields request);

  /** Returns true if a page pushes no more than the path carries before its first bytes. */
  public abstract boolean areBoundByPath();

  /**
   * Returns the rules for a page that only its own Link fields make push, and whose response waits for these pushes. Null for a page
   * that does not wait.
   */
  public abstract @Nullable H2oCasper ofWaitingPage(Protocol protocol);
}
