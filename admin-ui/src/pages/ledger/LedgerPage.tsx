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
        lead="Outcomes of hints and pushes. A request that follows a hint shows that the client read the hint, not that the page needed the asset."
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
            <EmptyPanel icon="hint" title="No manifest is in force">
              Each entry of a published manifest has a row here.
            </EmptyPanel>
          )
        }
      </LoadingPanel>
    </>
  );
}

/** Minimum number of clients for a verdict. */
const LEAST_CLIENTS = 20;

function rule({ rules }: Ledger): string {
  return rules.demote
    ? `An entry is no longer sent when it is wasted for more than ${share(rules.wasteBound, 1)} of at least ${count(Math.max(rules.minViews, LEAST_CLIENTS))} clients. Each client counts once; clients without a cache do not count.`
    : 'Entries are counted but not demoted (ledger.demote is off).';
}
