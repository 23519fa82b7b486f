/** The history of savings in the admin API: counters by period, events, and reports of the time before and after one. */
@NullMarked
package io.lychgate.gateway.admin.history;

import org.jspecify.annotations.NullMarked;
