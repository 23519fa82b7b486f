/** Stories: a whole gateway on real sockets, an origin behind it, and a client that says what it saw. */
@NullUnmarked
package io.lychgate.gateway.story;

import org.jspecify.annotations.NullUnmarked;
