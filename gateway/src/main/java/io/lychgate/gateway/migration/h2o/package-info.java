/** Reads h2o.conf: {@code H2oValue} makes settings of its YAML, {@code H2oImport} makes a draft. */
@NullMarked
package io.lychgate.gateway.migration.h2o;

import org.jspecify.annotations.NullMarked;
