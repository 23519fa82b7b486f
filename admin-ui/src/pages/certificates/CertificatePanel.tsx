import { Group, List, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Certificate, CertificateOcsp } from '~/api/certificates';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { Tag } from '~/parts/Tag';
import { plural } from '~/text/numbers';
import { moment } from '~/text/times';

/** One certificate with its chain. */
export function CertificatePanel({ certificate }: { certificate: Certificate }) {
  const { names, subject, notices, chain, ocsp } = certificate;
  return (
    <Panel title={names[0] ?? subject} aside={<Lifetime certificate={certificate} />}>
      {notices.length > 0 && (
        <Notice tone="bad">
          <List size="sm" listStyleType="none">
            {notices.map((each) => (
              <List.Item key={each} className="wrap">
                {each}
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
      <ScrollBox label={`Properties of ${names[0] ?? subject}, table`}>
        <Table verticalSpacing={6} horizontalSpacing="md">
          <Table.Tbody>
            <Property name="Names">{names.join(', ') || 'none'}</Property>
            <Property name="Valid">
              {moment(certificate.begin)} to {moment(certificate.end)}
            </Property>
            <Property name="Chain">
              {chain.map((link, at) => (
                <span key={link.subject + link.end} className="mono">
                  {at > 0 && ' ← '}
                  {link.subject}
                </span>
              ))}
              {chain.at(-1)?.subject !== chain.at(-1)?.issuer && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  ← {chain.at(-1)?.issuer} (not in the file)
                </Text>
              )}
            </Property>
            <Property name="Key">{certificate.keyType}</Property>
            <Property name="Source">
              {SOURCES[certificate.origin]} <span className="mono">{certificate.place}</span>
            </Property>
            <Property name="Listeners">
              {certificate.listeners
                .map((each) =>
                  certificate.defaultOf.includes(each) ? `${each} (its default)` : each,
                )
                .join(', ')}
            </Property>
            <Property name="OCSP">{ocsp ? ocspText(ocsp) : 'not stapled: no responder'}</Property>
            <Property name="Fingerprint">
              <span className="mono">{certificate.id}…</span>
            </Property>
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  );
}

const SOURCES: Record<Certificate['origin'], string> = {
  file: 'File',
  acme: 'Ordered from',
  placeholder: 'Placeholder until one is issued by',
};

function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} w={120}>
        {name}
      </Table.Th>
      <Table.Td className="wrap">{children}</Table.Td>
    </Table.Tr>
  );
}

function Lifetime({ certificate: { daysLeft, origin } }: { certificate: Certificate }) {
  const days = Math.floor(daysLeft);
  if (origin === 'placeholder') return <Tag icon="warning" label="Placeholder" tone="bad" />;
  if (daysLeft < 0) return <Tag icon="warning" label="Expired" tone="bad" />;
  return (
    <Group gap="xs">
      <Tag
        icon={days < 14 ? 'warning' : 'check'}
        label={`${plural(days, 'day')} left`}
        tone={days < 14 ? 'bad' : 'good'}
      />
    </Group>
  );
}

function ocspText(ocsp: CertificateOcsp): string {
  const parts = [
    ocsp.until
      ? // The library of HTTP/3 cannot staple.
        `stapled until ${moment(ocsp.until)}, over TCP only (not HTTP/3)`
      : ocsp.state === 'waiting'
        ? 'waiting for the first response'
        : `not stapled: ${ocsp.state}`,
  ];
  if (ocsp.responder) parts.push(`from ${ocsp.responder}`);
  if (ocsp.isNeeded) parts.push('clients demand it');
  if (ocsp.error) parts.push(`the last fetch failed: ${ocsp.error}`);
  return parts.join('; ');
}
