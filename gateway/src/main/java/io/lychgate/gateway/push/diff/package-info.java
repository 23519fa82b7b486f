/** Differences between two manifests in meaning, not in notation. Start with {@link io.lychgate.gateway.push.diff.ManifestDiff}. */
@NullMarked
package io.lychgate.gateway.push.diff;

import org.jspecify.annotations.NullMarked;
