// Generated from docs/openapi by `pnpm run generate`. Description 94f839f162c5922d, types 5dea798242783599.
export interface paths {
    "/api/v1/auth/signup": {
        parameters: {
        };
        post: operations["signUp"];
    };
    "/api/v1/auth/login": {
        parameters: {
        };
        post: operations["logIn"];
    };
    "/api/v1/auth/clerk-session": {
        parameters: {
        };
        post: operations["exchangeIdentityToken"];
    };
    "/api/v1/auth/refresh": {
        parameters: {
        };
        post: operations["refreshSession"];
    };
    "/api/v1/auth/logout": {
        parameters: {
        };
        post: operations["logOut"];
    };
    "/api/v1/auth/switch": {
        parameters: {
        };
        post: operations["switchResident"];
    };
    "/api/v1/auth/invites/{token}": {
        parameters: {
        };
        get: operations["previewInvite"];
    };
    "/api/v1/auth/invites/{token}/renewal": {
        parameters: {
        };
        post: operations["requestInviteRenewal"];
    };
    "/api/v1/auth/password/forgot": {
        parameters: {
        };
        post: operations["requestPasswordReset"];
    };
    "/api/v1/auth/password/reset": {
        parameters: {
        };
        post: operations["resetPassword"];
    };
    "/api/v1/me": {
        parameters: {
        };
        get: operations["getMe"];
        patch: operations["updateMe"];
    };
    "/api/v1/me/data-export": {
        parameters: {
        };
        get: operations["exportMyData"];
    };
    "/api/v1/me/phone": {
        parameters: {
        };
        post: operations["changePhone"];
    };
    "/api/v1/me/phone/verify": {
        parameters: {
        };
        post: operations["verifyPhone"];
    };
    "/api/v1/me/calls": {
        parameters: {
        };
        get: operations["getCallSettings"];
        patch: operations["updateCallSettings"];
    };
    "/api/v1/units": {
        parameters: {
        };
        get: operations["listOwnUnits"];
    };
    "/api/v1/units/{id}/occupants": {
        parameters: {
        };
        get: operations["listOccupants"];
        post: operations["addOccupant"];
    };
    "/api/v1/units/{id}/occupants/{userId}": {
        parameters: {
        };
        delete: operations["endOccupancy"];
    };
    "/api/v1/calls": {
        parameters: {
        };
        get: operations["listOwnCalls"];
    };
    "/api/v1/calls/{id}": {
        parameters: {
        };
        get: operations["getOwnCall"];
    };
    "/api/v1/access-events": {
        parameters: {
        };
        get: operations["listOwnAccessEvents"];
    };
    "/api/v1/invites/{token}/accept": {
        parameters: {
        };
        post: operations["acceptInvite"];
    };
    "/api/v1/sessions": {
        parameters: {
        };
        get: operations["listSessions"];
    };
    "/api/v1/sessions/{id}": {
        parameters: {
        };
        delete: operations["endSession"];
    };
    "/join/{token}": {
        parameters: {
        };
        get: operations["showJoinPage"];
        post: operations["submitJoinForm"];
    };
    "/join/{token}/renewal": {
        parameters: {
        };
        post: operations["submitRenewalForm"];
    };
    "/reset": {
        parameters: {
        };
        get: operations["showForgotPage"];
        post: operations["submitForgotForm"];
    };
    "/reset/{token}": {
        parameters: {
        };
        get: operations["showResetPage"];
        post: operations["submitResetForm"];
    };
    "/pass/{token}": {
        parameters: {
        };
        get: operations["showPass"];
    };
    "/pass/{token}/open": {
        parameters: {
        };
        post: operations["openWithPass"];
    };
    "/pass/{token}/attempts/{id}": {
        parameters: {
        };
        get: operations["showPassAttempt"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessEvent: {
            id: string;
            accessPointId: string;
            accessPointName: string | null;
            propertyId: string;
            unitId: string | null;
            decision: "GRANTED" | "DENIED";
            reason: string;
            method: "APP" | "DTMF" | "PIN" | "STAFF" | "LINK";
            byMe: boolean;
            passId: string | null;
            callId: string | null;
            confirmed: boolean | null;
            occurredAt: string;
            recordedAt: string;
        };
        Call: {
            id: string;
            unitId: string;
            propertyId: string | null;
            direction: "INBOUND" | "OUTBOUND";
            fromNumber: string | null;
            status: "RINGING" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
            outcome: ("DOOR_OPENED" | "ANSWERED" | "NO_ANSWER" | "BUSY" | "ABANDONED" | "NO_TARGET" | "ERROR") | null;
            answeredByMe: boolean;
            startedAt: string;
            answeredAt: string | null;
            endedAt: string | null;
            durationSeconds: number | null;
        };
        CallSettings: {
            ring: boolean;
            quietHours: components["schemas"]["QuietHours"][];
        };
        DataExport: {
            userId: string;
            collections: {
                [key: string]: {
                    [key: string]: unknown;
                }[];
            };
        };
        FieldProblem: {
            path: string;
            code: string;
            message: string;
        };
        GuestPass: {
            propertyName: string;
            timeZone: string;
            guestName: string | null;
            startsAt: string;
            endsAt: string;
            weekdays: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[] | null;
            timeFrom: string | null;
            timeTo: string | null;
            isWithinTimes: boolean;
            pin: string | null;
            usesLeft: number | null;
            accessPoints: {
                id: string;
                name: string;
                kind: "DOOR" | "GATE" | "GARAGE" | "ELEVATOR" | "UNIT";
                online: boolean;
            }[];
        };
        InvitePreview: {
            status: "PENDING" | "ACCEPTED" | "EXPIRED";
            expiresAt: string;
            propertyName: string;
            unitLabel: string;
            inviteeEmail: string | null;
            inviteePhone: string | null;
        };
        InviteRenewal: {
            status: "PENDING" | "ACCEPTED" | "EXPIRED";
            expiresAt: string;
            renewalRequestedAt: string;
        };
        Membership: {
            userId: string;
            tenantId: string;
            tenantName: string;
            status: "INVITED" | "ACTIVE" | "DISABLED";
            current: boolean;
        };
        Occupant: {
            userId: string | null;
            inviteId: string | null;
            name: string | null;
            email: string | null;
            phone: string | null;
            status: "CURRENT" | "PENDING";
            since: string;
            expiresAt: string | null;
        };
        OccupantInvite: {
            id: string;
            propertyId: string;
            unitId: string;
            role: "PRIMARY" | "OCCUPANT";
            status: "PENDING" | "ACCEPTED" | "EXPIRED";
            inviteeEmail: string | null;
            inviteePhone: string | null;
            inviteeName: string | null;
            expiresAt: string;
            createdAt: string;
            version: number;
        };
        PhoneVerification: {
            phone: string;
            expiresAt: string;
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
        QuietHours: {
            weekdays: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[];
            from: string;
            to: string;
        };
        Residence: {
            id: string;
            unitId: string;
            unitLabel: string;
            propertyId: string;
            propertyName: string;
            role: "PRIMARY" | "OCCUPANT";
            startsAt: string;
            endsAt: string | null;
        };
        Resident: {
            id: string;
            tenantId: string;
            email: string | null;
            phone: string | null;
            firstName: string | null;
            lastName: string | null;
            status: "INVITED" | "ACTIVE" | "FORMER" | "DISABLED";
            locale: string | null;
            directory: "HIDDEN" | "INITIALS" | "NAME";
            residences: components["schemas"]["Residence"][];
            createdAt: string;
            updatedAt: string;
            version: number;
        };
        Session: {
            id: string;
            tenantId: string;
            current: boolean;
            userAgent: string | null;
            ip: string | null;
            createdAt: string;
            lastUsedAt: string;
            expiresAt: string;
        };
        SignedIn: {
            token: string;
            tokenType: "Bearer";
            expiresIn: number;
            refreshToken?: string;
            resident: components["schemas"]["Resident"];
            memberships: components["schemas"]["Membership"][];
        };
        Unit: {
            id: string;
            label: string;
            floor: string | null;
            property: {
                id: string;
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
            };
            residence: {
                id: string;
                role: "PRIMARY" | "OCCUPANT";
                startsAt: string;
                endsAt: string | null;
            };
        };
        UnlockAttempt: {
            id: string;
            status: "PENDING" | "SUCCEEDED" | "FAILED";
            confirmed: boolean;
            accessPointId: string;
            error: string | null;
            expiresAt: string;
        };
    };
    responses: {
        BadGateway: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "Retry-After": components["headers"]["Retry-After-Optional"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Forbidden: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        InternalError: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Invalid: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Malformed: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        NotFound: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        PreconditionFailed: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        RateLimited: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Unauthenticated: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        Client: "web";
        CorrelationId: string;
        IfMatch: string;
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        "Content-Disposition": string;
        ETag: string;
        Link: string;
        "Retry-After": string;
        "Retry-After-Optional": string;
        "WWW-Authenticate-Optional": string;
        "X-Correlation-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signUp: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Pas-Client"?: components["parameters"]["Client"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    inviteToken: string;
                    password?: string;
                    identityToken?: string;
                    email?: string | null;
                    phone?: string | null;
                    firstName: string;
                    lastName: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
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
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    logIn: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Pas-Client"?: components["parameters"]["Client"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
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
    exchangeIdentityToken: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Pas-Client"?: components["parameters"]["Client"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
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
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    refreshSession: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Pas-Client"?: components["parameters"]["Client"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    refreshToken?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
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
    logOut: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Pas-Client"?: components["parameters"]["Client"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    refreshToken?: string;
                };
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
    switchResident: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "X-Pas-Client"?: components["parameters"]["Client"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    userId: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
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
    previewInvite: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
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
                        invite: components["schemas"]["InvitePreview"];
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
    requestInviteRenewal: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["InviteRenewal"];
                    };
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
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    requestPasswordReset: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
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
    resetPassword: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
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
    getMe: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resident: components["schemas"]["Resident"];
                    };
                };
            };
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
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
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateMe: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    firstName?: string;
                    lastName?: string;
                    locale?: string | null;
                    directory?: "HIDDEN" | "INITIALS" | "NAME";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resident: components["schemas"]["Resident"];
                    };
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
    exportMyData: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    changePhone: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    phone: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        phoneVerification: components["schemas"]["PhoneVerification"];
                    };
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    verifyPhone: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resident: components["schemas"]["Resident"];
                    };
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
    getCallSettings: {
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
                        callSettings: components["schemas"]["CallSettings"];
                    };
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
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateCallSettings: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    ring?: boolean;
                    quietHours?: components["schemas"]["QuietHours"][];
                };
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
                        callSettings: components["schemas"]["CallSettings"];
                    };
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
    listOwnUnits: {
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
                        units: components["schemas"]["Unit"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
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
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listOccupants: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                id: string;
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
                        occupants: components["schemas"]["Occupant"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
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
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    addOccupant: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string | null;
                    phone?: string | null;
                    name?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["OccupantInvite"];
                    };
                };
            };
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invite: components["schemas"]["OccupantInvite"];
                    };
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
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    endOccupancy: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                id: string;
                userId: string;
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
    listOwnCalls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                unitId?: string;
                outcome?: "DOOR_OPENED" | "ANSWERED" | "NO_ANSWER" | "BUSY" | "ABANDONED" | "NO_TARGET" | "ERROR";
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
                        calls: components["schemas"]["Call"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
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
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getOwnCall: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                id: string;
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
                        call: components["schemas"]["Call"];
                    };
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
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listOwnAccessEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort?: string;
                decision?: "GRANTED" | "DENIED";
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
                        accessEvents: components["schemas"]["AccessEvent"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
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
            503: components["responses"]["Unavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    acceptInvite: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
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
                        invite: components["schemas"]["InvitePreview"];
                        resident: components["schemas"]["Resident"];
                        memberships: components["schemas"]["Membership"][];
                    };
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
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                        sessions: components["schemas"]["Session"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
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
    showJoinPage: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitJoinForm: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    firstName?: string;
                    lastName?: string;
                    email?: string;
                    phone?: string;
                    password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitRenewalForm: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showForgotPage: {
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
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitForgotForm: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    email?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showResetPage: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitResetForm: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showPass: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
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
                        pass: components["schemas"]["GuestPass"];
                    };
                    "text/html": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    openWithPass: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "Idempotency-Key"?: string;
            };
            path: {
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    accessPointId: string;
                };
                "application/x-www-form-urlencoded": {
                    accessPointId: string;
                    nonce?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["UnlockAttempt"];
                    };
                    "text/html": string;
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
            404: components["responses"]["NotFound"];
            410: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    showPassAttempt: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                token: string;
                id: string;
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
                        attempt: components["schemas"]["UnlockAttempt"];
                    };
                    "text/html": string;
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
}
