/**
 * What the admin plane asks of the rest of the gateway, as small interfaces that the root wires.
 *
 * <p>The records here are also what the API answers: their components are the property names of {@code openapi.yaml}.
 * Knows the store and the ground, not the data path.
 */
@NullMarked
package io.lychgate.gateway.admin.seam;

import org.jspecify.annotations.NullMarked;
