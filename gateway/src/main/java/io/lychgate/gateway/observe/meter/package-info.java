/**
 * The meters of a Prometheus scrape, which read the observers of all event loops. Start at {@link
 * io.lychgate.gateway.observe.meter.Meters}.
 */
@NullMarked
package io.lychgate.gateway.observe.meter;

import org.jspecify.annotations.NullMarked;
