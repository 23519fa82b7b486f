/** End-to-end tests: a whole gateway on real sockets, an origin behind it, and clients that report what they receive. */
@NullUnmarked
package io.lychgate.gateway.story;

import org.jspecify.annotations.NullUnmarked;
