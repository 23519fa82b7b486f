/**
 * The commands of {@code lychgate manifest}: import, export, plan, diff and lint, on files and without a running gateway. Start
 * with {@link io.lychgate.gateway.manifest.ManifestCommand}.
 */
@NullMarked
package io.lychgate.gateway.manifest;

import org.jspecify.annotations.NullMarked;
