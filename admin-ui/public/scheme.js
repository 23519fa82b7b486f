// Sets light or dark before the first paint. It is a separate file as the page's policy allows no inline script.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage may be forbidden; the system's scheme is a good default.
  }
  const dark =
    scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
