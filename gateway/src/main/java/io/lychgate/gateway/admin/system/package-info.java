/** The audit trail, backups, and the state of the system itself. */
@NullMarked
package io.lychgate.gateway.admin.system;

import org.jspecify.annotations.NullMarked;
