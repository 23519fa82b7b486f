/** The parts of an HTTP archive (HAR 1.2) that archives of connections and of page views share. */
@NullMarked
package io.lychgate.gateway.admin.har;

import org.jspecify.annotations.NullMarked;
