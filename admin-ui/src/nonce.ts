/** Returns the nonce that the server wrote into this page. Code that creates style elements must set it. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the text of the nonce attribute from the page's scripts, but not the property.
  return meta?.nonce || meta?.content || '';
}
