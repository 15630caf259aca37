// Loading a model's file registers it with its connection. The step that creates indexes and the check that looks for
// them import this file, so that none is forgotten; a test holds it against the folder.
import '../events/outbox.ts';
import './access-event.ts';
import './access-point.ts';
import './account.ts';
import './api-key.ts';
import './audit-head.ts';
import './audit-personal-value.ts';
import './audit-record.ts';
import './call.ts';
import './device.ts';
import './event-failure.ts';
import './fence.ts';
import './idempotent-request.ts';
import './import.ts';
import './invite.ts';
import './work-lease.ts';
import './password-failure.ts';
import './property.ts';
import './row-count.ts';
import './session.ts';
import './tenant.ts';
import './unit.ts';
import './user.ts';
import './virtual-number.ts';
