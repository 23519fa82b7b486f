/**
 * What is different between two manifests, in what they mean and not in how they are written. Start with {@link
 * io.lychgate.gateway.push.diff.ManifestDiff}.
 */
@NullMarked
package io.lychgate.gateway.push.diff;

import org.jspecify.annotations.NullMarked;
