/**
 * Facts that responses and page views teach about the assets in force: reusability, sizes, and the tally of each manifest entry.
 * Start at {@link io.lychgate.gateway.push.facts.AssetFacts}.
 */
@NullMarked
package io.lychgate.gateway.push.facts;

import org.jspecify.annotations.NullMarked;
