/**
 * Plug-ins: code of operators that decides on requests, changes responses, or chooses servers. It is loaded from a folder of jars, each
 * with its own class loader. All calls go through {@link io.lychgate.gateway.plugin.GuardedCalls}, so that a plug-in fails its
 * request and nothing else.
 *
 * <p>Policy layer: depends on message, config and loop, and not on its neighbours (filter, auth, upstream).
 */
@NullMarked
package io.lychgate.gateway.plugin;

import org.jspecify.annotations.NullMarked;
