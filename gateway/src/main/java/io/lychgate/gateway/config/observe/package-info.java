/** Access logs and traces: their fields, their samples and where they go. */
@NullMarked
package io.lychgate.gateway.config.observe;

import org.jspecify.annotations.NullMarked;
