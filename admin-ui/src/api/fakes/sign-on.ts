import type { Schemas } from '../client';
import { Refusal } from './store';

type Body = Record<string, unknown>;
export const FAKE_CODE = '123456';
export const FAKE_RECOVERY = 'abcde-fghjk-mnpqr-stuvw';

/** The second factors of the user, and the providers, in memory. */
export class FakeSignOn {
  options: Schemas['SignInOptions'] = { local: 'on', providers: [] };
  factors: Schemas['SecondFactors'] = {
    provider: null,
    required: false,
    totp: false,
    keys: [],
    recoveryCodes: 0,
  };
  state: Schemas['SignOn'] = {
    local: 'on',
    breakGlass: ['admin'],
    secondFactor: 'optional',
    secondFactorRoles: [],
    relyingPartyId: 'localhost',
    providers: [],
  };
  /** True after a right password, until the second factor. */
  isInSecondStep = false;

  constructor(private readonly isPassword: (password: string) => boolean) {}

  get isEnrolled(): boolean {
    return this.factors.totp || this.factors.keys.length > 0;
  }

  begin(): Schemas['SecondStep'] {
    this.isInSecondStep = true;
    const methods: Schemas['SecondStep']['methods'] = [];
    if (this.factors.totp) methods.push('totp');
    if (this.factors.recoveryCodes > 0) methods.push('recovery');
    return { methods, keyOptions: null, expiresAt: '2026-11-21T21:40:00Z' };
  }

  /** Returns if the factor is right; otherwise throws. */
  finish({ code, recoveryCode }: Body): void {
    if (!this.isInSecondStep) {
      throw new Refusal(401, 'unauthenticated', 'The second step has ended');
    }
    if (code !== FAKE_CODE && recoveryCode !== FAKE_RECOVERY) {
      throw new Refusal(401, 'wrong-credentials', 'code: no match');
    }
    this.isInSecondStep = false;
  }

  beginTotp(body: Body): Schemas['TotpSecret'] {
    this.requirePassword(body);
    return {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Lychgate:admin?secret=JBSWY3DPEHPK3PXP',
    };
  }

  confirmTotp({ code }: Body): Schemas['RecoveryCodes'] {
    if (code !== FAKE_CODE) throw new Refusal(401, 'wrong-credentials', 'code: no match');
    this.factors = { ...this.factors, totp: true, recoveryCodes: 10 };
    return { recoveryCodes: [FAKE_RECOVERY] };
  }

  removeTotp(body: Body): Schemas['SecondFactors'] {
    this.requirePassword(body);
    this.factors = { ...this.factors, totp: false };
    return this.factors;
  }

  newCodes(body: Body): Schemas['RecoveryCodes'] {
    this.requirePassword(body);
    return { recoveryCodes: [FAKE_RECOVERY] };
  }

  test({ claims }: Body): Schemas['SignOnDecision'] {
    const groups = (claims as { groups?: string[] }).groups ?? [];
    const admitted = groups.includes('gateway-admins');
    return {
      admitted,
      account: admitted ? 'ann@example.com' : null,
      grants: admitted ? [{ role: 'admin', sites: ['*'] }] : null,
      groups: admitted ? ['gateway-admins'] : [],
      reason: admitted ? null : 'no-role',
      text: admitted ? null : 'groups: 0 groups, none with a rule',
    };
  }

  private requirePassword({ password }: Body): void {
    if (!this.isPassword(String(password))) {
      throw new Refusal(401, 'wrong-credentials', 'password: no match');
    }
  }
}
