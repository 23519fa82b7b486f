/** The response cache: its state, and purges. */
@NullMarked
package io.lychgate.gateway.admin.cache;

import org.jspecify.annotations.NullMarked;
