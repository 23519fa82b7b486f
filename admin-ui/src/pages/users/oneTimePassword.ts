/** A one-time password that was just made. The gateway shows it once. */
export interface OneTimePassword {
  user: string;
  password: string;
}
