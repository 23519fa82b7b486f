/**
 * The addresses of {@code openapi.yaml}, one class for each resource.
 *
 * <p>Start at {@link io.lychgate.gateway.admin.api.ManifestResource}.
 */
@NullMarked
package io.lychgate.gateway.admin.api;

import org.jspecify.annotations.NullMarked;
