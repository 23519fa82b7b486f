/** Sites, routes and upstreams in the API: the way of requests from a listener to a server, and decisions on servers. */
@NullMarked
package io.lychgate.gateway.admin.upstream;

import org.jspecify.annotations.NullMarked;
