/** Timelines of connections as the API tells them: as lanes to draw, and as an HTTP archive. */
@NullMarked
package io.lychgate.gateway.admin.timeline;

import org.jspecify.annotations.NullMarked;
