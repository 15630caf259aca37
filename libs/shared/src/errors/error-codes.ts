/**
 * Every code of a problem body, by its status, with its meaning and the next step. The page behind `type` shows them,
 * and `raise.ts` accepts only these.
 */
export const errorCodes = {
  400: {
    malformed_request: 'The request is unreadable or ambiguous.',
    malformed_json: 'The body is declared as JSON and does not parse.',
    body_cut_off: 'The body ended before its declared length: send it again.',
  },
  401: {
    credentials_missing: 'The path needs credentials: send Authorization: Bearer.',
    key_malformed: 'The API key has the wrong shape or checksum: copy it again.',
    key_unknown: 'The API key is well formed but unknown: check that it is for this system.',
    key_expired:
      'The API key has expired, or its grace period has ended: use its successor or create a new one.',
    key_revoked: 'The API key was revoked: use another one.',
    token_invalid:
      'The token is not valid for this path: sign in again, or send the credentials that the path takes.',
    token_expired: 'The token has expired: refresh it.',
    session_expired: 'The session behind the token has ended: sign in again.',
    invalid_credentials: 'E-mail and password do not match, or the passkey is not valid here.',
    signature_invalid:
      'The webhook signature is missing, wrong or too old: sign the raw body with the current secret.',
    login_failed: 'The log-in at the identity provider could not be completed: start it again.',
  },
  403: {
    insufficient_scope: 'The key or role lacks the scope that WWW-Authenticate names.',
    environment_not_allowed:
      'The credentials have no access to the environment of X-Admin-Env: use other credentials or another environment.',
    property_not_allowed:
      'The caller is restricted to some properties: use credentials that cover this request.',
    api_key_not_accepted_here: 'API keys work only on the Admin API: sign in to use this path.',
    test_environment_required: 'Test clocks exist in DEV and TEST alone: choose one of them by X-Admin-Env.',
    api_key_required: 'Only an API key of a tenant can do this: send the request with that key.',
    tenant_suspended: 'The tenant is suspended: ask the operator of the platform.',
    organization_unknown:
      'The organization in the staff token belongs to no tenant: ask the operator of the platform.',
    staff_disabled: 'The STAFF user of this person is disabled or deleted: ask an owner of the tenant.',
    origin_not_allowed:
      'A request with a cookie came from another or an unknown origin: send it from this origin. With an operator’s session, send X-CSRF-Token instead.',
    login_too_old: 'This needs a log-in of the last 15 minutes: log in again.',
    resident_not_found: 'Nobody with this e-mail lives here yet: ask for an invite.',
    resident_former:
      'The person has moved out of every home here: ask the property manager for a new invite.',
    resident_disabled: 'The resident is disabled: ask the property manager.',
    primary_required: 'Only the main resident of the unit may do this: ask that person.',
    occupants_not_allowed: 'The property manager invites occupants here: ask there.',
    email_unverified:
      'The identity provider has not verified the e-mail: confirm the e-mail there and try again.',
    invalid_current_password: 'The current password is wrong: enter it again, or reset it by mail.',
    access_denied: 'The PIN or pass does not open the door now: `reason` says why.',
    cross_site_request: 'The form was sent from another site: open the link itself.',
    setup_link_mismatch:
      'The setup link is for another e-mail or organization: log in as the person that it was made for.',
    invite_recipient_mismatch:
      'The invite is for another e-mail or phone: sign in with the account that it was sent to.',
  },
  404: {
    path_not_found: 'The path does not exist: see /docs for the existing ones.',
    not_found: 'Nothing with this id exists here, or you may not see it: check the id and the environment.',
  },
  405: {
    method_not_allowed: 'The path does not support this method: Allow lists those that it supports.',
  },
  408: {
    request_timeout: 'The request did not arrive in time: send it again.',
  },
  409: {
    already_exists: 'A value that must be unique is already used: errors names the field.',
    already_resident:
      'The invited person lives in the unit already, or has a residence there that starts later.',
    occupants_limit: 'The unit has the maximum number of occupants and open invites: remove one first.',
    has_children: 'The resource still has live children: remove or move those that the answer lists.',
    account_exists: 'The e-mail already has an account with another password: log in.',
    event_not_kept:
      'The event of the dead letter was never committed here, or is no longer stored: drop the dead letter.',
    identity_conflict: 'The e-mail is pinned to another identity: ask the property manager to unlink it.',
    has_residence: 'The person has a current or future residence: move them out first.',
    move_undone: 'The move was undone already.',
    undo_too_late: 'A move can be undone for 24 hours: add a residence instead.',
    moved_since: 'The residence was changed after the move, or the unit is gone: add a residence instead.',
    no_residence: 'The user does not live in that unit, or has moved out already.',
    tenant_not_suspended: 'Only a suspended tenant can be deleted: suspend it first.',
    invite_expired: 'The invite has expired: resend it.',
    invite_already_accepted: 'The invite is accepted and cannot be changed any more.',
    invite_revoked: 'The invite was revoked: create a new one.',
    invite_superseded: 'A newer invite or a residence has replaced this invite.',
    invite_pending: 'The invite has not expired: sign up with its link.',
    pass_ended: 'The pass has expired or was revoked: create a new one.',
    key_limit_reached: 'The tenant has the maximum number of live keys: revoke one first.',
    key_ended: 'The key is expired or revoked and cannot be changed: create a new one.',
    key_not_rotatable: 'The key is expired, revoked or already rotated: create a new one.',
    virtual_number_in_use: 'The number is assigned elsewhere: release it first.',
    virtual_number_quarantined: 'The number is quarantined until availableAt: use another one, or wait.',
    virtual_number_retired: 'The number is out of service: put it back first, or use another one.',
    virtual_number_not_assigned: 'The number is not assigned, so it can open no door: assign it first.',
    property_archived:
      'The property is archived and takes no new units, invites, doors or numbers: set its status to ACTIVE first.',
    controller_ref_in_use: 'Another access point has this controller: use another ref.',
    plan_changed:
      'The operation would do something else than its plan, or the plan has expired: read a new one with dryRun=true.',
    plan_stale: 'Data has changed since the dry run: run it again.',
    import_not_cancelable:
      'The import is being committed or has ended: only one that is not committed can be cancelled.',
    import_not_correctable: 'Only a plan that waits for its commit can be corrected: upload the file again.',
    import_not_ready: 'The dry run is not finished: wait until its status is VALIDATED.',
    import_not_committable: 'The import has ended without a commit: make a new dry run.',
    import_not_revertable: 'Only an import that was committed in the last 24 hours can be reverted.',
    too_many_move_outs:
      'More than a tenth of the residents would move out: check the rows and confirm with confirmMoveOuts.',
    import_expired: 'The dry run is older than a day: run it again.',
    idempotency_in_progress:
      'The first request with this Idempotency-Key is still running: repeat the request to get its answer.',
    passkey_limit_reached: 'The person has the maximum number of passkeys: remove one first.',
    webhook_endpoint_limit: 'The tenant has the maximum number of webhook endpoints: delete an unused one.',
    webhook_endpoint_inactive: 'The webhook endpoint is paused or disabled: set its status to ACTIVE.',
  },
  410: {
    invite_expired: 'The invite has expired: ask for a new one.',
    invite_revoked: 'The invite was revoked: ask for a new one.',
    invite_superseded: 'The invite or its link was replaced: use the newest link, or sign in.',
    invite_accepted: 'The invite has been used: sign in.',
    link_ended: 'The link is unknown, used or expired: ask for a new one.',
    cursor_expired:
      'Events after the cursor have been removed: read your resources again, then read the feed without after.',
    pass_expired: 'The pass has ended: ask for a new one.',
    pass_revoked: 'The pass was revoked: ask for a new one.',
    host_not_admitted: 'The person who made the pass no longer has access here: ask the property manager.',
  },
  412: {
    version_mismatch: 'The resource has changed since it was read: read it again and repeat the change.',
  },
  413: {
    body_too_large: 'The body is larger than the path accepts: send less at once.',
  },
  415: {
    unsupported_media_type: 'The body has the wrong media type or character set, or is compressed.',
  },
  422: {
    validation_failed: 'The input is not valid: errors lists every problem.',
    unknown_environment: 'X-Admin-Env names an unknown environment: use one that the message lists.',
    tenant_required: 'A platform caller must name the tenant: send ?tenantId=.',
    contact_missing: 'The invite has no contact for this channel: create an invite with one.',
    idempotency_key_reused: 'The Idempotency-Key was used with another body: use a new key.',
    too_many_rows: 'More than 100,000 rows match: add filters, or read the list page by page as JSON.',
    file_too_complex: 'The file exceeds the limits of an import: save it as “CSV UTF-8”.',
    premium_number: 'Texts to the phone number are charged at a premium or shared rate: use another number.',
    phone_is_virtual_number: 'The phone is a virtual number of a building: use the phone of the person.',
    password_too_common: 'Many people use the password, so it is easy to guess: choose another one.',
    import_has_errors: 'Rows of the import have errors: correct them, or commit the valid ones.',
  },
  429: {
    rate_limited: 'Too many requests: wait as long as Retry-After says.',
    recipient_limit_reached:
      'The recipient has reached ten messages of the tenant in 24 hours or thirty in seven days: wait for Retry-After.',
  },
  431: {
    headers_too_large: 'The request line and headers are larger than 16 KiB: send less.',
  },
  500: {
    internal_error: 'A fault on our side: quote the correlation id.',
  },
  502: {
    bad_upstream:
      'The service behind the gateway closed the connection before the end of its answer: try again.',
    upstream_refused:
      'The service behind the gateway did not accept the gateway’s assertion, and nothing was done: send the request again. If the error persists, the operator compares the clocks and ASSERTION_PUBLIC_KEYS.',
  },
  503: {
    upstream_unavailable: 'The service behind the gateway is unavailable: try again.',
    environment_unavailable: 'This gateway does not serve the environment: use another X-Admin-Env.',
    identity_unavailable: 'The identity provider is unavailable: try again.',
    store_unavailable: 'The data store is unavailable: try again.',
    overloaded: 'Too many requests are running at the moment: try again.',
    unavailable: 'A part that the request needs is unavailable: try again.',
  },
  504: {
    upstream_timeout: 'The service behind the gateway did not answer in time: try again.',
  },
} as const satisfies Record<number, Readonly<Record<string, string>>>;

