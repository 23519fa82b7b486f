/** Imports of configurations of other servers ({@code lychgate import}). */
@NullMarked
package io.lychgate.gateway.migration;

import org.jspecify.annotations.NullMarked;
