/** The configuration of the gateways of a store: its draft, its revisions, and what each node runs. */
@NullMarked
package io.lychgate.gateway.admin.configuration;

import org.jspecify.annotations.NullMarked;
