/** What tests are made of: clocks that stand still, scripted peers, waiting for a condition. */
@NullMarked
package io.lychgate.gateway.testkit;

import org.jspecify.annotations.NullMarked;
