package io.lychgate.casper;

/**
 * The reason why a resource is not sent early. The first four concern a manifest's rule, before there is a candidate. The others
 * are in the order in which {@link PushDecider} checks them. Logs, the UI and the documentation show the sentence; metrics and the
 * API carry the token.
 */
public enum SkipReason {
  OUTSIDE_SCHEDULE("outside-schedule", "Its rule does not apply at this time (from, until)."),
  CONDITION_FALSE("condition-false", "The condition of its rule is not true for this request."),
  CONDITION_FAILED(
      "condition-failed",
      "The condition of its rule could not be evaluated for this request, so the rule does not apply."),
  OTHER_VARIANT("other-variant", "Another variant of its rule is chosen for this request."),
  PUSH_OFF("push-off", "Sending ahead is switched off."),
  AUTHORIZATION_PENDING(
      "authorization-pending",
      "The route is not public, and nothing may be sent before access is decided."),
  PREFETCH(
      "prefetch", "Browsers ignore hints and pushes of a page that they prefetch or prerender."),
  SAVE_DATA("save-data", "The client asked for less data (Save-Data: on)."),
  PAGE_ITSELF("page-itself", "It is the requested page itself."),
  NOT_REUSABLE(
      "not-reusable",
      "Its response may not be reused without revalidation, so the client would fetch it twice."),
  GONE("gone", "Its last response was 404 or 410: there is no such resource."),
  REDIRECTED(
      "redirected",
      "Its last response was a redirect, so what is sent early is not what the page uses."),
  WASTEFUL("wasteful", "The ledger demoted it: too much of it was sent in vain."),
  ALREADY_CACHED("already-cached", "The client already holds it, according to the fingerprint."),
  ALREADY_PROMISED("already-promised", "It was already pushed or hinted on this connection."),
  LATER_TIER("later-tier", "The client does not hold all of an earlier tier yet."),
  DELIVERY_EXCLUDED(
      "delivery-excluded", "The asset asks for a way of delivery that the configuration excludes."),
  CLIENT_TAKES_NO_PUSH("client-takes-no-push", "The client does not take pushes."),
  CROSS_ORIGIN(
      "cross-origin", "It belongs to another origin, and only the page's own origin can push."),
  PUSH_LIMIT("push-limit", "The client or the configuration allows no more open pushes."),
  BYTE_BUDGET("byte-budget", "Push byte budget exhausted."),
  HTTP_1("http-1", "Clients ignore 103 Early Hints over HTTP/1.1."),
  NOT_A_NAVIGATION(
      "not-a-navigation", "Browsers read 103 Early Hints for top-level navigations only."),
  HINTS_ALREADY_SENT(
      "hints-already-sent",
      "Browsers read only the first 103 of a response, and it has been sent."),
  NOT_HINTABLE("not-hintable", "Browsers ignore hints for this kind of resource."),
  HINT_LIMIT("hint-limit", "The 103 already names as many resources as the configuration allows.");

  private final String token;
  private final String sentence;

  SkipReason(String token, String sentence) {
    this.token = token;
    this.sentence = sentence;
  }

  /** Returns the stable word for metrics, logs and the API. */
  public String token() {
    return token;
  }

  /** Returns the sentence for operators. */
  public String sentence() {
    return sentence;
  }
}
