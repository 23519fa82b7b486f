// Lychgate: reports to the gateway once which resources of its own origin this page has loaded (docs/reference/ledger.md).
(() => {
  const origin = location.origin;
  const assets = new Map();
  let whole = true;
  let loaded = false;
  let sent = false;

  const note = (entries) => {
    for (const { name, transferSize } of entries) {
      if (!name.startsWith(`${origin}/`)) continue;
      const path = name.slice(origin.length).split('#')[0];
      if (path.length > 2048 || assets.size > 255) whole = false;
      else if (!assets.has(path)) assets.set(path, transferSize || 0);
    }
  };
  // A base element of the page may lead relative addresses to another site.
  const sendBeacon = (path, body) => navigator.sendBeacon(origin + path, body);
  const observer = new PerformanceObserver((list, _, options) => {
    if (options?.droppedEntriesCount) whole = false;
    note(list.getEntries());
  });
  observer.observe({ type: 'resource', buffered: true });

  const send = () => {
    if (sent) return;
    sent = true;
    note(observer.takeRecords());
    observer.disconnect();
    const { pathname, search } = new URL(performance.getEntriesByType('navigation')[0].name);
    const beacon = { page: pathname + search, whole: whole && loaded, assets: [...assets] };
    sendBeacon('@PATH@', new Blob([JSON.stringify(beacon)], { type: 'application/json' }));
  };
  // A resource used within three seconds after the load was worth its hint. Browsers judge preloads the same way.
  const wait = () => setTimeout(() => ((loaded = true), send()), 3000);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
  addEventListener('pagehide', send);
})();
