import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Certificate, useCertificates } from '~/api/certificates';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { NothingFits } from '~/parts/NothingFits';
import { PageHead } from '~/parts/PageHead';
import { ProblemSearch } from '~/parts/ProblemSearch';
import { plural } from '~/text/numbers';
import type { RowSearch } from '~/text/search';
import { CertificatePanel } from './CertificatePanel';
import { OrderPanel } from './OrderPanel';

const route = getRouteApi('/frame/certificates');

export function CertificatesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useCertificates();
  const change = (part: RowSearch) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="Certificates"
        lead="The certificates that the listeners of this node show to clients. A client's server name (SNI) selects one: an exact name before a wildcard, else the default."
      />
      <LoadingPanel query={query} what="the certificates">
        {(page) => (
          <Stack gap="md">
            {page.automatic && <OrderPanel automatic={page.automatic} />}
            {page.items.length > 0 ? (
              <>
                <ProblemSearch
                  search={search}
                  placeholder="Name, issuer or file"
                  problems={page.problems}
                  onChange={change}
                />
                <Matching
                  items={page.items.filter((each) => isWanted(each, search))}
                  onAll={() => change({ q: undefined, show: undefined })}
                />
                <Text size="xs" c="dimmed" role="status">
                  {plural(page.total, 'certificate')}
                </Text>
              </>
            ) : (
              <EmptyPanel icon="key" title="No listener has a certificate">
                Listeners with a section <span className="mono">tls</span> have certificates.
              </EmptyPanel>
            )}
          </Stack>
        )}
      </LoadingPanel>
    </>
  );
}

function Matching({ items, onAll }: { items: Certificate[]; onAll: () => void }) {
  if (items.length > 0) {
    return items.map((each) => (
      <CertificatePanel key={`${each.id} ${each.place}`} certificate={each} />
    ));
  }
  return (
    <NothingFits what="certificate" onAll={onAll}>
      Names, issuers, files and listeners were searched.
    </NothingFits>
  );
}

function isWanted(certificate: Certificate, { q = '', show }: RowSearch): boolean {
  const text = q.toLowerCase();
  const { names, subject, issuer, place, listeners } = certificate;
  const hasText = [...names, subject, issuer, place, ...listeners].some((each) =>
    each.toLowerCase().includes(text),
  );
  const hasProblem = certificate.notices.length > 0 || certificate.ocsp?.error != null;
  return hasText && (show === undefined || hasProblem);
}
