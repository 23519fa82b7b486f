/**
 * Checks of a syntactically valid manifest: of its text alone, against a configuration's routes, and by requesting each asset from
 * the site. Start with {@link io.lychgate.gateway.push.lint.ManifestLint}.
 */
@NullMarked
package io.lychgate.gateway.push.lint;

import org.jspecify.annotations.NullMarked;
