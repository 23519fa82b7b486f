/** What a run leaves behind: facts about it, tables, plots and what it says of its targets. */
@NullMarked
package io.lychgate.jmh.report;

import org.jspecify.annotations.NullMarked;
