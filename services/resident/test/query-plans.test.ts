import { hashResetToken } from '@pas/shared/accounts/reset-token';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { addCrowd } from '@pas/testing/crowd-rows';
import { testActs, type Act } from '@pas/testing/query-plans/test-acts';
import { testPlans } from '@pas/testing/query-plans/test-plans';
import { residenceIn } from '@pas/testing/rows';
import { residentRoutes } from '../src/routes.ts';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  describedRoutes,
  newEmail,
  password,
  phoneCodeSecret,
  portalUrl,
  signUpBody,
  startResident,
  type Home,
  type TestResident,
} from './resident-harness.ts';
import { addPasskey, prepare, prepareSignIn, sendSignIn } from './passkey-support.ts';
import { addRivals } from './rival-rows.ts';
import { createAuthenticator } from '@pas/testing/software-authenticator';

// Requests of a resident cost the same in a large building as in a small one.

const service = await startResident();
const rivals = await addRivals(service);
const { caller, own } = rivals;
const unit = await UnitModel.findOne({
  _id: own['unit_'] ?? '',
  tenantId: caller.tenantId ?? '',
}).lean<UnitRow>();
if (!unit) throw new Error('The caller has no home.');
const { tenantId, propertyId } = unit;
const home: Home = { tenantId, propertyId, unitId: unit._id };
// The caller moved in long ago, so that calls and events of neighbours have the same age.
const movedIn = { 'residences.0.startsAt': new Date('2026-01-01T00:00:00Z') };
await UserModel.updateOne({ _id: caller.id ?? '', tenantId }, { $set: movedIn });
await addCrowd(home, 1000);

/** Far more rows than one person has, and far fewer than the neighbours have. */
const maxDocumentsRead = 100;

testPlans({
  routes: residentRoutes(describedRoutes),
  harness: () => service,
  callers: { 'a large building': () => caller },
  own: () => own,
  maxDocumentsRead,
});

const post = (path: string, body: object, as?: TestResident) =>
  service.call('POST', path, { body, ...(as && { as: as.as }) });
const living = () => addResident(service, { home });
const act = (name: string, status: number, prepare: Act['prepare']): Act => ({ name, status, prepare });

const signingIn = [
  act('sign up', 201, async () => {
    const invite = await addInvite(home, { inviteeEmail: newEmail() });
    return () => post('/api/v1/auth/signup', signUpBody(invite));
  }),
  act('log in', 200, async () => {
    const { email } = await living();
    return () => post('/api/v1/auth/login', { email, password });
  }),
  act('log in to an unknown account', 401, async () => {
    return () => post('/api/v1/auth/login', { email: newEmail(), password });
  }),
  act('refresh a session', 200, async () => {
    const { answer } = await living();
    return () => post('/api/v1/auth/refresh', { refreshToken: answer.refreshToken });
  }),
  act('refresh a session with an unknown token', 401, async () => {
    return () => post('/api/v1/auth/refresh', { refreshToken: 'x'.repeat(67) });
  }),
  act('ask to sign in with a passkey', 200, async () => {
    return () => post('/api/v1/auth/passkeys/options', {});
  }),
  act('sign in with a passkey', 200, async () => {
    const { authenticator } = await addPasskey(service, await living());
    const { options, challengeId } = await prepareSignIn(service);
    return () => sendSignIn(service, { challengeId, credential: authenticator.get(options) });
  }),
  act('sign in with an unknown passkey', 401, async () => {
    const { options, challengeId } = await prepareSignIn(service);
    const credential = createAuthenticator(portalUrl).get(options, { userHandle: undefined });
    return () => sendSignIn(service, { challengeId, credential });
  }),
  act('sign out', 204, async () => {
    const { answer } = await living();
    return () => post('/api/v1/auth/logout', { refreshToken: answer.refreshToken });
  }),
  act('switch to another membership', 200, async () => {
    const me = await living();
    return () => post('/api/v1/auth/switch', { userId: me.answer.resident.id }, me);
  }),
  act('ask for a new password', 202, async () => {
    const { email } = await living();
    return () => post('/api/v1/auth/password/forgot', { email });
  }),
  act('set a new password', 204, async () => {
    const { email } = await living();
    await post('/api/v1/auth/password/forgot', { email });
    const token = newEmail();
    const newest = { sort: { _id: -1 as const } };
    await PasswordResetModel.findOneAndUpdate({}, { $set: { tokenHash: hashResetToken(token) } }, newest);
    return () => post('/api/v1/auth/password/reset', { token, password: 'another horse battery' });
  }),
];

