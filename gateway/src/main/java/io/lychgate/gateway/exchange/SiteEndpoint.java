package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;

/** Paths of every site at which the gateway itself serves a script, and takes what the script sends. */
interface SiteEndpoint {
  /** Returns true if the request is for the gateway itself. */
  boolean isFor(RequestHead request);

  /** Returns true if the site has the endpoint. */
  default boolean isOn(SiteConfig site) {
    return true;
  }

  /** Responds to such a request. {@code end} is true if it has no body. */
  Responder respond(Exchange exchange, boolean end);
}
