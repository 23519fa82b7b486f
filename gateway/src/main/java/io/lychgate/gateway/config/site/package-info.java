/**
 * The configuration of sites, their routes, and the upstreams that routes name. Start at {@link
 * io.lychgate.gateway.config.site.SiteConfig}.
 */
@NullMarked
package io.lychgate.gateway.config.site;

import org.jspecify.annotations.NullMarked;
