/** The nonce that the server wrote into this page; what makes style elements must carry it. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the nonce attribute's text from scripts of the page, but not the property.
  return meta?.nonce || meta?.content || '';
}
