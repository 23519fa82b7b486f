/** Reasons for which a sign-in at a provider fails, in words that help the user. The gateway sends the code. */
const SENTENCES: Record<string, string> = {
  'provider-unavailable': 'The provider does not respond. Try again later.',
  refused: 'The provider did not confirm the sign-in. Try again.',
  expired: 'The sign-in took too long, or began in another browser. Try again.',
  'no-name': 'The provider sent no name that the gateway can use. Ask an admin of the gateway.',
  'email-not-verified': 'The provider has not verified your email address.',
  'no-role': 'None of your groups has a role here. Ask an admin of the gateway.',
  'no-account': 'There is no account for you here. Ask an admin of the gateway.',
  'name-taken': 'Another user has your name here. Ask an admin of the gateway.',
  disabled: 'Your account is disabled.',
  'store-unavailable': 'The gateway cannot open a session now: its store cannot be changed.',
  reserved: 'This account signs in with a password only.',
  'too-many': 'Too many sign-ins from your network failed. Try again in ten minutes.',
};

/** Returns the sentence of a code; null for a code that the gateway does not send. */
export const failureSentence = (code: string | undefined): string | null =>
  (code !== undefined && SENTENCES[code]) || null;
