/**
 * Push manifests: their content and the reader of their files. Start at {@link io.lychgate.gateway.push.manifest.ManifestReader}.
 */
@NullMarked
package io.lychgate.gateway.push.manifest;

import org.jspecify.annotations.NullMarked;
