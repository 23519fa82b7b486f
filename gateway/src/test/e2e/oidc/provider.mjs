// An OpenID Provider with one client and any person. Usage: node provider.mjs PORT GATEWAY SECRET, where GATEWAY is the origin of the
// gateway. Refresh tokens rotate, and access tokens end after two seconds.
import Provider from 'oidc-provider'

const [port, gateway, secret] = process.argv.slice(2)

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'shop',
      client_secret: secret,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [`${gateway}/.well-known/lychgate/oidc/callback`],
      post_logout_redirect_uris: [`${gateway}/bye`],
    },
  ],
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true }),
  }),
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  features: { revocation: { enabled: true } },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  ttl: { AccessToken: 2, IdToken: 300, Session: 600, Grant: 600, Interaction: 600, RefreshToken: 600 },
})

provider.listen(Number(port), '127.0.0.1', () => console.log('listening'))
