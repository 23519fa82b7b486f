/**
 * Early sending for a page: the rules in force, and the plan made of them for one request.
 *
 * <p>Start with {@link io.lychgate.gateway.push.PushPlanner}. A {@link io.lychgate.gateway.push.manifest.PushManifest} is one
 * manifest of an operator, {@link io.lychgate.gateway.push.ManifestIndex} holds all those in force, and {@link
 * io.lychgate.gateway.push.ConnectionMemory} records what one client's connection was sent. {@link io.lychgate.casper.PushDecider}
 * in the core decides on each candidate; the exchange sends.
 *
 * <p>Policy layer: depends on condition, config, message, http and the core; knows neither routes nor upstreams.
 */
@NullMarked
package io.lychgate.gateway.push;

import org.jspecify.annotations.NullMarked;
