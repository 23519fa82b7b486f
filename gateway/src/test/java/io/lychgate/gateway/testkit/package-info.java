/** Building blocks of tests: controllable clocks, scripted peers, waiting for conditions. */
@NullMarked
package io.lychgate.gateway.testkit;

import org.jspecify.annotations.NullMarked;
