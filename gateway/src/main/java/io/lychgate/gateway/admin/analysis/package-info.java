/** Results of experiments, comparisons and plans. */
@NullMarked
package io.lychgate.gateway.admin.analysis;

import org.jspecify.annotations.NullMarked;