/** The codes of a status. */
export type CodeOf<Status extends keyof typeof errorCodes> = keyof (typeof errorCodes)[Status];

/** Problems of a field: the codes in `errors` of a 422. The code of the 422 itself is usually `validation_failed`. */
export const fieldCodes = {
  same_unit: 'The two units must differ.',
  required: 'The field is missing.',
  unknown_field: 'The field or parameter is unknown.',
  repeated: 'The parameter was given twice.',
  invalid_type: 'The value has the wrong type.',
  invalid_format: 'The text has the wrong format, for example for an id or a time.',
  invalid_value: 'The value is not allowed.',
  too_big: 'The value is too large, or the text or list too long.',
  too_small: 'The value is too small, or the text or list too short.',
  out_of_range: 'The value is outside the allowed range.',
  ambiguous: 'Two fields set the same value: send one of them.',
  invalid_email: 'The text is not an e-mail address.',
  invalid_phone: 'The text can’t be a phone number: write it with its country code.',
  code_invalid: 'The code is wrong or no longer works: ask for a new one.',
  challenge_ended: 'The challenge is unknown, used or older than 5 minutes: request new options.',
  credential_invalid: 'The credential does not answer the challenge for this address: start again.',
  token_ended: 'The token of the link is unknown, used or expired: ask for a new link.',
  email_mismatch: 'The e-mail is not that of the identity: leave it out or send that one.',
  staff_has_no_residence: 'The user is STAFF: only a RESIDENT can have a residence.',
  staff_only: 'Only STAFF have this field.',
  residence_required: 'A FORMER user needs a new residence to become active again.',
  ends_before_start: 'The period must end after it starts.',
  immutable: 'The field can’t be changed after the creation.',
  not_a_table: 'The file is not a readable table of residents: correct it as the message says.',
  not_an_image: 'The file can’t be a logo: correct it as the message says.',
  channel_unavailable: 'The channel is not set up in this environment: use another one.',
} as const satisfies Readonly<Record<string, string>>;

/** A code of a field's problem. */
export type FieldCode = keyof typeof fieldCodes;

/** Codes of conflicts that `errors` repeats for the field or row at fault. */
const fieldConflicts = [
  'already_exists',
  'account_exists',
  'controller_ref_in_use',
  'plan_stale',
] as const satisfies readonly CodeOf<409>[];

/** Every code in the `errors` of a problem body. A 422 with a specific code repeats it there. */
export const fieldErrorCodes: readonly string[] = [
  ...Object.keys(fieldCodes),
  ...fieldConflicts,
  ...Object.keys(errorCodes[422]).filter((code) => code !== 'validation_failed'),
];
