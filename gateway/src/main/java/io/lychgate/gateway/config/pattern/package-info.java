/**
 * Patterns of hosts and paths, which routes and push manifests share: their syntax, their matching, and the bound of its cost.
 * Start at {@link io.lychgate.gateway.config.pattern.PathPattern}.
 */
@NullMarked
package io.lychgate.gateway.config.pattern;

import org.jspecify.annotations.NullMarked;
