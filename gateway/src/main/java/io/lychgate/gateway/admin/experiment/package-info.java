/** Experiments on visitors, for their designers and those who decide. */
@NullMarked
package io.lychgate.gateway.admin.experiment;

import org.jspecify.annotations.NullMarked;
