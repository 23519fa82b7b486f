package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Proofs in DNS. */
final class DnsProver implements Authority.Prover {
  private static final Logger LOG = LoggerFactory.getLogger(DnsProver.class);

  private final AcmeConfig.DnsHook hook;
  private final DnsRecords records;
  private final List<Authority.Proof> added = new ArrayList<>();

  DnsProver(AcmeConfig.DnsHook hook) {
    this.hook = hook;
    this.records = new DnsRecords(hook);
  }

  @Override
  public void prove(List<Authority.Proof> proofs) throws IOException, InterruptedException {
    for (Authority.Proof each : proofs) {
      added.add(each);
      records.add(each.name(), each.value());
    }
    Thread.sleep(hook.propagation().toMillis());
  }

  @Override
  public void withdraw(List<Authority.Proof> proofs) throws InterruptedException {
    for (Authority.Proof each : added) {
      try {
        records.remove(each.name(), each.value());
      } catch (IOException e) {
        LOG.warn("acme: a DNS record stays: {}", e.getMessage());
      }
    }
  }
}
