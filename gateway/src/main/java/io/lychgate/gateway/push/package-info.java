/**
 * What goes out ahead of a page: push manifests, {@code Link} fields, and the plan made of them for one request.
 *
 * <p>Start with {@link io.lychgate.gateway.push.PushPlanner}. A {@link io.lychgate.gateway.push.PushManifest} is what an
 * operator wrote, {@link io.lychgate.gateway.push.ManifestIndex} all those in force, and {@link
 * io.lychgate.gateway.push.ConnectionMemory} what one client's connection was already sent. Whether something is sent is
 * decided in the core, by {@link io.lychgate.casper.PushDecider}; sending it is the exchange's work.
 *
 * <p>Policy layer: sees config, message and the core; knows neither routes nor upstreams.
 */
@NullMarked
package io.lychgate.gateway.push;

import org.jspecify.annotations.NullMarked;
