/**
 * The interfaces between the admin plane and the rest of the gateway. The root wires them.
 *
 * <p>The records are also response bodies of the API: their components are the property names of {@code openapi.yaml}. Depends on
 * the store and the ground, not on the data path.
 */
@NullMarked
package io.lychgate.gateway.admin.seam;

import org.jspecify.annotations.NullMarked;