const codes = createContactCodes(phoneCodeSecret);

const atHome = [
  act('change the caller’s own name', 200, async () => {
    const me = await living();
    return () => service.call('PATCH', '/api/v1/me', { as: me.as, body: { firstName: 'Robin' } });
  }),
  act('change the caller’s own password', 204, async () => {
    const me = await living();
    const body = { currentPassword: password, newPassword: 'another horse battery' };
    return () => post('/api/v1/me/password', body, me);
  }),
  act('ask for a new passkey', 200, async () => {
    const me = await living();
    await addPasskey(service, me);
    return () => prepare(service, me.as, { password });
  }),
  act('add a passkey', 201, async () => {
    const me = await living();
    const { body } = await prepare(service, me.as);
    const { options, challengeId } = body;
    const credential = createAuthenticator(portalUrl).create(options);
    return () => post('/api/v1/me/passkeys', { challengeId, credential }, me);
  }),
  act('remove a passkey', 204, async () => {
    const me = await living();
    const { passkey } = await addPasskey(service, me);
    return () => service.call('DELETE', `/api/v1/me/passkeys/${passkey.id}`, { as: me.as });
  }),
  act('ask for quiet hours', 200, async () => {
    const me = await living();
    return () => service.call('PATCH', '/api/v1/me/calls', { as: me.as, body: { ring: false } });
  }),
  act('ask for a code', 202, async () => {
    const me = await living();
    return () => post('/api/v1/me/phone', { phone: '+12025550171' }, me);
  }),
  act('prove a phone', 200, async () => {
    const me = await living();
    await post('/api/v1/me/phone', { phone: '+12025550172' }, me);
    const row = await ContactCodeModel.findOne({ tenantId, userId: me.as.id ?? '' }).lean<ContactCodeRow>();
    const code = row ? codes.codeOf(row) : '';
    return () => post('/api/v1/me/phone/verify', { code }, me);
  }),
  act('ask for a code to a new e-mail', 202, async () => {
    const me = await living();
    return () => post('/api/v1/me/email', { email: newEmail(), password }, me);
  }),
  act('prove a new e-mail', 200, async () => {
    const me = await living();
    await post('/api/v1/me/email', { email: newEmail(), password }, me);
    const row = await ContactCodeModel.findOne({ tenantId, userId: me.as.id ?? '' }).lean<ContactCodeRow>();
    const code = row ? codes.codeOf(row) : '';
    return () => post('/api/v1/me/email/verify', { code }, me);
  }),
  act('report a problem', 201, async () => {
    const me = await living();
    return () => post('/api/v1/me/reports', { kind: 'CALL', text: 'No call rings.' }, me);
  }),
  act('invite an occupant', 201, async () => {
    const me = await living();
    return () => post(`/api/v1/units/${home.unitId}/occupants`, { email: newEmail() }, me);
  }),
  act('move an occupant out', 204, async () => {
    const me = await living();
    const occupant = { ...residenceIn({ id: home.unitId, propertyId }), role: 'OCCUPANT' as const };
    const { _id } = await addUser(tenantId, { emailKey: newEmail(), residences: [occupant] });
    const path = `/api/v1/units/${home.unitId}/occupants/${_id}`;
    return () => service.call('DELETE', path, { as: me.as });
  }),
  act('accept an invite', 200, async () => {
    const me = await living();
    const { token } = await addInvite(await addHome(tenantId), { inviteeEmail: me.email });
    return () => post(`/api/v1/invites/${token}/accept`, {}, me);
  }),
  act('sign another device out', 204, async () => {
    const me = await living();
    return () => service.call('DELETE', `/api/v1/sessions/${me.as.sessionId ?? ''}`, { as: me.as });
  }),
];

testActs([...signingIn, ...atHome], maxDocumentsRead);
