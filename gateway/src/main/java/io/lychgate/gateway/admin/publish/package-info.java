/** Publishing with control in the admin API: approvals, dry runs, scheduled publications and canaries, comparisons. */
@NullMarked
package io.lychgate.gateway.admin.publish;

import org.jspecify.annotations.NullMarked;
