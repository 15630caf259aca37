/** What a route answers: the status, the body before its schema has parsed it, and headers of its own. */
export interface Reply<Body> {
  status: number;
  body: Body;
  headers?: Record<string, string>;
  /** What is sent piece by piece in the place of a body. */
  chunks?: AsyncIterable<string>;
}

/** 200 with a body. */
export const ok = <Body>(body: Body, headers?: Record<string, string>): Reply<Body> => ({
  status: 200,
  body,
  ...(headers && { headers }),
});

/** 200 with an answer of any size, which is sent as it is made and never held as a whole. */
export const streamed = (
  mediaType: string,
  chunks: AsyncIterable<string>,
  headers?: Record<string, string>,
): Reply<undefined> => ({
  status: 200,
  body: undefined,
  headers: { 'Content-Type': mediaType, ...headers },
  chunks,
});

/** 201: the call has made what the body shows. */
export const created = <Body>(body: Body): Reply<Body> => ({ status: 201, body });

/** 202: the call is accepted, its effect follows. */
export const accepted = <Body>(body: Body): Reply<Body> => ({ status: 202, body });

/** 204: done, nothing to say. */
export const noContent = (): Reply<undefined> => ({ status: 204, body: undefined });
