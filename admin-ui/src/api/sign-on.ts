import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, CSRF, hasCode, type Schemas, take } from './client';
import { sessionQuery } from './session';

export type SecondStep = Schemas['SecondStep'];
export type SecondFactors = Schemas['SecondFactors'];
export type SignOnProvider = Schemas['SignOnProvider'];
export type SignOnDecision = Schemas['SignOnDecision'];

const header = CSRF;

export const signInOptionsQuery = queryOptions({
  queryKey: ['session', 'options'],
  queryFn: ({ signal }) => take(api.GET('/session/options', { signal })),
  staleTime: 60_000,
});

export const useSignInOptions = () => useQuery(signInOptionsQuery);

/** Begins a sign-in at a provider and leaves the page. */
export function useProviderSignIn() {
  return useMutation({
    mutationFn: async ({ provider, returnTo }: { provider: string; returnTo: string }) => {
      const { url } = await take(
        api.POST('/session/providers/{provider}', {
          params: { header, path: { provider } },
          body: { returnTo },
        }),
      );
      window.location.assign(url);
    },
  });
}

/** Ends a sign-in with the second factor. */
export function useSecondStep() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (factor: Schemas['SecondFactor']) =>
      take(api.POST('/session/second-step', { params: { header }, body: factor })),
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  });
}

const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => take(api.GET('/session/second-factors', { signal })),
});

export const useSecondFactors = () => useQuery(factorsQuery);

/** Returns a mutation after which the factors are read again, and the session, which may be limited no more. */
function useFactorChange<V, T>(mutationFn: (values: V) => Promise<T>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
      ]),
  });
}

export const useBeginTotp = () =>
  useMutation({
    mutationFn: (password: string) =>
      take(api.POST('/session/second-factors/totp', { params: { header }, body: { password } })),
  });

export const useConfirmTotp = () =>
  useFactorChange((code: string) =>
    take(api.PUT('/session/second-factors/totp', { params: { header }, body: { code } })),
  );

export const useRemoveTotp = () =>
  useFactorChange((password: string) =>
    take(
      api.POST('/session/second-factors/totp/remove', { params: { header }, body: { password } }),
    ),
  );

/** Asks the browser for a key and registers it. */
export const useAddKey = () =>
  useFactorChange(async ({ name, password }: { name: string; password: string }) => {
    const { step, options } = await take(
      api.POST('/session/second-factors/keys/options', { params: { header }, body: { password } }),
    );
    const credential = await createKey(options);
    return take(
      api.POST('/session/second-factors/keys', {
        params: { header },
        body: { step, name, credential },
      }),
    );
  });

export const useRemoveKey = () =>
  useFactorChange(({ id, password }: { id: string; password: string }) =>
    take(
      api.POST('/session/second-factors/keys/{id}/remove', {
        params: { header, path: { id } },
        body: { password },
      }),
    ),
  );

export const useNewCodes = () =>
  useFactorChange((password: string) =>
    take(
      api.POST('/session/second-factors/recovery-codes', {
        params: { header },
        body: { password },
      }),
    ),
  );

const signOnQuery = queryOptions({
  queryKey: ['sign-on'],
  queryFn: ({ signal }) => take(api.GET('/sign-on', { signal })),
  refetchInterval: 10_000,
});

export const useSignOn = () => useQuery(signOnQuery);

export const useSignOnTest = () =>
  useMutation({
    mutationFn: (trial: Schemas['SignOnTrial']) =>
      take(api.POST('/sign-on/test', { params: { header }, body: trial })),
  });

// WebAuthn. The browser reads and writes the JSON of the contract itself (WebAuthn Level 3 sections 5.1.8 to 5.1.10).

type Json = Record<string, unknown>;

/** Returns true if this browser has keys for this page. It has none on a page of an address. */
export const hasKeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

async function createKey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/** Asks the browser to sign with a key. */
export async function signWithKey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

function jsonOf(credential: Credential | null): Json {
  return (credential as PublicKeyCredential).toJSON() as unknown as Json;
}

/** Returns the sentence for a failure of the browser or the gateway. */
export function keySentence(error: unknown): string | null {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return 'This key is registered already.';
    return 'The browser got no signature: the request was cancelled, or took too long.';
  }
  return hasCode(error, 'wrong-credentials') && error.message.startsWith('credential')
    ? 'The gateway does not accept this key.'
    : null;
}
