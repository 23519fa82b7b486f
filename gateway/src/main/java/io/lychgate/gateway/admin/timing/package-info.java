/** The timings of real visitors: sums and single page views. */
@NullMarked
package io.lychgate.gateway.admin.timing;

import org.jspecify.annotations.NullMarked;
