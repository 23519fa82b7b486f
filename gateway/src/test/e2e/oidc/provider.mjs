// An OpenID Provider with two clients and any person. Usage: node provider.mjs PORT GATEWAY SECRET [ADMIN], where GATEWAY is the origin of
// the gateway, and ADMIN that of its admin plane. Refresh tokens rotate, and access tokens end after two seconds.
import Provider from 'oidc-provider'

const [port, gateway, secret, admin = gateway] = process.argv.slice(2)

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
    {
      client_id: 'dashboard',
      client_secret: secret,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${admin}/api/v1/session/providers/staff/callback`],
      post_logout_redirect_uris: [`${admin}/sign-in`],
    },
  ],
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: `${id}@example.com`,
      email_verified: true,
      groups: id === 'ann' ? ['gateway-admins', 'all'] : ['all'],
    }),
  }),
  claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
  pkce: { required: () => true },
  features: { revocation: { enabled: true } },
  issueRefreshToken: (_, client) => client.clientId === 'shop',
  rotateRefreshToken: true,
  ttl: { AccessToken: 2, IdToken: 300, Session: 600, Grant: 600, Interaction: 600, RefreshToken: 600 },
})

provider.listen(Number(port), '127.0.0.1', () => console.log('listening'))
