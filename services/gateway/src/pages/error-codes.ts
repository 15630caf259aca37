/** One stable code of a problem body, for the page that its `type` points to. */
export interface ErrorCode {
  code: string;
  status: number;
  /** What it means and what to do about it. */
  meaning: string;
}

const code = (status: number, name: string, meaning: string): ErrorCode => ({ code: name, status, meaning });

/** Every code that an answer of this API can carry, by status. */
export const errorCodes: readonly ErrorCode[] = [
  code(400, 'malformed_request', 'The request could not be read, or could be read in two ways.'),
  code(400, 'malformed_json', 'The body is declared as JSON and does not parse.'),

  code(401, 'credentials_missing', 'The path needs credentials: send Authorization: Bearer.'),
  code(401, 'key_malformed', 'The API key has the wrong shape or checksum: a typing or copying error.'),
  code(401, 'key_unknown', 'The API key is well formed and not one of this system.'),
  code(401, 'key_expired', 'The API key has run out, or its grace period after a rotation has.'),
  code(401, 'key_revoked', 'The API key was revoked.'),
  code(401, 'token_invalid', 'The token is not one that this path takes.'),
  code(401, 'token_expired', 'The token has run out: refresh it.'),
  code(401, 'session_expired', 'The session behind the token has ended: sign in again.'),
  code(401, 'invalid_credentials', 'E-mail and password do not match.'),

  code(403, 'insufficient_scope', 'The key or role lacks the scope that WWW-Authenticate names.'),
  code(403, 'environment_not_allowed', 'The credentials are not for the environment of X-Admin-Env.'),
  code(403, 'property_not_allowed', 'The key is confined to other properties.'),
  code(403, 'api_key_not_accepted_here', 'API keys are for the Admin API alone.'),
  code(403, 'tenant_suspended', 'The tenant is suspended.'),
  code(403, 'organization_unknown', 'The organization in the staff token belongs to no tenant.'),
  code(403, 'login_too_old', 'This needs a log-in of the last 15 minutes: log in again.'),
  code(403, 'resident_not_found', 'Nobody with this e-mail lives here yet: ask for an invite.'),
  code(403, 'resident_disabled', 'The resident is disabled: ask the property manager.'),
  code(403, 'email_unverified', 'The identity provider has not verified the e-mail.'),
  code(403, 'cross_site_request', 'A form of this site was sent from another one.'),
  code(403, 'invite_recipient_mismatch', 'The invite is for another e-mail or phone than the account’s.'),

  code(404, 'path_not_found', 'There is no such path.'),
  code(404, 'not_found', 'There is nothing with this id here, or not for you.'),
  code(405, 'method_not_allowed', 'The path takes other methods: see Allow.'),
  code(408, 'request_timeout', 'The request did not arrive in time.'),

  code(409, 'already_exists', 'A value that must be unique is taken: see errors.'),
  code(409, 'has_children', 'Live entities hang on this one: see the list.'),
  code(409, 'account_exists', 'The e-mail has an account and the password is not its own: log in.'),
  code(409, 'identity_conflict', 'The e-mail is pinned to another identity.'),
  code(409, 'no_residence', 'The user does not live in that unit, or has moved out already.'),
  code(409, 'tenant_not_suspended', 'Only a suspended tenant can be deleted.'),
  code(409, 'invite_expired', 'The invite has run out: resend it.'),
  code(409, 'invite_already_accepted', 'The invite is accepted; nothing can be changed about it.'),
  code(409, 'invite_revoked', 'The invite was revoked: create a new one.'),
  code(409, 'invite_superseded', 'A newer invite has taken the place of this one.'),
  code(409, 'key_limit_reached', 'The tenant has as many live keys as it may have.'),
  code(409, 'key_not_rotatable', 'The key is expired, revoked or already rotated.'),
  code(409, 'virtual_number_in_use', 'The number is assigned elsewhere: release it first.'),
  code(409, 'virtual_number_quarantined', 'The number rests until availableAt.'),
  code(409, 'virtual_number_retired', 'The number is out of service: put it back first, or use another one.'),
  code(409, 'virtual_number_not_assigned', 'The number is assigned to nothing, so it opens no door.'),
  code(409, 'controller_ref_in_use', 'Another access point has this controller.'),
  code(409, 'plan_stale', 'Data has changed since the dry run: run it again.'),
  code(409, 'import_expired', 'The dry run is older than a day: run it again.'),
  code(409, 'idempotency_in_progress', 'The first request with this Idempotency-Key is under way.'),

  code(410, 'invite_expired', 'The invite has run out: ask for a new one.'),
  code(410, 'invite_revoked', 'The invite was withdrawn: ask for a new one.'),
  code(410, 'invite_accepted', 'The invite has been used.'),
  code(412, 'version_mismatch', 'The resource has changed since it was read.'),
  code(413, 'body_too_large', 'The body is larger than the path takes.'),
  code(415, 'unsupported_media_type', 'The body has the wrong media type, character set or coding.'),

  code(422, 'validation_failed', 'The input is not valid: errors lists every problem.'),
  code(422, 'unknown_environment', 'X-Admin-Env names no environment that is known.'),
  code(422, 'tenant_required', 'A platform caller has to name the tenant by ?tenantId=.'),
  code(422, 'repeated', 'A parameter was given twice.'),
  code(422, 'invalid_value', 'A value is not one that is allowed.'),
  code(422, 'invalid_phone', 'The phone number can’t be one: write it with its country code.'),
  code(422, 'staff_has_no_residence', 'The user is STAFF: only a RESIDENT has a home.'),
  code(422, 'ends_before_start', 'The period would be over before it begins.'),
  code(422, 'channel_unavailable', 'The environment has no carrier for this channel.'),
  code(422, 'contact_missing', 'The invite has no contact for this channel.'),
  code(422, 'idempotency_key_reused', 'The Idempotency-Key was used with another body.'),
  code(422, 'import_has_errors', 'Rows of the import have errors: correct them, or commit the valid ones.'),

  code(429, 'rate_limited', 'Too many requests: wait as long as Retry-After says.'),
  code(431, 'headers_too_large', 'The headers are larger than 16 KiB.'),
  code(500, 'internal_error', 'A fault on our side: quote the correlation id.'),
  code(502, 'bad_upstream', 'The service behind the gateway broke off.'),
  code(503, 'upstream_unavailable', 'The service behind the gateway is away: try again.'),
  code(503, 'environment_unavailable', 'The environment is known and not reachable from here.'),
  code(503, 'identity_unavailable', 'The identity provider is away: try again.'),
  code(503, 'store_unavailable', 'The data store is away: try again.'),
  code(503, 'overloaded', 'Too much is under way: try again.'),
  code(503, 'unavailable', 'Something that is needed is away: try again.'),
  code(504, 'upstream_timeout', 'The service behind the gateway did not answer in time.'),
];
