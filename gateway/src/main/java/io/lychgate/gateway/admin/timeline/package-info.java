/** Timelines of connections in the API: as streams with events, and as an HTTP archive. */
@NullMarked
package io.lychgate.gateway.admin.timeline;

import org.jspecify.annotations.NullMarked;
