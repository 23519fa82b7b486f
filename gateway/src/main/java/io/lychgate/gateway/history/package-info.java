/**
 * Savings over time: what the loops counted, kept by minute, quarter, hour and day; events that may explain a change; and the report
 * that compares the time before and after one.
 */
@NullMarked
package io.lychgate.gateway.history;

import org.jspecify.annotations.NullMarked;
