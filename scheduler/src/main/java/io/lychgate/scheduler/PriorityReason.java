package io.lychgate.scheduler;

import java.util.Locale;

/**
 * The reason why the gateway kept or changed a stream's priority, in the order in which {@link PriorityOverride} checks them. Only
 * a push that must wait for its document is checked first. The last reason is a change by the client itself. The log, UI and docs
 * show the text.
 */
public enum PriorityReason {
  MANIFEST_URGENCY("A manifest states a priority for this very resource."),
  OPERATOR_RULE("A rule of the operator states a priority for such responses."),
  UPSTREAM_PRIORITY("The upstream's response has a Priority field (RFC 9218 section 8)."),
  PUSHED_BELOW_DOCUMENT(
      "It is pushed: until the first bytes of its document have left, it is sent only while the document has nothing to send."),
  PUSHED_ASSET_RAISED(
      "It is pushed, the page cannot be painted without it, and the first bytes of its document have left."),
  PUSHED_ABOVE_IMAGES(
      "It is pushed, and the first bytes of its document have left: it goes below the document and before the page's images."),
  OVERRIDE_OFF("The gateway is configured to leave the client's order as it is."),
  NOT_BLOCKING("Its content type does not hold up painting, so the client's order stands."),
  CLIENT_BUILDS_ITS_OWN_ORDER(
      "The client made streams only to group others: it orders its page itself."),
  CLIENT_CHOSE_A_PARENT("The client put the stream below another one, and that order stands."),
  CLIENT_STATED_URGENCY("The client stated an urgency (RFC 9218), and that order stands."),
  BLOCKING_ASSET_RAISED("The page cannot be painted without it and the client gave no order."),
  CLIENT_ASKED(
      "The client moved it, by a PRIORITY frame or a PRIORITY_UPDATE (RFC 9218 section 7).");

  private final String sentence;

  PriorityReason(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the stable token for logs, APIs and metrics. */
  public String token() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String sentence() {
    return sentence;
  }
}
