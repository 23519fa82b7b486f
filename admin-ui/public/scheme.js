// Sets light or dark before the first paint. A file of its own because the page's policy allows no inline script.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage may be forbidden; the system's scheme is a good answer.
  }
  const dark =
    scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
