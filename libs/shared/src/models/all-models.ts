// Loading a model's file registers it with its connection. The step that creates indexes and the check that looks for
// them import this file, so that none is forgotten; a test holds it against the folder.
import '@pas/platform/events/outbox';
import './access-event.ts';
import './access-point.ts';
import './account.ts';
import './api-key.ts';
import './audit-head.ts';
import './audit-personal-value.ts';
import './audit-record.ts';
import './call.ts';
import './device.ts';
import '@pas/platform/events/event-failure';
import './fence.ts';
import '@pas/platform/idempotency/idempotent-request';
import './import.ts';
import './invite.ts';
import '@pas/platform/leases/work-lease';
import '@pas/platform/migrations/migration-finding';
import '@pas/platform/migrations/migration-row';
import './password-failure.ts';
import './property.ts';
import '@pas/platform/lists/row-count';
import './session.ts';
import './tenant.ts';
import './unit.ts';
import './user.ts';
import './virtual-number.ts';
