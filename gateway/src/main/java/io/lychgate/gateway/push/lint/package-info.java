/**
 * What is wrong or unwise in a manifest that is well written: by itself, beside a
 * configuration's routes, and by asking the site for each asset. Start with
 * {@link io.lychgate.gateway.push.lint.ManifestLint}.
 */
@NullMarked
package io.lychgate.gateway.push.lint;

import org.jspecify.annotations.NullMarked;
