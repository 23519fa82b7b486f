/** Results of a run: facts about it, tables, plots and verdicts on its targets. */
@NullMarked
package io.lychgate.jmh.report;

import org.jspecify.annotations.NullMarked;
