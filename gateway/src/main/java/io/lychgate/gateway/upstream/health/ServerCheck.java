package io.lychgate.gateway.upstream.health;

/** One check of one server. It reports one result to its creator. Health loop only. */
interface ServerCheck {
  void start();

  /** Ends the check, because its time is over: its connection closes. Returns the result, which is not reported besides. */
  CheckResult abandon();
}
