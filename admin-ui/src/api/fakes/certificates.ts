import type { Schemas } from '../client';

/** A certificate of a file whose end is near, one that is ordered automatically, and an order that failed. */
export class FakeCertificates {
  readonly items: Schemas['Certificate'][] = [
    {
      id: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      names: ['www.example.com', 'example.com'],
      subject: 'CN=www.example.com',
      issuer: 'CN=Example Issuing CA',
      keyType: 'EC 256',
      chain: [
        {
          subject: 'CN=www.example.com',
          issuer: 'CN=Example Issuing CA',
          end: '2026-11-30T00:00:00Z',
        },
        {
          subject: 'CN=Example Issuing CA',
          issuer: 'CN=Example Root',
          end: '2030-01-01T00:00:00Z',
        },
      ],
      begin: '2026-09-01T00:00:00Z',
      end: '2026-11-30T00:00:00Z',
      daysLeft: 8.6,
      origin: 'file',
      place: '/etc/lychgate/www.pem',
      listeners: ['public'],
      defaultOf: ['public'],
      ocsp: {
        state: 'good',
        responder: 'http://ocsp.example.com',
        until: '2026-11-25T00:00:00Z',
        error: null,
        isNeeded: true,
      },
      notices: ['/etc/lychgate/www.pem: expires on 2026-11-30T00:00:00Z, in 8 days'],
    },
    {
      id: '1a1b2c3d4e5f60718293a4b5c6d7e8f9',
      names: ['shop.example.com'],
      subject: 'CN=shop.example.com',
      issuer: 'CN=E7',
      keyType: 'EC 256',
      chain: [{ subject: 'CN=shop.example.com', issuer: 'CN=E7', end: '2027-02-01T00:00:00Z' }],
      begin: '2026-11-01T00:00:00Z',
      end: '2027-02-01T00:00:00Z',
      daysLeft: 71,
      origin: 'acme',
      place: 'https://acme.example.com/directory',
      listeners: ['public', 'internal'],
      defaultOf: [],
      ocsp: null,
      notices: [],
    },
  ];
  automatic: Schemas['AutomaticCertificates'] | null = {
    directory: 'https://acme.example.com/directory',
    challenge: 'http-01',
    isLeader: true,
    orders: [
      {
        names: ['shop.example.com'],
        state: 'valid',
        end: '2027-02-01T00:00:00Z',
        renewAt: '2027-01-01T00:00:00Z',
        error: null,
        failedAt: null,
      },
      {
        names: ['new.example.com'],
        state: 'failed',
        end: null,
        renewAt: '2026-11-21T10:10:00Z',
        error: 'new.example.com: no address',
        failedAt: '2026-11-21T09:10:00Z',
      },
    ],
  };

  page(): Schemas['CertificatePage'] {
    return {
      at: '2026-11-21T09:40:00Z',
      problems: this.items.filter(({ notices }) => notices.length > 0).length,
      total: this.items.length,
      next: null,
      items: this.items,
      automatic: this.automatic,
    };
  }
}
