import { FakeGateway } from './gateway';

/** Gateway with some history: a published manifest with a newer draft, and one that was never published. */
export function sampleGateway(texts: { shop: string; blog: string }): FakeGateway {
  const gateway = new FakeGateway();
  const { store } = gateway;
  const times = [
    '2026-11-19T14:02:00Z',
    '2026-11-20T08:31:00Z',
    '2026-11-20T16:45:00Z',
    '2026-11-21T08:05:00Z',
  ];
  let step = 0;
  store.now = () => times[Math.min(step++, times.length - 1)] as string;
  store.revision = 10;
  store.author = 'robin';
  const first = texts.shop.replace(/ {2}- match: \{ regex[\s\S]*$/, '');
  store.create('shop', first);
  store.publish('shop', store.get('shop').etag, 'First assets of the start page');
  store.save('shop', store.get('shop').etag, texts.shop);
  store.publish('shop', store.get('shop').etag, 'Product pages');
  store.author = 'kim';
  store.save('shop', store.get('shop').etag, texts.shop.replace('tier: 2, ', 'tier: 3, '));
  store.create('blog', texts.blog);
  store.author = 'admin';
  store.now = () => new Date().toISOString();
  return gateway;
}
