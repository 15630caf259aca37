/**
 * Every code of a problem body, by its status: what it means and what to do about it. The page that `type` points to shows
 * them, and only these can be raised (`raise.ts`).
 */
export const errorCodes = {
  400: {
    malformed_request: 'The request could not be read, or could be read in two ways.',
    malformed_json: 'The body is declared as JSON and does not parse.',
  },
  401: {
    credentials_missing: 'The path needs credentials: send Authorization: Bearer.',
    key_malformed: 'The API key has the wrong shape or checksum: a typing or copying error.',
    key_unknown: 'The API key is well formed and not one of this system.',
    key_expired: 'The API key has run out, or its grace period after a rotation has.',
    key_revoked: 'The API key was revoked.',
    token_invalid: 'The token is not one that this path takes.',
    token_expired: 'The token has run out: refresh it.',
    session_expired: 'The session behind the token has ended: sign in again.',
    invalid_credentials: 'E-mail and password do not match.',
  },
  403: {
    insufficient_scope: 'The key or role lacks the scope that WWW-Authenticate names.',
    environment_not_allowed: 'The credentials are not for the environment of X-Admin-Env.',
    property_not_allowed: 'The key is confined to other properties.',
    api_key_not_accepted_here: 'API keys are for the Admin API alone.',
    tenant_suspended: 'The tenant is suspended.',
    organization_unknown: 'The organization in the staff token belongs to no tenant.',
    login_too_old: 'This needs a log-in of the last 15 minutes: log in again.',
    resident_not_found: 'Nobody with this e-mail lives here yet: ask for an invite.',
    resident_former:
      'The person has moved out of every home here: ask the property manager for a new invite.',
    resident_disabled: 'The resident is disabled: ask the property manager.',
    email_unverified: 'The identity provider has not verified the e-mail.',
    cross_site_request: 'A form of this site was sent from another one.',
    invite_recipient_mismatch: 'The invite is for another e-mail or phone than the account’s.',
  },
  404: {
    path_not_found: 'There is no such path.',
    not_found: 'There is nothing with this id here, or not for you.',
  },
  405: {
    method_not_allowed: 'The path takes other methods: see Allow.',
  },
  408: {
    request_timeout: 'The request did not arrive in time.',
  },
  409: {
    already_exists: 'A value that must be unique is taken: see errors.',
    already_resident:
      'The invited person lives in the unit already, or has a residence there that starts later.',
    has_children: 'Live entities hang on this one: see the list.',
    account_exists: 'The e-mail has an account and the password is not its own: log in.',
    identity_conflict: 'The e-mail is pinned to another identity.',
    no_residence: 'The user does not live in that unit, or has moved out already.',
    tenant_not_suspended: 'Only a suspended tenant can be deleted.',
    invite_expired: 'The invite has run out: resend it.',
    invite_already_accepted: 'The invite is accepted; nothing can be changed about it.',
    invite_revoked: 'The invite was revoked: create a new one.',
    invite_superseded: 'A newer invite has taken the place of this one.',
    key_limit_reached: 'The tenant has as many live keys as it may have.',
    key_not_rotatable: 'The key is expired, revoked or already rotated.',
    virtual_number_in_use: 'The number is assigned elsewhere: release it first.',
    virtual_number_quarantined: 'The number rests until availableAt.',
    virtual_number_retired: 'The number is out of service: put it back first, or use another one.',
    virtual_number_not_assigned: 'The number is assigned to nothing, so it opens no door.',
    property_archived: 'The property is archived and takes no new units, invites, doors or numbers.',
    controller_ref_in_use: 'Another access point has this controller.',
    plan_stale: 'Data has changed since the dry run: run it again.',
    import_expired: 'The dry run is older than a day: run it again.',
    idempotency_in_progress: 'The first request with this Idempotency-Key is under way.',
  },
  410: {
    invite_expired: 'The invite has run out: ask for a new one.',
    invite_revoked: 'The invite was withdrawn: ask for a new one.',
    invite_superseded: 'The invite or its link was replaced: use the newest link, or sign in.',
    invite_accepted: 'The invite has been used.',
  },
  412: {
    version_mismatch: 'The resource has changed since it was read.',
  },
  413: {
    body_too_large: 'The body is larger than the path takes.',
  },
  415: {
    unsupported_media_type: 'The body has the wrong media type, character set or coding.',
  },
  422: {
    validation_failed: 'The input is not valid: errors lists every problem.',
    unknown_environment: 'X-Admin-Env names no environment that is known.',
    tenant_required: 'A platform caller has to name the tenant by ?tenantId=.',
    contact_missing: 'The invite has no contact for this channel.',
    idempotency_key_reused: 'The Idempotency-Key was used with another body.',
    import_has_errors: 'Rows of the import have errors: correct them, or commit the valid ones.',
  },
  429: {
    rate_limited: 'Too many requests: wait as long as Retry-After says.',
  },
  431: {
    headers_too_large: 'The headers are larger than 16 KiB.',
  },
  500: {
    internal_error: 'A fault on our side: quote the correlation id.',
  },
  502: {
    bad_upstream: 'The service behind the gateway broke off.',
  },
  503: {
    upstream_unavailable: 'The service behind the gateway is away: try again.',
    environment_unavailable: 'The environment is known and not reachable from here.',
    identity_unavailable: 'The identity provider is away: try again.',
    store_unavailable: 'The data store is away: try again.',
    overloaded: 'Too much is under way: try again.',
    unavailable: 'Something that is needed is away: try again.',
  },
  504: {
    upstream_timeout: 'The service behind the gateway did not answer in time.',
  },
} as const satisfies Record<number, Readonly<Record<string, string>>>;

/** The codes of a status. */
export type CodeOf<Status extends keyof typeof errorCodes> = keyof (typeof errorCodes)[Status];

/**
 * What can be wrong with a field: the codes in `errors` of a 422, whose own code is `validation_failed` unless the page
 * of codes names another one.
 */
export const fieldCodes = {
  required: 'The field is missing.',
  unknown_field: 'The field or parameter is not known here.',
  repeated: 'The parameter was given twice.',
  invalid_type: 'The value has another type.',
  invalid_format: 'The text has another form, such as that of an id or a time.',
  invalid_value: 'The value is not one that is allowed.',
  too_big: 'The value is too large, or the text or list too long.',
  too_small: 'The value is too small, or the text or list too short.',
  out_of_range: 'The value is outside of what is possible here.',
  ambiguous: 'Two fields say the same thing: send one of them.',
  invalid_email: 'The text is not an e-mail address.',
  invalid_phone: 'The text can’t be a phone number: write it with its country code.',
  email_mismatch: 'The e-mail is not the one that the identity provider knows.',
  staff_has_no_residence: 'The user is STAFF: only a RESIDENT has a home.',
  staff_only: 'Only STAFF have this field.',
  residence_required: 'A FORMER user comes back with a residence alone.',
  ends_before_start: 'The period would be over before it begins.',
  channel_unavailable: 'The environment has no carrier for this channel.',
} as const satisfies Readonly<Record<string, string>>;

/** A code of a field's problem. */
export type FieldCode = keyof typeof fieldCodes;
