/** Reads nginx.conf: {@code NginxParser} makes directives, {@code NginxFiles} follows includes, {@code NginxImport} makes a draft. */
@NullMarked
package io.lychgate.gateway.migration.nginx;

import org.jspecify.annotations.NullMarked;
