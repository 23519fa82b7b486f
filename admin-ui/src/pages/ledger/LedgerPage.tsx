import { Text } from '@mantine/core';
import { type LedgerPage as Ledger, useLedger } from '~/api/lessons';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { count, share } from '~/text/numbers';
import { LedgerTable } from './LedgerTable';

export function LedgerPage() {
  const query = useLedger();
  return (
    <>
      <PageHead
        title="Ledger"
        lead="What became of each hint and push. A request that follows a hint shows that it was read, not that the page needed it."
      />
      <LoadingPanel query={query} what="the ledger">
        {(ledger) =>
          ledger.items.length > 0 ? (
            <>
              <LedgerTable items={ledger.items} />
              <Text size="xs" c="dimmed">
                {rule(ledger)}
              </Text>
            </>
          ) : (
            <EmptyPanel icon="hint" title="Nothing is in force">
              Each entry of a published manifest gets a line here.
            </EmptyPanel>
          )
        }
      </LoadingPanel>
    </>
  );
}

/** The gateway never judges by fewer. */
const LEAST_CLIENTS = 20;

function rule({ rules }: Ledger): string {
  return rules.demote
    ? `An entry is no longer sent when it is wasted for more than ${share(rules.wasteBound, 1)} of at least ${count(Math.max(rules.minViews, LEAST_CLIENTS))} clients. Each client counts once; clients without a cache do not count.`
    : 'Entries are counted and not judged (ledger.demote is off).';
}
