/**
 * Manifests of other tools: converts them to Lychgate manifests and back, and reports everything that is lost.
 *
 * <p>Start with {@link io.lychgate.gateway.push.format.ManifestFormat}; {@link io.lychgate.gateway.push.format.ManifestFormats}
 * lists and detects them all. The input comes from other programs, so invalid input never throws, and each list has a bound.
 */
@NullMarked
package io.lychgate.gateway.push.format;

import org.jspecify.annotations.NullMarked;
