// Generated from docs/openapi by `pnpm run generate`. Description 26bd8bf00f893c4e, types d454484ba37e6ae5.
export interface paths {
    "/api/admin/auth/login": {
        parameters: {
        };
        get: operations["logIn"];
    };
    "/api/admin/auth/session": {
        parameters: {
        };
        get: operations["getSession"];
    };
    "/api/admin/auth/logout": {
        parameters: {
        };
        post: operations["logOut"];
    };
    "/api/admin/auth/sessions": {
        parameters: {
        };
        get: operations["listSessions"];
    };
    "/api/admin/auth/sessions/{id}": {
        parameters: {
        };
        delete: operations["endSession"];
    };
    "/api/admin/auth/callback": {
        parameters: {
        };
        get: operations["acceptLogIn"];
    };
    "/api/admin/tenants": {
        parameters: {
        };
        get: operations["listTenants"];
        post: operations["createTenant"];
    };
    "/api/admin/tenants/{id}": {
        parameters: {
        };
        get: operations["getTenant"];
        delete: operations["deleteTenant"];
        patch: operations["updateTenant"];
    };
    "/api/admin/properties": {
        parameters: {
        };
        get: operations["listProperties"];
        post: operations["createProperty"];
    };
    "/api/admin/properties/{id}": {
        parameters: {
        };
        get: operations["getProperty"];
        delete: operations["deleteProperty"];
        patch: operations["updateProperty"];
    };
    "/api/admin/units": {
        parameters: {
        };
        get: operations["listUnits"];
        post: operations["ensureUnit"];
    };
    "/api/admin/units/by-external-id/{externalId}": {
        parameters: {
        };
        put: operations["putUnitByExternalId"];
    };
    "/api/admin/units/{id}": {
        parameters: {
        };
        get: operations["getUnit"];
        delete: operations["deleteUnit"];
        patch: operations["updateUnit"];
    };
    "/api/admin/units/{id}/readiness": {
        parameters: {
        };
        get: operations["getUnitReadiness"];
    };
    "/api/admin/properties/{id}/readiness": {
        parameters: {
        };
        get: operations["getPropertyReadiness"];
    };
    "/api/admin/users": {
        parameters: {
        };
        get: operations["listUsers"];
        post: operations["createUser"];
    };
    "/api/admin/users/by-external-id/{externalId}": {
        parameters: {
        };
        put: operations["putUserByExternalId"];
    };
    "/api/admin/users/{id}": {
        parameters: {
        };
        get: operations["getUser"];
        delete: operations["deleteUser"];
        patch: operations["updateUser"];
    };
    "/api/admin/users/{id}/residences": {
        parameters: {
        };
        post: operations["addResidence"];
    };
    "/api/admin/users/{id}/move-out": {
        parameters: {
        };
        post: operations["moveOutUser"];
    };
    "/api/admin/users/{id}/unlink-identity": {
        parameters: {
        };
        post: operations["unlinkIdentity"];
    };
    "/api/admin/users/{id}/transfer": {
        parameters: {
        };
        post: operations["transferUser"];
    };
    "/api/admin/users/{id}/move-out/undo": {
        parameters: {
        };
        post: operations["undoMove"];
    };
    "/api/admin/users/{id}/data-export": {
        parameters: {
        };
        get: operations["exportUserData"];
    };
    "/api/admin/users/{id}/erase": {
        parameters: {
        };
        post: operations["eraseUser"];
    };
    "/api/admin/onboarding/invite": {
        parameters: {
        };
        post: operations["createInvite"];
    };
    "/api/admin/onboarding/invites": {
        parameters: {
        };
        get: operations["listInvites"];
    };
    "/api/admin/onboarding/invites/{id}": {
        parameters: {
        };
        get: operations["getInvite"];
        delete: operations["deleteInvite"];
    };
    "/api/admin/onboarding/invites/{idOrToken}/dispatch": {
        parameters: {
        };
        post: operations["dispatchInvite"];
    };
    "/api/admin/onboarding/invite/{idOrToken}/dispatch": {
        parameters: {
        };
        post: operations["dispatchInviteByShortPath"];
    };
    "/api/admin/onboarding/dispatch": {
        parameters: {
        };
        post: operations["dispatchNamedInvite"];
    };
    "/api/admin/onboarding/invites/{idOrToken}/resend": {
        parameters: {
        };
        post: operations["resendInvite"];
    };
    "/api/admin/onboarding/invite/{idOrToken}/resend": {
        parameters: {
        };
        post: operations["resendInviteByShortPath"];
    };
    "/api/admin/onboarding/resend": {
        parameters: {
        };
        post: operations["resendNamedInvite"];
    };
    "/api/admin/onboarding/invites/{idOrToken}/preview-message": {
        parameters: {
        };
        post: operations["previewInviteMessage"];
    };
    "/api/admin/onboarding/invites/{idOrToken}/revoke": {
        parameters: {
        };
        post: operations["revokeInvite"];
    };
    "/api/admin/onboarding/invite/{idOrToken}/revoke": {
        parameters: {
        };
        post: operations["revokeInviteByShortPath"];
    };
    "/api/admin/onboarding/invites/bulk/dispatch": {
        parameters: {
        };
        post: operations["dispatchInvites"];
    };
    "/api/admin/onboarding/invites/bulk/resend": {
        parameters: {
        };
        post: operations["resendInvites"];
    };
    "/api/admin/onboarding/invites/bulk/revoke": {
        parameters: {
        };
        post: operations["revokeInvites"];
    };
    "/api/admin/calls": {
        parameters: {
        };
        get: operations["listCalls"];
    };
    "/api/admin/calls/{id}": {
        parameters: {
        };
        get: operations["getCall"];
    };
    "/api/admin/devices": {
        parameters: {
        };
        get: operations["listDevices"];
    };
    "/api/admin/devices/{id}": {
        parameters: {
        };
        get: operations["getDevice"];
        delete: operations["deleteDevice"];
    };
    "/api/admin/virtual-numbers": {
        parameters: {
        };
        get: operations["listVirtualNumbers"];
        post: operations["createVirtualNumber"];
    };
    "/api/admin/virtual-numbers/{id}": {
        parameters: {
        };
        get: operations["getVirtualNumber"];
        patch: operations["updateVirtualNumber"];
    };
    "/api/admin/virtual-numbers/{id}/assign": {
        parameters: {
        };
        post: operations["assignVirtualNumber"];
    };
    "/api/admin/virtual-numbers/{id}/release": {
        parameters: {
        };
        post: operations["releaseVirtualNumber"];
    };
    "/api/admin/access-points/{id}/controller-key": {
        parameters: {
        };
        post: operations["createControllerKey"];
    };
    "/api/admin/access-points/{id}/unlock": {
        parameters: {
        };
        post: operations["unlockAccessPoint"];
    };
    "/api/admin/access-points": {
        parameters: {
        };
        get: operations["listAccessPoints"];
        post: operations["createAccessPoint"];
    };
    "/api/admin/access-points/{id}": {
        parameters: {
        };
        get: operations["getAccessPoint"];
        delete: operations["deleteAccessPoint"];
        patch: operations["updateAccessPoint"];
    };
    "/api/admin/unlock-attempts/{id}": {
        parameters: {
        };
        get: operations["getUnlockAttempt"];
    };
    "/api/admin/access-events": {
        parameters: {
        };
        get: operations["listAccessEvents"];
    };
    "/api/admin/access-events/{id}": {
        parameters: {
        };
        get: operations["getAccessEvent"];
    };
    "/api/admin/access-events/{id}/explain": {
        parameters: {
        };
        get: operations["explainAccessEvent"];
    };
    "/api/admin/passes": {
        parameters: {
        };
        get: operations["listPasses"];
        post: operations["createPass"];
    };
    "/api/admin/passes/{id}": {
        parameters: {
        };
        delete: operations["deletePass"];
    };
    "/api/admin/events": {
        parameters: {
        };
        get: operations["listEvents"];
    };
    "/api/admin/webhook-endpoints": {
        parameters: {
        };
        get: operations["listWebhookEndpoints"];
        post: operations["createWebhookEndpoint"];
    };
    "/api/admin/webhook-endpoints/{id}": {
        parameters: {
        };
        get: operations["getWebhookEndpoint"];
        delete: operations["deleteWebhookEndpoint"];
        patch: operations["updateWebhookEndpoint"];
    };
    "/api/admin/webhook-endpoints/{id}/attempts": {
        parameters: {
        };
        get: operations["listWebhookAttempts"];
    };
    "/api/admin/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
        };
        post: operations["rotateWebhookSecret"];
    };
    "/api/admin/webhook-endpoints/{id}/test": {
        parameters: {
        };
        post: operations["dispatchTestEvent"];
    };
    "/api/admin/webhook-endpoints/{id}/resend": {
        parameters: {
        };
        post: operations["resendEvent"];
    };
    "/api/admin/webhook-endpoints/{id}/recover": {
        parameters: {
        };
        post: operations["resendMissedEvents"];
    };
    "/api/admin/imports": {
        parameters: {
        };
        get: operations["listImports"];
    };
    "/api/admin/imports/{id}": {
        parameters: {
        };
        get: operations["getImport"];
    };
    "/api/admin/imports/{id}/rows": {
        parameters: {
        };
        get: operations["listImportRows"];
    };
    "/api/admin/imports/residents/commit": {
        parameters: {
        };
        post: operations["commitResidentImport"];
    };
    "/api/admin/imports/residents/{id}/commit": {
        parameters: {
        };
        post: operations["commitResidentImportById"];
    };
    "/api/admin/imports/{id}/revert": {
        parameters: {
        };
        post: operations["revertImport"];
    };
    "/api/admin/imports/{id}/events": {
        parameters: {
        };
        get: operations["followImport"];
    };
    "/api/admin/imports/{id}/cancel": {
        parameters: {
        };
        post: operations["cancelImport"];
    };
    "/api/admin/imports/residents/dry-run": {
        parameters: {
        };
        post: operations["planResidentImport"];
    };
    "/api/admin/imports/{id}/errors.csv": {
        parameters: {
        };
        get: operations["exportImportErrors"];
    };
    "/api/admin/imports/residents/template.csv": {
        parameters: {
        };
        get: operations["getImportTemplate"];
    };
    "/api/admin/api-keys": {
        parameters: {
        };
        get: operations["listApiKeys"];
        post: operations["createApiKey"];
    };
    "/api/admin/api-keys/{id}": {
        parameters: {
        };
        get: operations["getApiKey"];
        delete: operations["deleteApiKey"];
        patch: operations["updateApiKey"];
    };
    "/api/admin/api-keys/{id}/usage": {
        parameters: {
        };
        get: operations["getApiKeyUsage"];
    };
    "/api/admin/api-keys/{id}/rotate": {
        parameters: {
        };
        post: operations["rotateApiKey"];
    };
    "/api/admin/api-keys/{id}/revoke": {
        parameters: {
        };
        post: operations["revokeApiKey"];
    };
    "/api/admin/stats": {
        parameters: {
        };
        get: operations["getStats"];
    };
    "/api/admin/analytics": {
        parameters: {
        };
        get: operations["getAnalytics"];
    };
    "/api/admin/analytics/calls": {
        parameters: {
        };
        get: operations["getCallAnalytics"];
    };
    "/api/admin/analytics/access": {
        parameters: {
        };
        get: operations["getAccessAnalytics"];
    };
    "/api/admin/analytics/onboarding": {
        parameters: {
        };
        get: operations["getOnboardingAnalytics"];
    };
    "/api/admin/audit": {
        parameters: {
        };
        get: operations["listAuditRecords"];
    };
    "/api/admin/audit/export": {
        parameters: {
        };
        get: operations["exportAuditRecords"];
    };
    "/api/admin/audit/{id}": {
        parameters: {
        };
        get: operations["getAuditRecord"];
    };
    "/api/admin/audit/verify": {
        parameters: {
        };
        get: operations["verifyAuditChain"];
    };
    "/api/admin/webhook-receipts": {
        parameters: {
        };
        get: operations["listWebhookReceipts"];
    };
    "/api/admin/webhook-receipts/rejections": {
        parameters: {
        };
        get: operations["listWebhookRejections"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessEvent: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            accessPointId: string;
            propertyId: string;
            unitId: string | null;
            decision: "GRANTED" | "DENIED";
            reason: string;
            method: "APP" | "DTMF" | "PIN" | "STAFF" | "LINK";
            subject: {
                type: "RESIDENT" | "STAFF" | "API_KEY" | "VISITOR";
                id: string | null;
            };
            passId: string | null;
            callId: string | null;
            attemptId: string | null;
            confirmed: boolean | null;
            occurredAt: string;
            recordedAt: string;
        };
        AccessExplanation: {
            rules: {
                name: string;
                passed: boolean;
                message: string;
            }[];
        };
        AccessFigures: {
            granted: number;
            denied: number;
            byMethod: {
                APP: number;
                DTMF: number;
                PIN: number;
                STAFF: number;
                LINK: number;
            };
        };
        AccessPoint: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            propertyId: string;
            unitId: string | null;
            name: string;
            kind: "DOOR" | "GATE" | "GARAGE" | "ELEVATOR" | "UNIT";
            controller: {
                adapter: "nats" | "http";
                ref: string;
            };
            openSeconds: number;
            online: boolean;
            lastSeenAt: string | null;
        };
        AnalyticsTotals: {
            calls: components["schemas"]["CallFigures"];
            onboarding: components["schemas"]["OnboardingFigures"];
            access: components["schemas"]["AccessFigures"];
        };
        ApiKey: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            name: string;
            prefix: string;
            last4: string;
            scopes: string[];
            environments: string[];
            propertyIds: string[] | null;
            rateLimit: {
                limit: number;
                windowSeconds: number;
            };
            status: "ACTIVE" | "ROTATING" | "REVOKED" | "EXPIRED";
            expiresAt: string;
            graceUntil: string | null;
            rotatedFrom: string | null;
            replacedBy: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            revokedReason: string | null;
            createdBy: {
                type: "STAFF" | "API_KEY" | "RESIDENT" | "WEBHOOK" | "SYSTEM";
                id: string | null;
                name: string | null;
            };
            reviewDue: boolean;
        };
        AuditRecord: {
            id: string;
            tenantId: string;
            seq: number;
            action: string;
            outcome: "SUCCESS" | "DENIED" | "FAILURE";
            actor: {
                type: "STAFF" | "API_KEY" | "RESIDENT" | "WEBHOOK" | "SYSTEM";
                id: string | null;
                name: string | null;
            };
            targets: {
                type: string;
                id: string | null;
            }[];
            denial?: {
                code: string;
                scope: string | null;
                method: string;
                route: string;
            } | null;
            changes: {
                path: string;
                before: unknown;
                after: unknown;
            }[];
            context: {
                ip: string | null;
                userAgent: string | null;
                correlationId: string;
                environment: string;
                service: string;
            };
            occurredAt: string;
            recordedAt: string;
            prevHash: string;
            hash: string;
            digests: {
                pointer: string;
                digest: string;
                salt: string | null;
            }[];
        };
        AuditVerification: {
            valid: boolean;
            complete: boolean;
            checked: number;
            nextSeq: number | null;
            firstBrokenSeq: number | null;
            head: {
                seq: number;
                hash: string;
            } | null;
            checkpoints: {
                checked: number;
                lastSeq: number | null;
                bad: {
                    line: number;
                    reason: "forged" | "unreadable";
                }[];
                publicKeys: {
                    kid: string;
                    kty: string;
                    crv: string;
                    x: string;
                }[];
            };
        };
        BulkInviteResult: {
            inviteId: string;
            status: number;
            code?: string;
            invite?: components["schemas"]["Invite"];
        };
        Call: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            propertyId: string | null;
            unitId: string | null;
            virtualNumberId: string | null;
            provider: "TELEPHONY_A" | "TELEPHONY_B";
            providerCallId: string;
            direction: "INBOUND" | "OUTBOUND";
            fromNumber: string | null;
            toNumber: string | null;
            status: "RINGING" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
            outcome: ("DOOR_OPENED" | "ANSWERED" | "NO_ANSWER" | "BUSY" | "ABANDONED" | "NO_TARGET" | "ERROR") | null;
            answeredBy: string | null;
            startedAt: string;
            answeredAt: string | null;
            endedAt: string | null;
            durationSeconds: number | null;
            legs: components["schemas"]["CallLeg"][];
        };
        CallFigures: {
            total: number;
            answered: number;
            byOutcome: {
                DOOR_OPENED: number;
                ANSWERED: number;
                NO_ANSWER: number;
                BUSY: number;
                ABANDONED: number;
                NO_TARGET: number;
                ERROR: number;
            };
            averageDurationSeconds: number | null;
        };
        CallLeg: {
            userId: string | null;
            toNumber: string | null;
            status: "QUEUED" | "RINGING" | "ANSWERED" | "NO_ANSWER" | "BUSY" | "CANCELED" | "FAILED" | "SKIPPED";
            reason: ("quiet_hours" | "ring_off" | "no_verified_phone" | "same_phone" | "too_many") | null;
            pushed: boolean;
            startedAt: string;
            answeredAt: string | null;
            endedAt: string | null;
        };
        ControllerKey: {
            id: string;
            secret: string | null;
            secretAvailable: boolean;
        };
        CurrentOperatorSession: {
            id: string;
            staff: {
                id: string;
                email: string | null;
                name: string | null;
                organization: string;
                role: ("OWNER" | "MANAGER" | "FRONT_DESK" | "SUPPORT") | null;
                tenantId: string;
                propertyIds: string[] | null;
            };
            scopes: string[];
            environments: string[];
            csrfToken: string;
            authenticatedAt: string | null;
            expiresAt: string;
        };
        DataExport: {
            userId: string;
            collections: {
                [key: string]: {
                    [key: string]: unknown;
                }[];
            };
        };
        Delivery: {
            id: string;
            channel: "EMAIL" | "SMS";
            kind: "INVITE" | "REMINDER";
            to: string;
            status: "QUEUED" | "SENT" | "DELIVERED" | "BOUNCED" | "FAILED";
            error: string | null;
            at: string;
        };
        Device: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            userId: string;
            platform: ("IOS" | "ANDROID" | "WEB") | null;
            provider: "FCM" | "APNS" | "WEBPUSH";
            installationId: string | null;
            tokenLast6: string;
            appVersion: string | null;
            status: "ACTIVE" | "STALE" | "INVALID" | "REVOKED";
            lastSeenAt: string;
        };
        ErasureReceipt: {
            userId: string;
            requestedAt: string;
            erasedAt: string;
            account: "NONE" | "ERASED" | "KEPT";
            erased: {
                [key: string]: number;
            };
        };
        Event: {
            id: string;
            type: "invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring";
            timestamp: string;
            data: components["schemas"]["PublicEventData"];
            cursor: string;
        };
        FieldProblem: {
            path: string;
            code: string;
            message: string;
        };
        Import: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            status: "VALIDATING" | "VALIDATED" | "INVALID" | "COMMITTING" | "COMMITTED" | "CANCELED" | "EXPIRED" | "FAILED" | "REVERTING" | "REVERTED";
            propertyId: string | null;
            fileName: string | null;
            planHash: string | null;
            columns: {
                header: string;
                field: ("unit" | "email" | "phone" | "firstName" | "lastName" | "property" | "floor" | "externalId" | "moveIn" | "moveOut") | null;
                confidence: number;
                samples: string[];
            }[];
            options: {
                onExisting: "UPDATE" | "SKIP";
                onMissing: "KEEP" | "PROPOSE_MOVE_OUT";
                createUnits: boolean;
                invite: "NONE" | "CREATE" | "DISPATCH";
            };
            totals: {
                rows: number;
                create: number;
                update: number;
                unchanged: number;
                skip: number;
                error: number;
                moveOut: number;
                reverted: number;
            };
            progress: {
                rows: number;
                done: number;
                stale: number;
                invited: number;
                kept: number;
            } | null;
            expiresAt: string;
            committedAt: string | null;
            failure: string | null;
            createdBy: {
                type: string;
                id: string | null;
                name: string | null;
            };
        };
        ImportRow: {
            line: number;
            verdict: "create" | "update" | "unchanged" | "skip" | "error" | "move_out" | "stale" | "kept";
            entity: {
                userId: string | null;
                unitId: string | null;
                propertyId: string | null;
            };
            changes: {
                field: string;
                before: string | null;
                after: string | null;
            }[];
            errors: {
                column: string;
                code: string;
                message: string;
                suggestion: string | null;
            }[];
        };
        Invite: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            propertyId: string;
            unitId: string;
            token: string | null;
            inviteUrl: string | null;
            status: "PENDING" | "ACCEPTED" | "EXPIRED";
            expiredReason: ("TTL" | "REVOKED" | "SUPERSEDED") | null;
            expiresAt: string;
            inviteeEmail: string | null;
            inviteePhone: string | null;
            inviteeName: string | null;
            role: "PRIMARY" | "OCCUPANT";
            locale: string | null;
            renewalRequestedAt: string | null;
            createdBy: {
                type: string;
                id: string | null;
                name: string | null;
            };
            lastSentAt: string | null;
            sendCount: number;
            previewedAt: string | null;
            acceptedAt: string | null;
            acceptedUserId: string | null;
            revokedAt: string | null;
            deliveries: components["schemas"]["Delivery"][];
        };
        KeyUsage: {
            series: {
                at: string;
                requests: number;
                denied: number;
                limited: number;
            }[];
            totals: {
                requests: number;
                denied: number;
                limited: number;
            };
            lastUsedAt: string | null;
            lastAddress: string | null;
            lastUserAgent: string | null;
        };
        MessagePreview: {
            to: string;
            subject?: string;
            text: string;
            html?: string;
            locale: string;
            segments?: number;
        };
        MoveOutReceipt: {
            id: string | null;
            userId: string;
            unitId: string;
            propertyId: string;
            status: "ENDED" | "CANCELLED" | "SCHEDULED";
            dryRun: boolean;
            effectiveAt: string;
            residence: components["schemas"]["Residence"];
            unitOccupancy: "OCCUPIED" | "VACANT";
            ended: {
                sessions: string[];
                devices: string[];
                passes: string[];
            };
        };
        NewApiKey: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            name: string;
            prefix: string;
            last4: string;
            scopes: string[];
            environments: string[];
            propertyIds: string[] | null;
            rateLimit: {
                limit: number;
                windowSeconds: number;
            };
            status: "ACTIVE" | "ROTATING" | "REVOKED" | "EXPIRED";
            expiresAt: string;
            graceUntil: string | null;
            rotatedFrom: string | null;
            replacedBy: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            revokedReason: string | null;
            createdBy: {
                type: "STAFF" | "API_KEY" | "RESIDENT" | "WEBHOOK" | "SYSTEM";
                id: string | null;
                name: string | null;
            };
            reviewDue: boolean;
            secret: string | null;
            secretAvailable: boolean;
        };
        NewWebhookEndpoint: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            url: string;
            events: (("invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring") | "*")[];
            propertyIds: string[] | null;
            description: string | null;
            status: "ACTIVE" | "PAUSED" | "DISABLED";
            failingSince: string | null;
            disabledReason: ("GONE" | "FAILING") | null;
            createdBy: {
                type: string;
                id: string | null;
                name: string | null;
            };
            secret: string | null;
            secretAvailable: boolean;
        };
        OnboardingFigures: {
            created: number;
            dispatched: number;
            delivered: number;
            previewed: number;
            accepted: number;
        };
        OperatorSession: {
            id: string;
            userAgent: string | null;
            ip: string | null;
            createdAt: string;
            lastUsedAt: string;
            expiresAt: string;
            isCurrent: boolean;
        };
        Pass: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            propertyId: string;
            accessPointIds: string[];
            kind: "GUEST" | "CARRIER" | "VENDOR" | "TOUR";
            createdBy: {
                type: "RESIDENT" | "STAFF" | "API_KEY";
                id: string;
            };
            startsAt: string;
            endsAt: string;
            weekdays: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[] | null;
            timeFrom: string | null;
            timeTo: string | null;
            maxUses: number | null;
            uses: number;
            holders: {
                id: string;
                name: string | null;
                email: string | null;
                phone: string | null;
                uses: number;
                url: string | null;
                pin: string | null;
            }[];
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            code: string;
            message: string;
            correlationId: string;
            errors?: components["schemas"]["FieldProblem"][];
            children?: {
                type: string;
                count: number;
            }[];
            availableAt?: string;
            invite?: {
                status: "PENDING" | "ACCEPTED" | "EXPIRED";
                expiresAt: string;
            };
        } & {
            [key: string]: unknown;
        };
        Property: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            name: string;
            address: {
                line1: string | null;
                line2: string | null;
                city: string | null;
                region: string | null;
                postalCode: string | null;
                country: string | null;
            };
            timeZone: string;
            externalId: string | null;
            locale: string;
            openDigit: string;
            status: "ACTIVE" | "ARCHIVED";
        };
        PropertyReadiness: {
            units: number;
            ready: number;
            problems: {
                unitId: string;
                label: string;
                checks: components["schemas"]["ReadinessCheck"][];
            }[];
            total: number;
        };
        PublicEventData: {
            invite: components["schemas"]["Invite"] | null;
        } | {
            user: components["schemas"]["User"] | null;
        } | {
            call: components["schemas"]["Call"] | null;
        } | {
            accessEvent: components["schemas"]["AccessEvent"] | null;
        } | {
            accessPoint: components["schemas"]["AccessPoint"] | null;
        } | {
            unit: components["schemas"]["Unit"] | null;
        } | {
            import: components["schemas"]["Import"] | null;
        } | {
            apiKey: components["schemas"]["ApiKey"] | null;
        };
        ReadinessCheck: {
            name: "number" | "residents" | "devices" | "phone" | "door" | "invite";
            ok: boolean;
            message: string;
            fix: string | null;
        };
        Residence: {
            id: string;
            unitId: string;
            propertyId: string;
            role: "PRIMARY" | "OCCUPANT";
            startsAt: string;
            endsAt: string | null;
            canceledAt: string | null;
            inviteId: string | null;
        };
        Stats: {
            properties: number;
            units: {
                total: number;
                occupied: number;
                vacant: number;
            };
            residents: {
                active: number;
                invited: number;
            };
            invites: {
                pending: number;
                accepted: number;
                expired: number;
                acceptanceRate: number | null;
                medianHoursToAccept: number | null;
            };
            calls: {
                last24h: number;
                byOutcome: {
                    DOOR_OPENED: number;
                    ANSWERED: number;
                    NO_ANSWER: number;
                    BUSY: number;
                    ABANDONED: number;
                    NO_TARGET: number;
                    ERROR: number;
                };
            };
            access: {
                granted24h: number;
                denied24h: number;
            };
            devices: {
                active: number;
            };
            virtualNumbers: {
                available: number;
                assigned: number;
            };
            environment: string;
            generatedAt: string;
        };
        Tenant: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            name: string;
            slug: string;
            status: "ACTIVE" | "SUSPENDED";
            billing: {
                status: "NONE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "CANCELED";
                customerId: string | null;
                subscriptionId: string | null;
                currentPeriodEnd: string | null;
            };
            organizationId: string | null;
            settings: {
                timeZone: string;
                inviteTtlHours: number;
                numberQuarantineDays: number;
                callRingSeconds: number;
                retentionDays: {
                    calls: number | null;
                    accessEvents: number | null;
                    attempts: number | null;
                };
                residentsMayInvite: boolean;
                inviteReminderHours: number[];
                alertRecipients: {
                    email: string;
                    types: ("door.offline" | "door.held" | "door.forced" | "unit.unreachable" | "key.expiring" | "endpoint.failing")[];
                    digest: "NONE" | "DAILY";
                }[];
            };
        };
        Tombstone: {
            id: string;
            deletedAt: string;
        };
        TransferReceipt: {
            id: string | null;
            userId: string;
            unitId: string;
            propertyId: string;
            status: "ENDED" | "CANCELLED" | "SCHEDULED";
            dryRun: boolean;
            effectiveAt: string;
            residence: components["schemas"]["Residence"];
            unitOccupancy: "OCCUPIED" | "VACANT";
            ended: {
                sessions: string[];
                devices: string[];
                passes: string[];
            };
            toUnitId: string;
            newResidence: components["schemas"]["Residence"] | null;
        };
        UndoneMoveReceipt: {
            id: string | null;
            userId: string;
            unitId: string;
            propertyId: string;
            status: "ENDED" | "CANCELLED" | "SCHEDULED";
            dryRun: boolean;
            effectiveAt: string;
            residence: components["schemas"]["Residence"];
            unitOccupancy: "OCCUPIED" | "VACANT";
            ended: {
                sessions: string[];
                devices: string[];
                passes: string[];
            };
            toUnitId?: string;
            newResidence?: components["schemas"]["Residence"] | null;
            restored: {
                residence: components["schemas"]["Residence"];
                sessions: string[];
                passes: string[];
            };
            notRestored: {
                type: "session" | "device" | "access_pass";
                id: string;
                reason: "ended_since" | "token_removed" | "pin_taken" | "sign_in_again";
            }[];
        };
        Unit: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            propertyId: string;
            label: string;
            labelKey: string;
            floor: string | null;
            externalId: string | null;
            occupancy: "OCCUPIED" | "VACANT";
        };
        UnitReadiness: {
            ready: boolean;
            checks: components["schemas"]["ReadinessCheck"][];
        };
        UnlockAttempt: {
            id: string;
            status: "PENDING" | "SUCCEEDED" | "FAILED";
            confirmed: boolean;
            accessPointId: string;
            error: string | null;
            expiresAt: string;
        };
        User: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            kind: "RESIDENT" | "STAFF";
            email: string | null;
            phone: string | null;
            firstName: string | null;
            lastName: string | null;
            externalId: string | null;
            propertyIds: string[] | null;
            status: "INVITED" | "ACTIVE" | "FORMER" | "DISABLED";
            locale: string | null;
            residences: components["schemas"]["Residence"][];
        };
        VirtualNumber: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            number: string;
            provider: "TELEPHONY_A" | "TELEPHONY_B";
            capabilities: ("VOICE" | "SMS")[];
            status: "AVAILABLE" | "ASSIGNED" | "QUARANTINED" | "RETIRED";
            propertyId: string | null;
            unitId: string | null;
            accessPointId: string | null;
            ringMode: "ORDER" | "TOGETHER";
            assignedAt: string | null;
            quarantineUntil: string | null;
        };
        WebhookAttempt: {
            id: string;
            eventId: string;
            type: "invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring";
            status: "PENDING" | "SUCCEEDED" | "FAILED";
            responseStatus: number | null;
            error: string | null;
            at: string | null;
            nextAt: string | null;
            number: number;
        };
        WebhookEndpoint: {
            id: string;
            tenantId: string;
            createdAt: string;
            updatedAt: string;
            version: number;
            url: string;
            events: (("invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring") | "*")[];
            propertyIds: string[] | null;
            description: string | null;
            status: "ACTIVE" | "PAUSED" | "DISABLED";
            failingSince: string | null;
            disabledReason: ("GONE" | "FAILING") | null;
            createdBy: {
                type: string;
                id: string | null;
                name: string | null;
            };
        };
        WebhookReceipt: {
            id: string;
            provider: "telephony-a" | "telephony-b" | "payments" | "identity";
            eventType: string | null;
            state: "RECEIVED" | "PROCESSED" | "IGNORED" | "DEAD";
            method: "GET" | "POST";
            path: string;
            receivedAt: string;
            processedAt: string | null;
        };
        WebhookRejection: {
            at: string;
            provider: "telephony-a" | "telephony-b" | "payments" | "identity";
            path: string;
            reason: string;
        };
    };
    responses: {
        BadGateway: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After-Optional"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Conflict: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Forbidden: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        GatewayTimeout: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        InternalError: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Invalid: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Malformed: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        NotFound: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        PreconditionFailed: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        RateLimited: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        TooLarge: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Unauthenticated: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Unavailable: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        AdminEnv: string;
        CorrelationId: string;
        IdempotencyKey: string;
        IfMatch: string;
        IfNoneMatch: string;
        LastEventId: string;
    };
    requestBodies: never;
    headers: {
        "Content-Disposition": string;
        ETag: string;
        "Idempotency-Replayed": "true";
        Link: string;
        Location: string;
        RateLimit: string;
        "RateLimit-Policy": string;
        "Retry-After": string;
        "Retry-After-Optional": string;
        "WWW-Authenticate-Optional": string;
        "X-Admin-Env": string;
        "X-Admin-Env-Optional": string;
        "X-Correlation-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    logIn: {
        parameters: {
            query?: {
                returnTo?: string;
                reauthenticate?: boolean;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        responses: {
            302: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSession: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: components["schemas"]["CurrentOperatorSession"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    logOut: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        logoutUrl: string | null;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["OperatorSession"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    endSession: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    acceptLogIn: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                iss?: string;
                error?: string;
                error_description?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        responses: {
            302: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                q?: string;
                status?: "ACTIVE" | "SUSPENDED";
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: (components["schemas"]["Tenant"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createTenant: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    slug?: string;
                    billing?: {
                        customerId: string | null;
                    };
                    organizationId?: string | null;
                    settings?: {
                        timeZone?: string;
                        inviteTtlHours?: number;
                        numberQuarantineDays?: number;
                        callRingSeconds?: number;
                        inviteReminderHours?: number[];
                        alertRecipients?: {
                            email: string;
                            types: ("door.offline" | "door.held" | "door.forced" | "unit.unreachable" | "key.expiring" | "endpoint.failing")[];
                            digest?: "NONE" | "DAILY";
                        }[];
                        residentsMayInvite?: boolean;
                        retentionDays?: {
                            calls?: number | null;
                            accessEvents?: number | null;
                            attempts?: number | null;
                        };
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getTenant: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteTenant: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateTenant: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    settings?: {
                        timeZone?: string;
                        inviteTtlHours?: number;
                        numberQuarantineDays?: number;
                        callRingSeconds?: number;
                        inviteReminderHours?: number[];
                        alertRecipients?: {
                            email: string;
                            types: ("door.offline" | "door.held" | "door.forced" | "unit.unreachable" | "key.expiring" | "endpoint.failing")[];
                            digest?: "NONE" | "DAILY";
                        }[];
                        residentsMayInvite?: boolean;
                        retentionDays?: {
                            calls?: number | null;
                            accessEvents?: number | null;
                            attempts?: number | null;
                        };
                    };
                    slug?: string;
                    status?: "ACTIVE" | "SUSPENDED";
                    billing?: {
                        customerId: string | null;
                    };
                    organizationId?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listProperties: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                ids?: string;
                q?: string;
                externalId?: string;
                status?: "ACTIVE" | "ARCHIVED";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        properties: (components["schemas"]["Property"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createProperty: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    address?: {
                        line1?: string | null;
                        line2?: string | null;
                        city?: string | null;
                        region?: string | null;
                        postalCode?: string | null;
                        country?: string | null;
                    };
                    timeZone?: string;
                    externalId?: string | null;
                    locale?: string;
                    openDigit?: string;
                    status?: "ACTIVE" | "ARCHIVED";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        property: components["schemas"]["Property"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getProperty: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        property: components["schemas"]["Property"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteProperty: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateProperty: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    address?: {
                        line1?: string | null;
                        line2?: string | null;
                        city?: string | null;
                        region?: string | null;
                        postalCode?: string | null;
                        country?: string | null;
                    };
                    timeZone?: string;
                    externalId?: string | null;
                    locale?: string;
                    openDigit?: string;
                    status?: "ACTIVE" | "ARCHIVED";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        property: components["schemas"]["Property"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listUnits: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                ids?: string;
                q?: string;
                propertyId?: string;
                occupancy?: "OCCUPIED" | "VACANT";
                externalId?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        units: (components["schemas"]["Unit"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ensureUnit: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    propertyId: string;
                    label: string;
                    floor?: string | null;
                    externalId?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unit: components["schemas"]["Unit"];
                    };
                };
            };
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unit: components["schemas"]["Unit"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    putUnitByExternalId: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                externalId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    propertyId?: string;
                    label?: string;
                    floor?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unit: components["schemas"]["Unit"];
                    };
                };
            };
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unit: components["schemas"]["Unit"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getUnit: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unit: components["schemas"]["Unit"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteUnit: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateUnit: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    label?: string;
                    floor?: string | null;
                    externalId?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unit: components["schemas"]["Unit"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getUnitReadiness: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readiness: components["schemas"]["UnitReadiness"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getPropertyReadiness: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readiness: components["schemas"]["PropertyReadiness"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                ids?: string;
                q?: string;
                kind?: "RESIDENT" | "STAFF";
                status?: "INVITED" | "ACTIVE" | "FORMER" | "DISABLED";
                unitId?: string;
                propertyId?: string;
                email?: string;
                phone?: string;
                externalId?: string;
                residence?: "current" | "former" | "any";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: (components["schemas"]["User"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    kind: "RESIDENT" | "STAFF";
                    email?: string | null;
                    phone?: string | null;
                    firstName?: string | null;
                    lastName?: string | null;
                    locale?: string | null;
                    externalId?: string | null;
                    propertyIds?: string[] | null;
                    status?: "INVITED" | "ACTIVE" | "DISABLED";
                    residence?: {
                        unitId: string;
                        role?: "PRIMARY" | "OCCUPANT";
                        startsAt?: string;
                        endsAt?: string | null;
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    putUserByExternalId: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                externalId: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    email?: string | null;
                    phone?: string | null;
                    firstName?: string | null;
                    lastName?: string | null;
                    locale?: string | null;
                    propertyIds?: string[] | null;
                    status?: "INVITED" | "ACTIVE" | "DISABLED";
                    kind?: "RESIDENT" | "STAFF";
                    residence?: {
                        unitId: string;
                        role?: "PRIMARY" | "OCCUPANT";
                        startsAt?: string;
                        endsAt?: string | null;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    email?: string | null;
                    phone?: string | null;
                    firstName?: string | null;
                    lastName?: string | null;
                    locale?: string | null;
                    externalId?: string | null;
                    propertyIds?: string[] | null;
                    status?: "INVITED" | "ACTIVE" | "DISABLED";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    addResidence: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    unitId: string;
                    role?: "PRIMARY" | "OCCUPANT";
                    startsAt?: string;
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    moveOutUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    unitId: string;
                    effectiveAt?: string;
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt: components["schemas"]["MoveOutReceipt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    transferUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    fromUnitId: string;
                    toUnitId: string;
                    effectiveAt?: string;
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt: components["schemas"]["TransferReceipt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    undoMove: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    receiptId: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt: components["schemas"]["UndoneMoveReceipt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportUserData: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dataExport: components["schemas"]["DataExport"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    eraseUser: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt: components["schemas"]["ErasureReceipt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    unitId?: string;
                    propertyId?: string;
                    unitLabel?: string;
                    inviteeEmail?: string | null;
                    inviteePhone?: string | null;
                    inviteeName?: string | null;
                    role?: "PRIMARY" | "OCCUPANT";
                    locale?: string | null;
                    expiresInHours?: number;
                    dispatch?: ("EMAIL" | "SMS")[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listInvites: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                q?: string;
                status?: "PENDING" | "ACCEPTED" | "EXPIRED";
                unitId?: string;
                propertyId?: string;
                stuck?: boolean;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invites: components["schemas"]["Invite"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    dispatchInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    channels?: ("EMAIL" | "SMS")[];
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    dispatchInviteByShortPath: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    channels?: ("EMAIL" | "SMS")[];
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    dispatchNamedInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    channels?: ("EMAIL" | "SMS")[];
                    inviteId?: string;
                    token?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    channels?: ("EMAIL" | "SMS")[];
                    rotate?: boolean;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendInviteByShortPath: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    channels?: ("EMAIL" | "SMS")[];
                    rotate?: boolean;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendNamedInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    channels?: ("EMAIL" | "SMS")[];
                    rotate?: boolean;
                    inviteId?: string;
                    token?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    previewInviteMessage: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    channel: "EMAIL" | "SMS";
                    locale?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: components["schemas"]["MessagePreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeInvite: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeInviteByShortPath: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                idOrToken: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["Invite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    dispatchInvites: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    inviteIds: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["BulkInviteResult"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendInvites: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    inviteIds: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["BulkInviteResult"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeInvites: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    inviteIds: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["BulkInviteResult"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                propertyId?: string;
                unitId?: string;
                outcome?: "DOOR_OPENED" | "ANSWERED" | "NO_ANSWER" | "BUSY" | "ABANDONED" | "NO_TARGET" | "ERROR";
                providerCallId?: string;
                from?: string;
                to?: string;
                fromNumber?: string;
                toNumber?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: components["schemas"]["Call"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCall: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call: components["schemas"]["Call"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listDevices: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                userId?: string;
                status?: "ACTIVE" | "STALE" | "INVALID" | "REVOKED";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        devices: (components["schemas"]["Device"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDevice: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        device: components["schemas"]["Device"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteDevice: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listVirtualNumbers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                q?: string;
                number?: string;
                status?: "AVAILABLE" | "ASSIGNED" | "QUARANTINED" | "RETIRED";
                provider?: "TELEPHONY_A" | "TELEPHONY_B";
                propertyId?: string;
                unitId?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        virtualNumbers: components["schemas"]["VirtualNumber"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createVirtualNumber: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: string;
                    provider: "TELEPHONY_A" | "TELEPHONY_B";
                    capabilities?: ("VOICE" | "SMS")[];
                    ringMode?: "ORDER" | "TOGETHER";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        virtualNumber: components["schemas"]["VirtualNumber"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getVirtualNumber: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        virtualNumber: components["schemas"]["VirtualNumber"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateVirtualNumber: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    provider?: "TELEPHONY_A" | "TELEPHONY_B";
                    capabilities?: ("VOICE" | "SMS")[];
                    ringMode?: "ORDER" | "TOGETHER";
                    accessPointId?: string | null;
                    status?: "AVAILABLE" | "RETIRED";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        virtualNumber: components["schemas"]["VirtualNumber"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    assignVirtualNumber: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    propertyId?: string | null;
                    unitId?: string | null;
                    accessPointId?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        virtualNumber: components["schemas"]["VirtualNumber"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    releaseVirtualNumber: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        virtualNumber: components["schemas"]["VirtualNumber"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createControllerKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        controllerKey: components["schemas"]["ControllerKey"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    unlockAccessPoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string | null;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["UnlockAttempt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAccessPoints: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                ids?: string;
                q?: string;
                propertyId?: string;
                unitId?: string;
                kind?: "DOOR" | "GATE" | "GARAGE" | "ELEVATOR" | "UNIT";
                online?: boolean;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessPoints: (components["schemas"]["AccessPoint"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createAccessPoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    propertyId: string;
                    unitId?: string | null;
                    name: string;
                    kind: "DOOR" | "GATE" | "GARAGE" | "ELEVATOR" | "UNIT";
                    controller: {
                        adapter: "nats" | "http";
                        ref: string;
                    };
                    openSeconds?: number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessPoint: components["schemas"]["AccessPoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAccessPoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessPoint: components["schemas"]["AccessPoint"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteAccessPoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateAccessPoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    unitId?: string | null;
                    name?: string;
                    kind?: "DOOR" | "GATE" | "GARAGE" | "ELEVATOR" | "UNIT";
                    controller?: {
                        adapter?: "nats" | "http";
                        ref?: string;
                    };
                    openSeconds?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessPoint: components["schemas"]["AccessPoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getUnlockAttempt: {
        parameters: {
            query?: {
                wait?: number;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["UnlockAttempt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAccessEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                propertyId?: string;
                unitId?: string;
                accessPointId?: string;
                subjectId?: string;
                decision?: "GRANTED" | "DENIED";
                method?: "APP" | "DTMF" | "PIN" | "STAFF" | "LINK";
                from?: string;
                to?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessEvents: components["schemas"]["AccessEvent"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAccessEvent: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessEvent: components["schemas"]["AccessEvent"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    explainAccessEvent: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        explanation: components["schemas"]["AccessExplanation"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listPasses: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                propertyId?: string;
                accessPointId?: string;
                kind?: "GUEST" | "CARRIER" | "VENDOR" | "TOUR";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passes: (components["schemas"]["Pass"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createPass: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    accessPointIds: string[];
                    startsAt: string;
                    endsAt: string;
                    weekdays?: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[] | null;
                    timeFrom?: string | null;
                    timeTo?: string | null;
                    maxUses?: number | null;
                    propertyId: string;
                    kind?: "GUEST" | "CARRIER" | "VENDOR" | "TOUR";
                    holders?: {
                        name: string;
                        email?: string | null;
                        phone?: string | null;
                    }[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pass: components["schemas"]["Pass"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deletePass: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                after?: string;
                types?: string;
                limit?: number;
                newest?: boolean;
                wait?: number;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        nextCursor: string;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                status?: "ACTIVE" | "PAUSED" | "DISABLED";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookEndpoints: (components["schemas"]["WebhookEndpoint"] | components["schemas"]["Tombstone"])[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    events: (("invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring") | "*")[];
                    propertyIds?: string[] | null;
                    description?: string | null;
                    status?: "ACTIVE" | "PAUSED";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookEndpoint: components["schemas"]["NewWebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookEndpoint: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    url?: string;
                    events?: (("invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring") | "*")[];
                    propertyIds?: string[] | null;
                    description?: string | null;
                    status?: "ACTIVE" | "PAUSED";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookEndpoint: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                eventId?: string;
                status?: "PENDING" | "SUCCEEDED" | "FAILED";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: components["schemas"]["WebhookAttempt"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookEndpoint: components["schemas"]["NewWebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    dispatchTestEvent: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    type: "invite.created" | "invite.dispatched" | "invite.accepted" | "invite.expired" | "resident.moved_in" | "resident.moved_out" | "call.started" | "call.ended" | "door.opened" | "door.denied" | "door.offline" | "door.online" | "door.held" | "door.forced" | "unit.unreachable" | "import.completed" | "key.rotated" | "key.expiring";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["WebhookAttempt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendEvent: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    eventId: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["WebhookAttempt"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendMissedEvents: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    since: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookEndpoint: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                status?: "VALIDATING" | "VALIDATED" | "INVALID" | "COMMITTING" | "COMMITTED" | "CANCELED" | "EXPIRED" | "FAILED" | "REVERTING" | "REVERTED";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: components["schemas"]["Import"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getImport: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                verdict?: "create" | "update" | "unchanged" | "skip" | "error" | "move_out" | "stale" | "kept";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: components["schemas"]["ImportRow"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    commitResidentImport: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    importId: string;
                    planHash?: string;
                    confirmMoveOuts?: boolean;
                    mode?: "ALL_OR_NOTHING" | "VALID_ROWS";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    commitResidentImportById: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    planHash?: string;
                    confirmMoveOuts?: boolean;
                    mode?: "ALL_OR_NOTHING" | "VALID_ROWS";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revertImport: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    followImport: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    cancelImport: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    planResidentImport: {
        parameters: {
            query?: {
                propertyId?: string;
                mapping?: string;
                onExisting?: "UPDATE" | "SKIP";
                onMissing?: "KEEP" | "PROPOSE_MOVE_OUT";
                createUnits?: boolean;
                invite?: "NONE" | "CREATE" | "DISPATCH";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    rows: {
                        [key: string]: string | number | boolean | null;
                    }[];
                    propertyId?: string;
                    mapping?: {
                        [key: string]: ("unit" | "email" | "phone" | "firstName" | "lastName" | "property" | "floor" | "externalId" | "moveIn" | "moveOut") | null;
                    };
                    options?: {
                        onExisting?: "UPDATE" | "SKIP";
                        onMissing?: "KEEP" | "PROPOSE_MOVE_OUT";
                        createUnits?: boolean;
                        invite?: "NONE" | "CREATE" | "DISPATCH";
                    };
                };
                "text/csv": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "application/vnd.ms-excel": string;
                "multipart/form-data": {
                    propertyId?: string;
                    mapping?: string;
                    onExisting?: "UPDATE" | "SKIP";
                    onMissing?: "KEEP" | "PROPOSE_MOVE_OUT";
                    createUnits?: boolean;
                    invite?: "NONE" | "CREATE" | "DISPATCH";
                    file: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportImportErrors: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getImportTemplate: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                updatedSince?: string;
                includeDeleted?: boolean;
                q?: string;
                status?: "ACTIVE" | "ROTATING" | "REVOKED" | "EXPIRED";
                reviewDue?: boolean;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKeys: components["schemas"]["ApiKey"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createApiKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: string[];
                    environments?: string[];
                    propertyIds?: string[] | null;
                    rateLimit?: {
                        limit?: number;
                        windowSeconds?: number;
                    };
                    expiresAt?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: components["schemas"]["NewApiKey"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getApiKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: components["schemas"]["ApiKey"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    scopes?: string[];
                    environments?: string[];
                    propertyIds?: string[] | null;
                    rateLimit?: {
                        limit?: number;
                        windowSeconds?: number;
                    };
                    expiresAt?: string;
                    reviewDue?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getApiKeyUsage: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                interval?: "hour" | "day";
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usage: components["schemas"]["KeyUsage"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    gracePeriodSeconds?: number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: components["schemas"]["NewApiKey"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: components["schemas"]["Stats"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        analytics: {
                            totals: components["schemas"]["AnalyticsTotals"];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCallAnalytics: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                interval?: "hour" | "day" | "week";
                timeZone?: string;
                propertyId?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        analytics: {
                            from: string;
                            to: string;
                            interval: "hour" | "day" | "week";
                            timeZone: string;
                            series: {
                                total: number;
                                answered: number;
                                byOutcome: {
                                    DOOR_OPENED: number;
                                    ANSWERED: number;
                                    NO_ANSWER: number;
                                    BUSY: number;
                                    ABANDONED: number;
                                    NO_TARGET: number;
                                    ERROR: number;
                                };
                                averageDurationSeconds: number | null;
                                at: string;
                            }[];
                            totals: components["schemas"]["CallFigures"];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAccessAnalytics: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                interval?: "hour" | "day" | "week";
                timeZone?: string;
                propertyId?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        analytics: {
                            from: string;
                            to: string;
                            interval: "hour" | "day" | "week";
                            timeZone: string;
                            series: {
                                granted: number;
                                denied: number;
                                byMethod: {
                                    APP: number;
                                    DTMF: number;
                                    PIN: number;
                                    STAFF: number;
                                    LINK: number;
                                };
                                at: string;
                            }[];
                            totals: components["schemas"]["AccessFigures"];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getOnboardingAnalytics: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                interval?: "hour" | "day" | "week";
                timeZone?: string;
                propertyId?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        analytics: {
                            from: string;
                            to: string;
                            interval: "hour" | "day" | "week";
                            timeZone: string;
                            series: {
                                created: number;
                                dispatched: number;
                                delivered: number;
                                previewed: number;
                                accepted: number;
                                at: string;
                            }[];
                            totals: components["schemas"]["OnboardingFigures"];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAuditRecords: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                actorId?: string;
                actorType?: "STAFF" | "API_KEY" | "RESIDENT" | "WEBHOOK" | "SYSTEM";
                action?: string;
                targetType?: string;
                targetId?: string;
                outcome?: "SUCCESS" | "DENIED" | "FAILURE";
                correlationId?: string;
                from?: string;
                to?: string;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auditRecords: components["schemas"]["AuditRecord"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportAuditRecords: {
        parameters: {
            query?: {
                actorId?: string;
                actorType?: "STAFF" | "API_KEY" | "RESIDENT" | "WEBHOOK" | "SYSTEM";
                action?: string;
                targetType?: string;
                targetId?: string;
                outcome?: "SUCCESS" | "DENIED" | "FAILURE";
                correlationId?: string;
                from?: string;
                to?: string;
                format?: "csv" | "ndjson";
                checkpoints?: boolean;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["AuditRecord"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env-Optional"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate-Optional"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAuditRecord: {
        parameters: {
            query?: {
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auditRecord: components["schemas"]["AuditRecord"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    verifyAuditChain: {
        parameters: {
            query?: {
                fromSeq?: number;
                toSeq?: number;
                tenantId?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        verification: components["schemas"]["AuditVerification"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhookReceipts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                provider?: "telephony-a" | "telephony-b" | "payments" | "identity";
                state?: "RECEIVED" | "PROCESSED" | "IGNORED" | "DEAD";
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookReceipts: components["schemas"]["WebhookReceipt"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhookRejections: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                provider?: "telephony-a" | "telephony-b" | "payments" | "identity";
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Admin-Env"?: components["parameters"]["AdminEnv"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Admin-Env": components["headers"]["X-Admin-Env"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rejections: components["schemas"]["WebhookRejection"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
}
