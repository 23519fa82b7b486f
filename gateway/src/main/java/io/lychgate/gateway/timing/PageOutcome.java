package io.lychgate.gateway.timing;

import java.util.Locale;

/** The decision on the page of a navigation. The names are labels of metrics. */
public enum PageOutcome {
  /** It has a view id, and the script was put into it. */
  INJECTED,
  /** It has a view id. Its own elements load the script. */
  MEASURED,
  /** The client calls itself a bot or a tool, or names itself not at all. */
  BOT,
  /** It is a prefetch or a prerender, which may never be shown. */
  PREFETCH,
  /** The browser sends Do Not Track or Global Privacy Control. */
  DO_NOT_TRACK,
  /** The request shows no consent. */
  NO_CONSENT,
  /** The sample does not include it, or its network has had too many in this minute. */
  NOT_SAMPLED,
  /** No script: the Content-Security-Policy of the page admits neither the script nor its reports, and has no usable nonce. */
  POLICY,
  /** No script: a content coding that cannot be changed. */
  CODING,
  /** No script: the memory for content codings is in use. */
  BUSY,
  /** No script: {@code no-transform}, or a signature. */
  NO_TRANSFORM,
  /** No script: a download (Content-Disposition). */
  DOWNLOAD,
  /** No script: a character encoding that does not extend ASCII. */
  CHARSET,
  /** No script: the text does not begin as an HTML document, or states its character encoding behind the place. */
  NO_PLACE;

  /** Returns the name in metrics and in the admin API. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
