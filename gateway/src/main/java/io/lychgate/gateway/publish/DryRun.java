package io.lychgate.gateway.publish;

import java.time.Duration;

/** Compares a draft with the manifest in force on recorded page views. */
public interface DryRun {

  /**
   * Runs the real decision for each recorded page view, without and with the draft. Nothing is sent. Takes up to a few seconds; any
   * thread except an event loop.
   *
   * @param manifest name of the manifest that the draft replaces
   * @param text the draft, which has no errors
   * @param range how far back page views count
   */
  DryRunReport run(String manifest, String text, Duration range);
}
