/**
 * Manifests of other tools: read into ours and written from ours, with a word on whatever gets lost on the way.
 *
 * <p>Start with {@link io.lychgate.gateway.push.format.ManifestFormat}; {@link
 * io.lychgate.gateway.push.format.ManifestFormats} knows them all and tells them apart. What is read was written by other
 * programs: nothing in it throws, and each list has a bound.
 */
@NullMarked
package io.lychgate.gateway.push.format;

import org.jspecify.annotations.NullMarked;
