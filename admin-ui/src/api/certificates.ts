import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, takeAll } from './client';

export type Certificate = Schemas['Certificate'];
export type CertificateOcsp = Schemas['CertificateOcsp'];
export type CertificateOrder = Schemas['CertificateOrder'];
export type AutomaticCertificates = Schemas['AutomaticCertificates'];

/** Refresh interval in milliseconds: an operator waits for an order. */
const REFRESH = 5000;

const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) =>
    takeAll((query) => api.GET('/certificates', { params: { query }, signal })),
  refetchInterval: REFRESH,
});

export const useCertificates = () => useQuery(certificatesQuery);
