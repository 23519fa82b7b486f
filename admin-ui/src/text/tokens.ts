/** Turns a token of the gateway into words: "already-cached" becomes "Already cached". */
export function words(token: string): string {
  const text = token.replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
