/** The policies of listeners, sites and routes: conditions on requests, and changes to their responses. Data only. */
@NullMarked
package io.lychgate.gateway.config.policy;

import org.jspecify.annotations.NullMarked;
