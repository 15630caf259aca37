/** Headers of an answer. A list becomes several headers of one name. */
type Headers = Record<string, string | string[]>;

/** One answer in JSON: the status, the body before its schema has parsed it, and further headers. */
export interface JsonReply<Body> {
  kind: 'json';
  status: number;
  body: Body;
  headers?: Headers;
}

/** A file of any size. It is streamed and never held as a whole. */
export interface StreamReply {
  kind: 'stream';
  mediaType: string;
  /** Sent in `Content-Disposition`: ASCII without quotes. */
  fileName: string;
  chunks: AsyncIterable<string>;
}

/** One event for an `EventSource`. A client that reconnects sends its last `id` in `Last-Event-ID`. */
export interface ServerSentEvent<Data> {
  id: string;
  /** The event's type. Default `message`. */
  type?: string;
  /** Sent as JSON, after the route's response schema has parsed it. */
  data: Data;
}

/** Server-sent events until their source ends. */
export interface EventsReply<Data> {
  kind: 'events';
  events: AsyncIterable<ServerSentEvent<Data>>;
}

/** A whole page of HTML. */
export interface PageReply {
  kind: 'page';
  status: number;
  html: string;
  /** The SHA-256 digests of the page's inline style sheets in base64, which its content policy allows. */
  styleHashes: readonly string[];
  /** Each a whole `Set-Cookie` (RFC 6265, section 4.1). */
  cookies?: readonly string[];
}

/** 302 to another address, with cookies. */
export interface RedirectReply {
  kind: 'redirect';
  location: string;
  /** Each a whole `Set-Cookie` (RFC 6265, section 4.1). */
  cookies: readonly string[];
}

/** The replies by the kind of answer that a route declares. */
export interface Replies<Body> {
  json: JsonReply<Body>;
  stream: StreamReply;
  events: EventsReply<Body>;
  page: PageReply;
  /** A page, or JSON for a request that prefers it: see `wantsPage`. */
  view: PageReply | JsonReply<Body>;
  redirect: RedirectReply;
}

/** Kind of answer of a successful request. */
export type AnswerKind = keyof Replies<unknown>;

/** Answer of a route. */
export type Reply<Body> = Replies<Body>[AnswerKind];

/** 200 with a body. */
export const ok = <Body>(body: Body, headers?: Headers): JsonReply<Body> => ({
  kind: 'json',
  status: 200,
  body,
  ...(headers && { headers }),
});

/** 201: the call has created the resource in the body. */
export const created = <Body>(body: Body, headers?: Headers): JsonReply<Body> => ({
  kind: 'json',
  status: 201,
  body,
  ...(headers && { headers }),
});

/** 202: the call is accepted, and its effect follows. */
export const accepted = <Body>(body: Body): JsonReply<Body> => ({ kind: 'json', status: 202, body });

/** 204: success without a body. */
export const noContent = (headers?: Headers): JsonReply<undefined> => ({
  kind: 'json',
  status: 204,
  body: undefined,
  ...(headers && { headers }),
});

/** 200 with a file of any size. */
export const streamed = (
  mediaType: string,
  fileName: string,
  chunks: AsyncIterable<string>,
): StreamReply => ({ kind: 'stream', mediaType, fileName, chunks });

/** 200 with server-sent events. */
export const eventsOf = <Data>(events: AsyncIterable<ServerSentEvent<Data>>): EventsReply<Data> => ({
  kind: 'events',
  events,
});
