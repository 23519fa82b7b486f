/** The policies of listeners, sites and routes: what a request must fulfil, and what happens to its response. Data only. */
@NullMarked
package io.lychgate.gateway.config.policy;

import org.jspecify.annotations.NullMarked;
