// Generated from docs/openapi by `pnpm run generate`. Description 8fce72a9da5ee903, types 6b94c7514c1d1c6b.
export interface paths {
    "/registration/signup": {
        parameters: {
        };
        post: operations["registerResident"];
    };
    "/registration/login": {
        parameters: {
        };
        post: operations["logInToApp"];
    };
    "/registration/refresh": {
        parameters: {
        };
        post: operations["refreshAppSession"];
    };
    "/registration/logout": {
        parameters: {
        };
        post: operations["logOutOfApp"];
    };
    "/devices/push-key": {
        parameters: {
        };
        get: operations["getPushKey"];
    };
    "/devices/{id}/test": {
        parameters: {
        };
        post: operations["testDevice"];
    };
    "/devices": {
        parameters: {
        };
        get: operations["listOwnDevices"];
        post: operations["registerDevice"];
    };
    "/devices/{id}": {
        parameters: {
        };
        delete: operations["deleteOwnDevice"];
    };
    "/access/points": {
        parameters: {
        };
        get: operations["listOwnAccessPoints"];
    };
    "/access/points/{id}/unlock": {
        parameters: {
        };
        post: operations["unlockAccessPoint"];
    };
    "/access/attempts/{id}": {
        parameters: {
        };
        get: operations["getUnlockAttempt"];
    };
    "/access/passes": {
        parameters: {
        };
        get: operations["listOwnPasses"];
        post: operations["createOwnPass"];
    };
    "/access/passes/{id}": {
        parameters: {
        };
        delete: operations["deleteOwnPass"];
    };
    "/access/verify": {
        parameters: {
        };
        post: operations["verifyPin"];
    };
    "/access/heartbeat": {
        parameters: {
        };
        post: operations["recordHeartbeat"];
    };
    "/access/events": {
        parameters: {
        };
        post: operations["reportAccessEvents"];
    };
    "/access/directory": {
        parameters: {
        };
        get: operations["listDirectory"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessPass: {
            id: string;
            propertyId: string;
            accessPointIds: string[];
            guestName: string | null;
            startsAt: string;
            endsAt: string;
            weekdays: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[] | null;
            timeFrom: string | null;
            timeTo: string | null;
            maxUses: number | null;
            uses: number;
            url: string;
            pin: string | null;
            createdAt: string;
            updatedAt: string;
            version: number;
        };
        AccessPoint: {
            id: string;
            propertyId: string;
            unitId: string | null;
            name: string;
            kind: "DOOR" | "GATE" | "GARAGE" | "ELEVATOR" | "UNIT";
            openSeconds: number;
            online: boolean;
            lastSeenAt: string | null;
        };
        Device: {
            id: string;
            userId: string;
            platform: ("IOS" | "ANDROID" | "WEB") | null;
            provider: "FCM" | "APNS" | "WEBPUSH";
            installationId: string | null;
            tokenLast6: string;
            appVersion: string | null;
            status: "ACTIVE" | "STALE" | "INVALID" | "REVOKED";
            lastSeenAt: string;
            createdAt: string;
            updatedAt: string;
            version: number;
        };
        DeviceTest: {
            result: "ACCEPTED" | "UNREACHABLE" | "GONE";
            reason: ("provider_off" | "not_registered" | "closed_address" | "refused" | "busy" | "timeout" | "unavailable") | null;
        };
        DirectoryEntry: {
            label: string;
            displayName: string;
            dialCode: string | null;
        };
        FieldProblem: {
            path: string;
            code: string;
            message: string;
        };
        Membership: {
            userId: string;
            tenantId: string;
            tenantName: string;
            status: "INVITED" | "ACTIVE" | "DISABLED";
            current: boolean;
        };
        PinVerification: {
            accessEventId: string;
            accessPointId: string;
            passId: string | null;
            reason: string;
            openSeconds: number;
            occurredAt: string;
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
        SignedIn: {
            token: string;
            tokenType: "Bearer";
            expiresIn: number;
            refreshToken: string;
            resident: components["schemas"]["Resident"];
            memberships: components["schemas"]["Membership"][];
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
        Conflict: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
        CorrelationId: string;
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        ETag: string;
        "Idempotency-Replayed": "true";
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
    registerResident: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
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
    logInToApp: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
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
    refreshAppSession: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    refreshToken: string;
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
    logOutOfApp: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
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
    getPushKey: {
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
                        pushKey: string | null;
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
    testDevice: {
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
                        test: components["schemas"]["DeviceTest"];
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
    listOwnDevices: {
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
                        devices: components["schemas"]["Device"][];
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
    registerDevice: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    provider: string;
                    token?: string;
                    endpoint?: string;
                    keys?: {
                        p256dh: string;
                        auth: string;
                    };
                    platform?: string | null;
                    installationId?: string | null;
                    appVersion?: string | null;
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
                        device: components["schemas"]["Device"];
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
                        device: components["schemas"]["Device"];
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
    deleteOwnDevice: {
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
    listOwnAccessPoints: {
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
                        accessPoints: components["schemas"]["AccessPoint"][];
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
    unlockAccessPoint: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
    getUnlockAttempt: {
        parameters: {
            query?: {
                wait?: number;
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
    listOwnPasses: {
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
                        passes: components["schemas"]["AccessPass"][];
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
    createOwnPass: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
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
                    guestName?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pass: components["schemas"]["AccessPass"];
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
    deleteOwnPass: {
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
    verifyPin: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    accessPointId: string;
                    pin: string;
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
                        verification: components["schemas"]["PinVerification"];
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
    recordHeartbeat: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    accessPointIds: string[];
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
    reportAccessEvents: {
        parameters: {
            header?: {
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    events: {
                        id: string;
                        accessPointId: string;
                        decision?: "GRANTED" | "DENIED";
                        method?: "APP" | "DTMF" | "PIN" | "STAFF" | "LINK";
                        alarm?: "HELD" | "FORCED";
                        occurredAt: string;
                        passId?: string;
                    }[];
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
                        accepted: number;
                        duplicates: number;
                        rejected: {
                            id: string;
                            code: "door_not_found" | "pass_not_found" | "too_old" | "in_future";
                        }[];
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
    listDirectory: {
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
                        directory: components["schemas"]["DirectoryEntry"][];
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
