/**
 * Collections whose rows a backup leaves out, with the reason. A restore creates them empty. The rows admit somebody, or
 * describe running processes. So a restored one would be a fault.
 */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'an ended session of a resident would be valid again',
  operator_sessions: 'an ended session of a staff member would be valid again',
  password_resets: 'a used link would work again',
  contact_codes: 'a used code would work again',
  passkey_challenges: 'a used challenge would be accepted again',
  work_leases: 'the process that held it has ended',
  live_gateways: 'the process has ended',
  rate_buckets: 'the tokens belong to the past',
};
