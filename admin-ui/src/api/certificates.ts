import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from './client';

export type Certificate = Schemas['Certificate'];
export type CertificateOcsp = Schemas['CertificateOcsp'];
export type CertificateOrder = Schemas['CertificateOrder'];
export type AutomaticCertificates = Schemas['AutomaticCertificates'];

/** Largest page size of the contract. */
const PAGE = 1000;

/** Refresh interval in milliseconds: an operator waits for an order. */
const REFRESH = 5000;

const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) =>
    take(api.GET('/certificates', { params: { query: { limit: PAGE } }, signal })),
  refetchInterval: REFRESH,
});

export const useCertificates = () => useQuery(certificatesQuery);
