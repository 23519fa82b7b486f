'use strict';
// Shows at the foot of each page its protocol, its timings, and the number of its files that were announced early.
(() => {
  const show = (name, value) => {
    const cell = document.querySelector(`[data-timing="${name}"]`);
    if (cell) cell.textContent = value;
  };
  const ms = (value) => `${Math.round(value)} ms`;
  const isCached = (entry) => entry.transferSize === 0 && entry.decodedBodySize > 0;

  addEventListener('load', () => setTimeout(() => {
    const [page] = performance.getEntriesByType('navigation');
    const files = performance.getEntriesByType('resource');
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    show('protocol', page.nextHopProtocol || 'unknown');
    show('ttfb', ms(page.responseStart - page.startTime));
    show('paint', paint ? ms(paint.startTime) : 'none yet');
    show('load', ms(page.loadEventEnd));
    show('files', `${files.length} (${files.filter(isCached).length} from the cache)`);
    show('early', String(files.filter((file) => file.initiatorType === 'early-hints').length));
    show('bytes', `${Math.round((page.transferSize + files.reduce((sum, file) => sum + file.transferSize, 0)) / 1024)} KiB`);
  }, 50));

  $(() => {
    $('form[data-response]').on('submit', async (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      const target = document.querySelector(form.dataset.response);
      target.textContent = '…';
      const isGet = form.method === 'get';
      const fields = form.enctype === 'multipart/form-data' ? new FormData(form) : new URLSearchParams(new FormData(form));
      const response = await fetch(isGet ? `${form.action}?${fields}` : form.action, isGet ? {} : { method: 'POST', body: fields });
      target.textContent = `${response.status} ${response.statusText}\n`;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) target.textContent += part.value;
    });
  });
})();
